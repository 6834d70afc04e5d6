package org.attune.model.reference;

import static org.attune.model.reference.ReferenceLayer.each;
import static org.attune.model.reference.ReferenceLayer.read;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/** Formulas as parts, each beside the mechanism that it says, in plain Java. */
final class FormulaCases {

  private FormulaCases() {}

  /** All of them. */
  static Stream<LayerCase> cases() {
    return Stream.of(
        of(
            "gate that gates itself",
            l -> times(l.plain(), ReferenceGates.sigmoid(l.plain())),
            "attention.gate",
            "silu(y)"),
        of(
            "learned gate",
            l -> times(l.plain(), ReferenceGates.sigmoid(map(l.x(), l.matrix("gate")))),
            "attention.gate",
            "sigmoid(linear(x)) * y"),
        of(
            "window of three",
            l -> read(each(l.scores(), s -> ReferenceScores.softmax(window(s, 3))), l.value()),
            "attention.scores",
            "where(i - j < 3, s, -inf)"),
        of(
            "sigmoid attention",
            l -> read(each(l.scores(), ReferenceScores::sigmoidOverLength), l.value()),
            "attention.weights",
            "sigmoid(s - log(n))"),
        of(
            "Q-shift",
            l -> l.byQuery(ReferenceSources.shiftedQuery(l.x(), l.matrix("query"))),
            "attention.query",
            "linear(x, as: w) + shift(linear(x, as: w), 1)"),
        of(
            "K-shift of the sum, by 2",
            l -> l.byKey(ReferenceSources.summedKey(l.x(), l.matrix("key"), 2)),
            "attention.key",
            "linear(x, as: w) + shift(linear(x, as: w), 2)"),
        of(
            "Canon-B of queries: four taps of the projected query",
            l ->
                l.byQuery(
                    convolved(
                        map(l.x(), l.matrix("query")),
                        l.vector("query-number"),
                        l.vector("query-number-2"),
                        l.vector("query-number-3"))),
            "attention.query",
            "linear(x, as: w) + learned(0, per: channel) * shift(linear(x, as: w), 1)"
                + " + learned(0, per: channel) * shift(linear(x, as: w), 2)"
                + " + learned(0, per: channel) * shift(linear(x, as: w), 3)"),
        of(
            "values through a tanh",
            l ->
                read(
                    each(l.scores(), ReferenceScores::softmax),
                    each(l.value(), v -> map(v, Math::tanh))),
            "attention.values",
            "tanh(v)"));
  }

  private static LayerCase of(
      String name,
      java.util.function.Function<ReferenceLayer, double[][]> reads,
      String axis,
      String formula) {
    return new LayerCase("formula: " + name, reads, axis, "formula", axis + ".formula", formula);
  }

  /** Rows plus earlier rows, each channel times a tap of its own for each distance. */
  private static double[][] convolved(double[][] x, double[]... taps) {
    double[][] y = map(x, v -> v);
    for (int t = 0; t < x.length; t++) {
      for (int k = 1; k <= Math.min(t, taps.length); k++) {
        for (int c = 0; c < y[t].length; c++) {
          y[t][c] += taps[k - 1][c] * x[t - k][c];
        }
      }
    }
    return y;
  }

  private static double[][] window(double[][] scores, int width) {
    double[][] masked = map(scores, v -> v);
    for (int i = 0; i < masked.length; i++) {
      for (int j = 0; j <= i - width; j++) {
        masked[i][j] = -1e300;
      }
    }
    return masked;
  }

  private static double[][] map(double[][] x, DoubleUnaryOperator f) {
    return Arrays.stream(x)
        .map(row -> Arrays.stream(row).map(f).toArray())
        .toArray(double[][]::new);
  }

  private static double[][] times(double[][] a, double[][] b) {
    double[][] product = map(a, v -> v);
    for (int i = 0; i < a.length; i++) {
      for (int c = 0; c < a[i].length; c++) {
        product[i][c] *= b[i][c];
      }
    }
    return product;
  }

  private static double[][] map(double[][] x, double[][] w) {
    double[][] y = new double[x.length][w[0].length];
    for (int t = 0; t < x.length; t++) {
      for (int c = 0; c < y[t].length; c++) {
        for (int r = 0; r < w.length; r++) {
          y[t][c] += x[t][r] * w[r][c];
        }
      }
    }
    return y;
  }
}
