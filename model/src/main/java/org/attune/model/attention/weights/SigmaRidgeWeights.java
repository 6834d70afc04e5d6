package org.attune.model.attention.weights;

import static org.attune.model.primitive.RidgeQueries.ridgeQueries;
import static org.attune.model.primitive.Softmax.softmax;

import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.primitive.Lambda;
import org.attune.model.primitive.Scores;
import org.attune.model.program.Value;

/** σ-Intention, read literally: {@code A = softmax(Q (K'K + λI)⁻¹ K')}. */
public record SigmaRidgeWeights(Strength strength) implements Regression {

  public static final Option OPTION =
      Option.of(
          "sigma-ridge",
          "softmax of ridge's weights",
          "Garnelo and Czarnecki 2023, read literally",
          Strength.LAMBDA,
          Strength.SOURCE.parameter());

  public SigmaRidgeWeights(Configuration settings) {
    this(new Strength(settings));
  }

  @Override
  public Weights among(Value given) {
    return new SigmaRidgeWeights(strength.among(given));
  }

  @Override
  public Value scores(Value q, Value k, Value v, Place place) {
    if (strength.isZero()) {
      return strength.pseudoWeights(q, k, place); // (B, H, queries, keys)
    }
    Lambda lambda = strength.lambda(k, v, place);
    Value u = ridgeQueries(q, k, place.heads(), lambda, place.mask()); // (B·queries, d)
    return Scores.scores(u, k, place.heads(), 1);
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    return softmax(scores, place.mask());
  }
}
