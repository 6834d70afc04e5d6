package org.attune.model.attention.weights;

import static org.attune.model.primitive.LinearAttention.linearAttention;
import static org.attune.model.primitive.Ridge.ridge;
import static org.attune.model.primitive.RidgeQueries.ridgeQueries;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.SolveRight.dividePositive;
import static org.attune.model.primitive.elementwise.Fused.visible;

import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.primitive.Lambda;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Scores;
import org.attune.model.program.Value;

/**
 * Intention: {@code A = Q (K'K + λI)⁻¹ K'} over the keys seen. It reads values by ridge regression
 * on the keys. At λ = 0 the weights are Q times the pseudo-inverse of K.
 */
public record RidgeWeights(Strength strength, boolean scaled) implements Regression {

  static final Parameter SCALED =
      Parameter.flag(
          "attention.weights.scaled",
          "ridge_scaled",
          false,
          "multiplies by the root of the head width, which keeps variance as attention's division"
              + " does");

  public static final Option OPTION =
      Option.of(
          "ridge",
          "ridge regression of values on keys",
          "Garnelo and Czarnecki 2023",
          Strength.LAMBDA,
          Strength.SOURCE.parameter(),
          SCALED);

  public RidgeWeights(Configuration settings) {
    this(new Strength(settings), settings.flag(SCALED));
  }

  @Override
  public Weights among(Value given) {
    return new RidgeWeights(strength.among(given), scaled);
  }

  @Override
  public Value scores(Value q, Value k, Value v, Place place) {
    if (strength.isZero()) {
      return scale(strength.pseudoWeights(q, k, place), factor(place)); // (B, H, queries, keys)
    }
    Lambda lambda = strength.lambda(k, v, place);
    if (place.mask() == Mask.NONE && k.length() < place.headWidth()) { // the smaller matrix
      Value across = Scores.scores(q, k, place.heads(), factor(place)); // (B, H, queries, keys)
      Value among = Scores.scores(k, k, place.heads(), 1); // (B, H, keys, keys)
      return dividePositive(across, among, lambda); // QK' (KK' + λI)⁻¹
    }
    Value u = ridgeQueries(q, k, place.heads(), lambda, place.mask()); // (B·queries, d)
    return Scores.scores(u, k, place.heads(), factor(place));
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    return visible(scores, place.mask());
  }

  @Override
  public Optional<Value> read(Value q, Value k, Value v, Place place) {
    if (strength.isZero()) {
      return Optional.empty();
    }
    Lambda lambda = strength.lambda(k, v, place);
    if (place.mask() == Mask.NONE) {
      return Optional.of(ridge(q, k, v, place.heads(), lambda, factor(place)));
    }
    Value u = ridgeQueries(q, k, place.heads(), lambda, place.mask()); // (B·T, d)
    return Optional.of(linearAttention(u, k, v, place.heads(), factor(place), place.mask()));
  }

  private double factor(Place place) {
    return scaled ? Math.sqrt(place.headWidth()) : 1;
  }
}
