package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceLayer.each;
import static org.attune.model.reference.ReferenceLayer.joined;

import java.util.stream.Stream;

/**
 * Readings through a state, layer by layer and in plain Java. {@link TestStateForms} has the same
 * without a state.
 */
final class ReadingCases {

  private static final String AXIS = "attention.reading";

  /** The decay of a token, head and key channel. */
  private interface Decay {
    double of(int t, int head, int channel);
  }

  /** A number of a token and head. */
  private interface PerHead {
    double of(int t, int head);
  }

  private ReadingCases() {}

  /** All of them. */
  static Stream<LayerCase> cases() {
    return Stream.of(
        new LayerCase(
            "retention",
            l ->
                read(
                    l.query(),
                    l.key(),
                    l.value(),
                    (t, h, c) -> 1 - Math.pow(2, -5 - h),
                    (t, h) -> 1,
                    false,
                    scale(l)),
            AXIS,
            "retention"),
        new LayerCase(
            "gated linear attention",
            ReadingCases::gatedLinear,
            AXIS,
            "gated-linear",
            "attention.reading.rank",
            "3"),
        new LayerCase("state space", ReadingCases::stateSpace, AXIS, "ssd"),
        new LayerCase("delta rule", l -> delta(l, 1, (t, h, c) -> 1), AXIS, "delta"),
        new LayerCase(
            "delta rule with negative eigenvalues",
            l -> delta(l, 2, (t, h, c) -> 1),
            AXIS,
            "delta",
            "attention.reading.negative-eigenvalues",
            "true"),
        new LayerCase("gated delta rule", l -> gatedDelta(l, 1), AXIS, "gated-delta"),
        new LayerCase(
            "gated delta rule with negative eigenvalues",
            l -> gatedDelta(l, 2),
            AXIS,
            "gated-delta",
            "attention.reading.negative-eigenvalues",
            "true"));
  }

  private static double[][] gatedDelta(ReferenceLayer l, double most) {
    double[][] steps = steps(l);
    return delta(l, most, (t, h, c) -> Math.exp(-rate(l, h) * steps[t][h]));
  }

  private static double[][] gatedLinear(ReferenceLayer l) {
    double[][] z = times(times(l.x(), l.matrix("decay-narrow")), l.matrix("decay-wide"));
    int width = z[0].length / l.heads();
    return read(
        l.query(),
        l.key(),
        l.value(),
        (t, h, c) -> {
          int column = h * width + c;
          double open = z[t][column] + l.vector("decay-bias")[column];
          return Math.pow(1 / (1 + Math.exp(-open)), 1 / 16.0);
        },
        (t, h) -> 1,
        false,
        scale(l));
  }

  private static double[][] stateSpace(ReferenceLayer l) {
    double[][] steps = steps(l);
    double[][] y =
        read(
            l.query(),
            l.key(),
            l.value(),
            (t, h, c) -> Math.exp(-rate(l, h) * steps[t][h]),
            (t, h) -> steps[t][h],
            false,
            1);
    double[][] v = joined(l.value());
    for (int t = 0; t < y.length; t++) {
      for (int c = 0; c < y[t].length; c++) {
        y[t][c] += l.vector("skip")[c] * v[t][c];
      }
    }
    return y;
  }

  private static double[][] delta(ReferenceLayer l, double most, Decay decay) {
    double[][] share = times(l.x(), l.matrix("write"));
    return read(
        each(l.query(), ReadingCases::unit),
        each(l.key(), ReadingCases::unit),
        l.value(),
        decay,
        (t, h) -> most / (1 + Math.exp(-share[t][h])),
        true,
        scale(l));
  }

  /** softplus(x W + b), (T, H). */
  private static double[][] steps(ReferenceLayer l) {
    double[][] z = times(l.x(), l.matrix("step"));
    for (double[] row : z) {
      for (int h = 0; h < row.length; h++) {
        row[h] = Math.log1p(Math.exp(row[h] + l.vector("step-bias")[h]));
      }
    }
    return z;
  }

  private static double rate(ReferenceLayer l, int head) {
    return Math.exp(l.vector("decay-rate")[head]);
  }

  private static double scale(ReferenceLayer l) {
    return 1 / Math.sqrt(l.x()[0].length / (double) l.heads());
  }

  /** Rows of length 1. */
  private static double[][] unit(double[][] rows) {
    double[][] unit = new double[rows.length][];
    for (int t = 0; t < rows.length; t++) {
      double square = 0;
      for (double x : rows[t]) {
        square += x * x / rows[t].length;
      }
      double length = Math.sqrt((square + 1e-6) * rows[t].length);
      unit[t] = java.util.Arrays.stream(rows[t]).map(x -> x / length).toArray();
    }
    return unit;
  }

  /** What heads read, (T, d), token by token. */
  private static double[][] read(
      double[][][] q,
      double[][][] k,
      double[][][] v,
      Decay decay,
      PerHead write,
      boolean corrects,
      double scale) {
    double[][][] y = new double[q.length][][];
    for (int h = 0; h < q.length; h++) {
      int width = k[h][0].length;
      int depth = v[h][0].length;
      double[][] state = new double[width][depth];
      y[h] = new double[q[h].length][depth];
      for (int t = 0; t < q[h].length; t++) {
        double[] written = v[h][t].clone();
        for (int c = 0; c < width; c++) {
          for (int j = 0; j < depth; j++) {
            state[c][j] *= decay.of(t, h, c);
            written[j] -= corrects ? k[h][t][c] * state[c][j] : 0;
          }
        }
        for (int c = 0; c < width; c++) {
          for (int j = 0; j < depth; j++) {
            state[c][j] += write.of(t, h) * k[h][t][c] * written[j];
            y[h][t][j] += scale * q[h][t][c] * state[c][j];
          }
        }
      }
    }
    return joined(y);
  }
}
