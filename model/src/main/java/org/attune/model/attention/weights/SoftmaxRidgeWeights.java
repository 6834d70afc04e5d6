package org.attune.model.attention.weights;

import static org.attune.model.primitive.PseudoInverse.pseudoInverse;
import static org.attune.model.primitive.Softmax.softmax;
import static org.attune.model.primitive.SolveRight.divide;
import static org.attune.model.primitive.StackProduct.product;

import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Scores;
import org.attune.model.program.Value;

/**
 * σ-Intention in its second form: {@code A = softmax(QK'/√d) (softmax(KK'/√d) + λI)⁻¹}. It
 * interpolates linear data well; the literal form does not. For sets only.
 */
public record SoftmaxRidgeWeights(Strength strength) implements Regression {

  public static final Option OPTION =
      Option.of(
          "sigma-ridge-2",
          "softmax attention corrected by that among the keys; for sets only",
          "Garnelo and Czarnecki 2023, as we read it",
          Strength.LAMBDA,
          Strength.SOURCE.parameter());

  public SoftmaxRidgeWeights(Configuration settings) {
    this(new Strength(settings));
  }

  @Override
  public Declaration declares() {
    return Regression.super.declares().needing(Feature.SET);
  }

  @Override
  public Value scores(Value q, Value k, Value v, Place place) {
    place.requireSet("attention.weights: sigma-ridge-2");
    Value across = attention(q, k, place); // (B, H, queries, keys)
    Value among = attention(k, k, place); // (B, H, keys, keys)
    return strength.isZero()
        ? product(across, pseudoInverse(among))
        : divide(across, among, strength.lambda(k, v, place));
  }

  private static Value attention(Value q, Value k, Place place) {
    return softmax(Scores.scores(q, k, place.heads(), place.scale()), Mask.NONE);
  }
}
