package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.beside;
import static org.attune.model.reference.ReferenceAlgebra.map;
import static org.attune.model.reference.ReferenceAlgebra.meanRow;
import static org.attune.model.reference.ReferenceAlgebra.rows;
import static org.attune.model.reference.ReferenceAlgebra.scaled;
import static org.attune.model.reference.ReferenceLayer.joined;
import static org.attune.model.reference.SmallLayer.HEADS;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.attune.model.contract.AttentionTrial;

/** Linear attention, and ridge regression with its relatives: whatever reads by whole operators. */
final class RidgeCases {

  private static final double LAMBDA = 0.3;
  private static final double GAMMA = 0.7;
  private static final int LANDMARKS = 3;
  private static final double[] SAME = {LAMBDA, LAMBDA, LAMBDA, LAMBDA}; // by head
  private static final double[] LAMBDAS = {0.3, 0.5, 2, 0.1};

  private RidgeCases() {}

  /** What a head reads. */
  private interface Operator {
    double[][] apply(int head, double[][] q, double[][] k, double[][] v);
  }

  /** The operator of a layer whose heads have each a λ. */
  private interface Ridged {
    Operator of(ReferenceLayer layer, double[] lambda);
  }

  /** All of them. */
  static Stream<LayerCase> cases() {
    return Stream.of(
            Stream.of(
                new LayerCase(
                    "linear",
                    l -> heads(l, true, (h, q, k, v) -> ReferenceSetAttention.linear(q, k, v)),
                    "attention.weights",
                    "linear"),
                new LayerCase(
                        "linear",
                        l -> heads(l, false, (h, q, k, v) -> ReferenceSetAttention.linear(q, k, v)),
                        "attention.weights",
                        "linear")
                    .overSets(),
                startsFromLambda(),
                lambdaOfALayer(),
                lambdaOfTheContext()),
            ridged(
                "ridge",
                true,
                (l, lambda) ->
                    (h, q, k, v) ->
                        scaled(Math.sqrt(q[0].length), ReferenceRidge.primal(q, k, v, lambda[h])),
                "attention.weights.scaled",
                "true"),
            ridged(
                "sigma-ridge",
                true,
                (l, lambda) -> (h, q, k, v) -> ReferenceSigmaRidge.first(q, k, v, lambda[h])),
            ridged(
                "sigma-ridge-2",
                false,
                (l, lambda) -> (h, q, k, v) -> ReferenceSigmaRidge.second(q, k, v, lambda[h])),
            ridged(
                "kernel-ridge",
                false,
                (l, lambda) ->
                    (h, q, k, v) -> ReferenceKernelRidge.ridge(q, k, v, GAMMA, lambda[h]),
                "attention.weights.gamma",
                Double.toString(GAMMA)),
            ridged(
                "nystroem",
                false,
                RidgeCases::byLandmarks,
                "attention.weights.gamma",
                Double.toString(GAMMA),
                "attention.weights.landmarks",
                Integer.toString(LANDMARKS)))
        .flatMap(cases -> cases);
  }

  /** With a fixed λ and with one that each head learns, over sets and, where it can, sequences. */
  private static Stream<LayerCase> ridged(
      String option, boolean hasCausalForm, Ridged operator, String... settings) {
    List<LayerCase> cases = new ArrayList<>();
    for (boolean causal : hasCausalForm ? new boolean[] {true, false} : new boolean[] {false}) {
      LayerCase fixed =
          new LayerCase(
              option + " of a fixed lambda",
              l -> heads(l, causal, operator.of(l, SAME)),
              settings(
                  settings, "attention.weights", option, "attention.weights.lambda", "" + LAMBDA));
      LayerCase learned =
          new LayerCase(
                  option + " of a lambda for each head",
                  l -> heads(l, causal, operator.of(l, LAMBDAS)),
                  settings(
                      settings,
                      "attention.weights",
                      option,
                      "attention.weights.lambda-source",
                      "head"))
              .prepared(RidgeCases::assignLambdas);
      cases.add(causal ? fixed : fixed.overSets());
      cases.add(causal ? learned : learned.overSets());
    }
    return cases.stream();
  }

  private static void assignLambdas(AttentionTrial trial) {
    trial.assign("rho", new double[][] {Arrays.stream(LAMBDAS).map(Math::log).toArray()});
  }

  private static LayerCase startsFromLambda() {
    return new LayerCase(
            "ridge of a lambda for each head, where it starts",
            l -> heads(l, true, (h, q, k, v) -> ReferenceRidge.primal(q, k, v, LAMBDA)),
            "attention.weights",
            "ridge",
            "attention.weights.lambda",
            "" + LAMBDA,
            "attention.weights.lambda-source",
            "head")
        .prepared(AttentionTrial::start);
  }

  private static LayerCase lambdaOfALayer() {
    return new LayerCase(
        "ridge of a lambda for the layer",
        l -> {
          double lambda = Math.exp(l.number("rho"));
          return heads(l, true, (h, q, k, v) -> ReferenceRidge.primal(q, k, v, lambda));
        },
        "attention.weights",
        "ridge",
        "attention.weights.lambda-source",
        "layer");
  }

  /** {@code λ_h = exp(ρ + W₂ ReLU(W₁ mean [K V] + b₁))_h}. */
  private static LayerCase lambdaOfTheContext() {
    return new LayerCase(
            "ridge of a lambda made of the keys and values",
            l -> {
              double[][] k = joined(l.unturned("key", "key-gain"));
              double[][] pooled = {meanRow(beside(k, joined(l.value())))};
              List<ReferenceSetNetworks.Affine> net =
                  List.of(
                      new ReferenceSetNetworks.Affine(
                          l.matrix("lambda-hidden"), l.vector("lambda-hidden-bias")),
                      new ReferenceSetNetworks.Affine(l.matrix("lambda-output"), l.vector("rho")));
              double[][] lambda = map(ReferenceSetNetworks.mlp(pooled, net, 0), Math::exp);
              return heads(
                  l, false, (h, q, keys, v) -> ReferenceRidge.primal(q, keys, v, lambda[0][h]));
            },
            "attention.weights",
            "ridge",
            "attention.weights.lambda-source",
            "context")
        .overSets();
  }

  private static Operator byLandmarks(ReferenceLayer l, double[] lambda) {
    double[][][] z = ReferenceSources.heads(l.matrix("landmarks"), HEADS);
    return (h, q, k, v) -> ReferenceKernelRidge.nystroem(q, k, v, z[h], GAMMA, lambda[h]);
  }

  /**
   * An operator over sets for every head; causal, each query's set is what it and those before it
   * have given, and positions turn queries and keys.
   */
  private static double[][] heads(ReferenceLayer l, boolean causal, Operator operator) {
    double[][][] q = causal ? l.query() : l.unturned("query", "query-gain");
    double[][][] k = causal ? l.key() : l.unturned("key", "key-gain");
    double[][][] v = l.value();
    double[][][] all = new double[HEADS][][];
    for (int h = 0; h < HEADS; h++) {
      if (!causal) {
        all[h] = operator.apply(h, q[h], k[h], v[h]);
        continue;
      }
      all[h] = new double[q[h].length][];
      for (int t = 0; t < q[h].length; t++) {
        double[][] asked = rows(q[h], t, t + 1);
        all[h][t] = operator.apply(h, asked, rows(k[h], 0, t + 1), rows(v[h], 0, t + 1))[0];
      }
    }
    return joined(all);
  }

  private static String[] settings(String[] some, String... more) {
    return Stream.concat(Arrays.stream(some), Arrays.stream(more)).toArray(String[]::new);
  }
}
