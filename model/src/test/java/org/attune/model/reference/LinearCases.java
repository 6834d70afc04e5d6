package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceLayer.each;
import static org.attune.model.reference.ReferenceLayer.read;

import java.util.stream.Stream;

/**
 * Linear attention with feature maps as its papers write it: each weight over the sum of a query's
 * weights, from all pairs of tokens.
 */
final class LinearCases {

  private static final String AXIS = "attention.weights";
  private static final String FEATURES = "attention.weights.features";

  /** What a query and a key give, before the division. */
  interface Similarity {
    double of(double[] q, double[] k);
  }

  private LinearCases() {}

  /** All of them. */
  static Stream<LayerCase> cases() {
    return Stream.of(
        new LayerCase(
            "linear over elu + 1",
            l -> attention(l, l.query(), l.key(), LinearCases::elu),
            AXIS,
            "linear",
            FEATURES,
            "elu"),
        new LayerCase(
            "linear over Taylor features",
            l -> attention(l, l.query(), l.key(), LinearCases::taylor),
            AXIS,
            "linear",
            FEATURES,
            "taylor"),
        new LayerCase(
            "linear over three columns' Taylor features",
            l ->
                attention(
                    l,
                    each(l.query(), q -> times(q, l.matrix("query-features"))),
                    each(l.key(), k -> times(k, l.matrix("key-features"))),
                    LinearCases::taylor),
            AXIS,
            "linear",
            FEATURES,
            "taylor",
            "attention.weights.feature-width",
            "3"));
  }

  /** Katharopoulos et al. 2020, equation 7: {@code φ(q)·φ(k)} with φ = elu + 1. */
  static double elu(double[] q, double[] k) {
    double sum = 0;
    for (int c = 0; c < q.length; c++) {
      sum += elu(q[c]) * elu(k[c]);
    }
    return sum;
  }

  private static double elu(double x) {
    return (x > 0 ? x : Math.exp(x) - 1) + 1;
  }

  /** Arora et al. 2024, section 4.1: {@code 1 + s + s²/2} with {@code s = q·k / √d}. */
  static double taylor(double[] q, double[] k) {
    double s = 0;
    for (int c = 0; c < q.length; c++) {
      s += q[c] * k[c] / Math.sqrt(q.length);
    }
    return 1 + s + s * s / 2;
  }

  private static double[][] attention(
      ReferenceLayer l, double[][][] queries, double[][][] keys, Similarity similarity) {
    return read(each(queries, keys, (q, k) -> weights(q, k, similarity)), l.value());
  }

  /** The causal weights of a head; 1e-6 is added to each sum, as in the code of the first paper. */
  private static double[][] weights(double[][] q, double[][] k, Similarity similarity) {
    double[][] weights = new double[q.length][q.length];
    for (int t = 0; t < q.length; t++) {
      double sum = 1e-6;
      for (int j = 0; j <= t; j++) {
        weights[t][j] = similarity.of(q[t], k[j]);
        sum += weights[t][j];
      }
      for (int j = 0; j <= t; j++) {
        weights[t][j] /= sum;
      }
    }
    return weights;
  }
}
