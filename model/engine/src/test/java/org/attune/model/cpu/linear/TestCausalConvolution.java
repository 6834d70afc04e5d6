package org.attune.model.cpu.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Windows over triangles against plain loops in float64: on vectors, and without. */
class TestCausalConvolution {

  private static final int[][] WINDOWS = {{1, 1}, {1, 3}, {2, 7}, {3, 1}, {6, 11}, {9, 9}};
  private static final int[] LENGTHS = {1, 2, 5, 15, 16, 17, 33, 64};

  static Stream<Window> windows() {
    return Lanes.available()
        ? Stream.of(new VectorWindow(), new Window())
        : Stream.of(new Window());
  }

  @ParameterizedTest
  @MethodSource("windows")
  void allThreeSumsAgreeWithFloat64(Window window) {
    Random random = new Random(1);
    for (int[] size : WINDOWS) {
      for (int length : LENGTHS) {
        new Case(random, size[0], size[1], length).agrees(window);
      }
    }
  }

  private record Case(int height, int width, double[] taps, double[][] x, double[][] y) {

    Case(Random random, int height, int width, int length) {
      this(
          height,
          width,
          random.doubles((long) height * width, -1, 1).map(n -> (float) n).toArray(),
          triangle(random, length),
          triangle(random, length));
    }

    private static double[][] triangle(Random random, int length) {
      double[][] rows = new double[length][length];
      for (int r = 0; r < length; r++) {
        for (int c = 0; c <= r; c++) {
          rows[r][c] = (float) random.nextGaussian();
        }
      }
      return rows;
    }

    void agrees(Window window) {
      CausalConvolution convolution = new CausalConvolution(window, height, width, x.length);
      float[] floats = new float[taps.length];
      for (int t = 0; t < taps.length; t++) {
        floats[t] = (float) taps[t];
      }
      float[] sums = new float[convolution.resultSize()];
      Arrays.fill(sums, Float.NaN); // what was there is not read

      convolution.before(laid(convolution, x), floats, sums);
      agree(convolution, sums, 1);
      convolution.after(laid(convolution, y), floats, sums);
      agree(convolution, sums, -1);

      float[] learnt = floats.clone();
      convolution.learn(laid(convolution, x), laid(convolution, y), learnt);
      for (int t = 0; t < taps.length; t++) {
        double expected = taps[t];
        double terms = 1;
        for (int r = 0; r < x.length; r++) {
          for (int c = 0; c <= r; c++) {
            double term = y[r][c] * at(x, r - t / width, c - t % width + width / 2);
            expected += term;
            terms += Math.abs(term);
          }
        }
        assertThat((double) learnt[t])
            .as("tap %d of %s", t, this)
            .isCloseTo(expected, within(1e-6 * terms));
      }
    }

    /**
     * @param direction 1 for sums over rows before, -1 for rows after
     */
    private void agree(CausalConvolution convolution, float[] sums, int direction) {
      double[][] of = direction > 0 ? x : y;
      for (int r = 0; r < of.length; r++) {
        for (int c = 0; c <= r; c++) {
          double expected = 0;
          for (int t = 0; t < taps.length; t++) {
            int b = t % width - width / 2;
            expected += taps[t] * at(of, r - direction * (t / width), c - direction * b);
          }
          assertThat((double) sums[convolution.resultRow(r) + c])
              .as("%d, %d of %d x %d over %d", r, c, height, width, of.length)
              .isCloseTo(expected, within(1e-5));
        }
      }
    }

    private static double at(double[][] of, int row, int column) {
      boolean within = row >= 0 && row < of.length && column >= 0 && column < of.length;
      return within ? of[row][column] : 0;
    }

    private static float[] laid(CausalConvolution convolution, double[][] rows) {
      float[] laid = new float[convolution.size()];
      for (int r = 0; r < rows.length; r++) {
        for (int c = 0; c <= r; c++) {
          laid[convolution.row(r) + c] = (float) rows[r][c];
        }
      }
      return laid;
    }
  }
}
