package org.attune.model.attention.weights;

import static org.attune.model.primitive.Gated.gated;

import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Value;

/**
 * Tokens as the neurons of a SwiGLU: with second keys {@code g_j = x_j W_G}, {@code a_ij =
 * SiLU(q_i·g_j / sqrt(d_h)) s_ij / sqrt(n_i)}. Second keys get the same norm and positions as keys,
 * so a token's opening depends on its distance, not on its absolute position.
 */
public record Neurons() implements Weights {

  public static final Option OPTION =
      Option.of(
          "swiglu-neurons",
          "scores gated by a second key: tokens as the neurons of a SwiGLU",
          "Patterns and Messages, P4");

  @Override
  public Declaration declares() {
    return Declaration.needs(Feature.QUERY, Feature.KEY, Feature.VALUE, Feature.ORDER)
        .lacking(Feature.LOGITS);
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    Value second = signals.anotherKey("second-key"); // (B·T, d)
    Value opening = scores(signals.query(), second, signals.value(), place); // (B, H, T, T)
    Value product = gated(Pointwise.SILU, opening, scores); // (B, H, T, T)
    return DefinedWeights.scoreGate("identity", "root").from(product, signals, place);
  }
}
