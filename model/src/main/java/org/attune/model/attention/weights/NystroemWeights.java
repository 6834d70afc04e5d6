package org.attune.model.attention.weights;

import static org.attune.model.primitive.EverySequence.everySequence;
import static org.attune.model.primitive.GaussianScores.gaussianScores;
import static org.attune.model.primitive.SolveRight.divide;
import static org.attune.model.primitive.SolveRight.dividePositive;
import static org.attune.model.primitive.StackProduct.productNT;
import static org.attune.model.primitive.StackProduct.productTN;

import java.util.ArrayList;
import java.util.List;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.primitive.Lambda;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Kernel ridge with learned landmarks Z: the primal form on {@code φ(x) = κ(x,Z) κ(Z,Z)^(-½)}. With
 * {@code T = κ(K,Z) κ(Z,Z)⁻¹} the root cancels: {@code A = κ(Q,Z) (T'κ(K,Z) + λI)⁻¹ T'}. For sets
 * only.
 */
public record NystroemWeights(Strength strength, double gamma, int landmarks)
    implements Regression {

  static final Parameter LANDMARKS =
      Parameter.integer(
          "attention.weights.landmarks", "landmarks", 1, 4096, 16, "how many points stand for all");

  public static final Option OPTION =
      Option.of(
          "nystroem",
          "kernel ridge in the space of a few learned landmarks; for sets only",
          "Williams and Seeger 2001",
          Strength.LAMBDA,
          Strength.SOURCE.parameter(),
          KernelRidgeWeights.GAMMA,
          LANDMARKS);

  public NystroemWeights(Configuration settings) {
    this(
        new Strength(settings),
        settings.real(KernelRidgeWeights.GAMMA),
        settings.integer(LANDMARKS));
  }

  @Override
  public List<String> limits(Place place, int length) {
    List<String> reasons = new ArrayList<>(Regression.super.limits(place, length));
    if (strength.isZero()) {
      reasons.add(
          "attention.weights.lambda 0 leaves nystroem a singular matrix where there are more"
              + " landmarks than rows; give a positive number");
    }
    return reasons;
  }

  @Override
  public Declaration declares() {
    return Regression.super.declares().needing(Feature.SET);
  }

  @Override
  public Value scores(Value q, Value k, Value v, Place place) {
    place.requireSet("attention.weights: nystroem");
    Program p = Program.of(q);
    int heads = place.heads();
    double g = KernelRidgeWeights.gamma(gamma, place);
    Value z = everySequence(p.parameter("landmarks", Init.normal(1), landmarks, k.columns()));
    Value kz = gaussianScores(k, z, heads, g); // (B, H, keys, r)
    Value zz = gaussianScores(z, z, heads, g); // (B, H, r, r)
    Value t = dividePositive(kz, zz, Lambda.fixed(0)); // (B, H, keys, r)
    Value inner = productTN(t, kz); // (B, H, r, r)
    Value s = divide(gaussianScores(q, z, heads, g), inner, strength.lambda(k, v, place));
    return productNT(s, t); // (B, H, queries, keys)
  }
}
