package org.attune.model.attention.reading;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Multiply.multiply;

import java.util.Optional;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.primitive.StateRecurrence;
import org.attune.model.primitive.StateRecurrence.Update;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Mamba-2's selective state space. Each head has a state S of d x d numbers: {@code S_t = e^(-r
 * dt_t) S_{t-1} + dt_t k_tᵀ v_t}, and its output is {@code y_t = q_t S_t + D v_t}. The step size
 * dt_t follows from the token, and the rate r is learned; both are one number per head ({@link
 * Steps}). D is a learned factor for each column of v, 1 at first.
 *
 * <p>The paper calls the queries C, the keys B, the values x and the rate -A. Its short convolution
 * is not part of this. (Dao and Gu 2024, arXiv 2405.21060, section 7.)
 */
public record StateSpace() implements StateReading {

  public static final Option OPTION =
      Option.of(
          "ssd",
          "a state with step sizes per head, as in Mamba-2",
          "Dao and Gu 2024, arXiv 2405.21060");

  @Override
  public Value read(Signals signals, Place place) {
    Value v = signals.value();
    Steps steps = Steps.of(signals.x(), place.heads());
    Value read = // (B·T, H·d)
        new StateRecurrence(
                signals.query(),
                signals.key(),
                v,
                Optional.of(steps.decays()),
                Optional.of(steps.sizes()),
                place.heads(),
                1,
                StateReading.unchanged(place.heads()),
                Update.ADD)
            .value();
    Value skip = Program.of(v).parameter("skip", Init.constant(1), 1, v.columns());
    return add(read, multiply(v, skip));
  }
}
