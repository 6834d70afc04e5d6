package org.attune.model.attention.reading;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Matmul.project;
import static org.attune.model.primitive.Scale.scale;

import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.StateRecurrence;
import org.attune.model.primitive.StateRecurrence.Update;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Gated linear attention. Each head has a state S of d x d numbers: {@code S_t = diag(a_t) S_{t-1}
 * + k_tᵀ v_t}, and its output is {@code y_t = scale q_t S_t}, by {@link Place#scale}. The decays,
 * one for each column of the keys, are {@code a_t = sigmoid(x_t W_1 W_2 + b)^(1/16)}. (Yang et al.
 * 2024, arXiv 2312.06635, section 4.4.)
 *
 * @param rank columns of W_1 and rows of W_2, 1 to 4096
 */
public record GatedLinear(int rank) implements StateReading {

  private static final double TEMPERATURE = 16; // the root keeps decays near 1

  private static final Parameter RANK =
      Parameter.integer(
          "attention.reading.rank", "decay_rank", 1, 4096, 16, "columns between the decays' maps");

  public static final Option OPTION =
      Option.of(
          "gated-linear",
          "a state whose key channels decay as the token says",
          "Yang et al. 2024, arXiv 2312.06635",
          RANK);

  public GatedLinear(Configuration settings) {
    this(settings.integer(RANK));
  }

  @Override
  public Value read(Signals signals, Place place) {
    Value q = signals.query();
    Program p = Program.of(q);
    int columns = q.columns();
    Value narrow = project(signals.x(), "decay-narrow", Init.fanIn(), rank); // (B·T, rank)
    Value bias = p.parameter("decay-bias", Init.constant(0), 1, columns);
    Value z = add(project(narrow, "decay-wide", Init.fanIn(), columns), bias); // (B·T, H·d)
    // log a = log sigmoid(z) / 16, and log sigmoid(z) = -softplus(-z).
    Value logDecays = scale(apply(Pointwise.SOFTPLUS, scale(z, -1)), -1 / TEMPERATURE);
    return new StateRecurrence(
            q,
            signals.key(),
            signals.value(),
            Optional.of(apply(Pointwise.EXP, logDecays)),
            Optional.empty(),
            place.heads(),
            place.scale(),
            StateReading.unchanged(place.heads()),
            Update.ADD)
        .value();
  }
}
