package org.attune.model.cpu.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Steps of states of all widths, against plain loops in float64. */
class TestStateSteps {

  private static final int LONGEST = 70;

  private final Random random = new Random(1);

  static Stream<StateSteps> steps() {
    return Lanes.available()
        ? Stream.of(new VectorStateSteps(), new StateSteps())
        : Stream.of(new StateSteps());
  }

  private Span span(int n) {
    return new Span(random, n);
  }

  @ParameterizedTest
  @MethodSource("steps")
  void stepsOfAStateAndTheirAdjointsAreRight(StateSteps steps) {
    int rows = 3;
    for (int n = 1; n < LONGEST; n++) {
      int columns = n;
      float[] q = span(n).numbers();
      float[] u = span(rows).numbers();
      Span k = span(n);
      Span dy = span(rows);
      Span s = span(rows * n);
      float[] g = span(rows * n).numbers();
      float[] before = g.clone();
      float[] dq = new float[n];
      float[] along = new float[n];
      float[] to = new float[rows * n];

      System.arraycopy(s.data, s.at, to, 0, rows * n);
      float[] both = Arrays.copyOf(to, 2 * rows * n);
      steps.advance(q, k.data, k.at, u, both, 0, rows * n, rows, 0, n);
      is(
          both,
          rows * n,
          rows * n,
          i -> q[i % columns] * to[i] + u[i / columns] * k.numbers()[i % columns]);
      steps.backOverRead(q, dy.data, dy.at, u, s.data, s.at, g, dq, along, rows, 0, n);
      is(g, 0, rows * n, i -> before[i] + dy.numbers()[i / columns] * q[i % columns]);
      is(dq, 0, n, i -> sum(rows, j -> dy.numbers()[j] * to[j * columns + i]));
      is(along, 0, n, i -> sum(rows, j -> u[j] * g[j * columns + i]));
      for (float[] du : new float[][] {u, null}) {
        float[] later = g.clone();
        float[] da = new float[n];
        float[] corrected = new float[n];
        steps.backOverDecay(q, k.data, k.at, du, s.data, s.at, later, da, corrected, rows, 0, n);
        Span.Expected left =
            i -> g[i] - (du == null ? 0 : du[i / columns]) * k.numbers()[i % columns];
        is(later, 0, rows * n, i -> q[i % columns] * left.at(i));
        is(da, 0, n, i -> sum(rows, j -> left.at(j * columns + i) * to[j * columns + i]));
        is(corrected, 0, n, i -> du == null ? 0 : sum(rows, j -> du[j] * to[j * columns + i]));
      }
    }
  }

  private static double sum(int rows, Span.Expected term) {
    return IntStream.range(0, rows).mapToDouble(term::at).sum();
  }

  private static void is(float[] found, int from, int count, Span.Expected expected) {
    for (int i = 0; i < count; i++) {
      assertThat((double) found[from + i]).isCloseTo(expected.at(i), within(1e-5));
    }
  }
}
