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
 * Mamba-2's selective state space: {@code S_t = e^(-r dt_t) S_{t-1} + dt_t k_tᵀ v_t} and {@code y_t
 * = q_t S_t + D v_t}. Queries are C, keys B and values x of the paper. (Dao and Gu 2024, arXiv
 * 2405.21060, section 7; its short convolution is not part of this.)
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
    Value read =
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
