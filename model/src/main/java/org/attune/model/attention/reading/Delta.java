package org.attune.model.attention.reading;

import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Matmul.project;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.Standardise.unitRms;

import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.StateRecurrence;
import org.attune.model.primitive.StateRecurrence.Update;
import org.attune.model.program.Init;
import org.attune.model.program.Value;

/**
 * The delta rule: each token moves the value that its key reads towards its own value, by a learned
 * share {@code b_t = sigmoid(x_t W)} per head: {@code S_t = S_{t-1} + b_t k_tᵀ (v_t - k_t
 * S_{t-1})}. Queries and keys have length 1. (Yang et al. 2024, arXiv 2406.06484, section 2.2.) The
 * gated delta rule decays the state first. (Yang et al. 2025, arXiv 2412.06464, equation 10.)
 *
 * <p>With shares up to 1 a token keeps or erases what its key reads: the eigenvalues of the state's
 * update are not negative. With shares up to 2 it may also reverse it, which tracking a state
 * takes. (Grazzi et al. 2024, arXiv 2411.12537.)
 *
 * @param gated whether the state decays
 * @param negative whether eigenvalues may be negative: {@code b_t = 2 sigmoid(x_t W)}
 */
public record Delta(boolean gated, boolean negative) implements StateReading {

  private static final double EPSILON = 1e-6;

  private static final Parameter NEGATIVE =
      Parameter.flag(
          "attention.reading.negative-eigenvalues",
          "negative_eigenvalues",
          false,
          "shares of correction up to 2, so that a token may reverse what its key reads");

  public static final Option PLAIN =
      Option.of(
          "delta",
          "the delta rule: a token corrects what its key reads",
          "Yang et al. 2024, arXiv 2406.06484",
          NEGATIVE);
  public static final Option GATED =
      Option.of(
          "gated-delta",
          "the delta rule on a state that decays",
          "Yang et al. 2025, arXiv 2412.06464",
          NEGATIVE);

  public static Delta plain(Configuration settings) {
    return new Delta(false, settings.flag(NEGATIVE));
  }

  public static Delta gated(Configuration settings) {
    return new Delta(true, settings.flag(NEGATIVE));
  }

  /** {@inheritDoc} The lengths of queries and keys have no effect. */
  @Override
  public Declaration declares() {
    return StateReading.super.declares().lacking(Feature.LENGTHS);
  }

  @Override
  public Value read(Signals signals, Place place) {
    Value open =
        apply(Pointwise.SIGMOID, project(signals.x(), "write", Init.fanIn(), place.heads()));
    Value share = negative ? scale(open, 2) : open;
    return new StateRecurrence(
            unit(signals.query(), place),
            unit(signals.key(), place),
            signals.value(),
            gated ? Optional.of(Steps.of(signals.x(), place.heads()).decays()) : Optional.empty(),
            Optional.of(share),
            place.heads(),
            place.scale(),
            StateReading.unchanged(place.heads()),
            Update.CORRECT)
        .value();
  }

  private static Value unit(Value x, Place place) {
    return scale(unitRms(x, place.heads(), EPSILON), place.scale());
  }
}
