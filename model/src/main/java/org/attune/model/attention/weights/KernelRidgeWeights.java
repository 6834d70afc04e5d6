package org.attune.model.attention.weights;

import static org.attune.model.primitive.GaussianScores.gaussianScores;
import static org.attune.model.primitive.SolveRight.dividePositive;

import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.program.Value;

/** Ridge regression with a Gaussian kernel: {@code A = κ(Q,K) (κ(K,K) + λI)⁻¹}. For sets only. */
public record KernelRidgeWeights(Strength strength, double gamma) implements Regression {

  static final Parameter GAMMA =
      Parameter.real(
          "attention.weights.gamma",
          "gamma",
          0,
          1e6,
          0,
          "the kernel falls as exp(-gamma distance²); 0 is one over the head width");

  public static final Option OPTION =
      Option.of(
          "kernel-ridge",
          "ridge regression with a Gaussian kernel; for sets only",
          "Garnelo and Czarnecki 2023",
          Strength.LAMBDA,
          Strength.SOURCE.parameter(),
          GAMMA);

  public KernelRidgeWeights(Configuration settings) {
    this(new Strength(settings), settings.real(GAMMA));
  }

  static double gamma(double given, Place place) {
    return given == 0 ? 1.0 / place.headWidth() : given;
  }

  @Override
  public Declaration declares() {
    return Regression.super.declares().needing(Feature.SET);
  }

  @Override
  public Value scores(Value q, Value k, Value v, Place place) {
    place.requireSet("attention.weights: kernel-ridge");
    double g = gamma(gamma, place);
    Value among = gaussianScores(k, k, place.heads(), g); // (B, H, keys, keys)
    Value across = gaussianScores(q, k, place.heads(), g); // (B, H, queries, keys)
    return dividePositive(across, among, strength.lambda(k, v, place));
  }
}
