package org.attune.bench.search;

import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * A test function whose arguments are shifted and rotated, so that no axis acts alone and the
 * minimum is at no special place. The unit cube is rotated around its middle, and then shifted by
 * up to a fifth of its width.
 */
final class Moved {

  private static final double SHIFT = 0.2;

  /** How far the minimum stays from the bounds, as a share of the width. */
  private static final double MARGIN = 0.03;

  private Moved() {}

  /**
   * The function's arguments by points of the unit cube.
   *
   * @param low the function's bounds
   * @param best where the function has its minimum; the moved one has it inside the cube
   */
  static UnaryOperator<double[]> arguments(double[] low, double[] high, double[] best) {
    int n = low.length;
    for (long seed = 1; ; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] rotation = rotation(n, random);
      double[] shift = new double[n];
      for (int i = 0; i < n; i++) {
        shift[i] = SHIFT * (2 * random.nextDouble() - 1);
      }
      if (inside(rotation, shift, low, high, best)) {
        return x -> at(rotation, shift, low, high, x);
      }
    }
  }

  /** The function's argument for a point of the unit cube. */
  private static double[] at(
      double[][] rotation, double[] shift, double[] low, double[] high, double[] x) {
    double[] at = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double turned = 0.5;
      for (int j = 0; j < x.length; j++) {
        turned += rotation[i][j] * (x[j] - 0.5 - shift[j]);
      }
      at[i] = low[i] + turned * (high[i] - low[i]);
    }
    return at;
  }

  private static boolean inside(
      double[][] rotation, double[] shift, double[] low, double[] high, double[] best) {
    for (int j = 0; j < shift.length; j++) {
      double x = 0.5 + shift[j];
      for (int i = 0; i < shift.length; i++) {
        x += rotation[i][j] * ((best[i] - low[i]) / (high[i] - low[i]) - 0.5);
      }
      if (x < MARGIN || x > 1 - MARGIN) {
        return false;
      }
    }
    return true;
  }

  /** A random rotation: normal rows, made orthogonal to the earlier ones. */
  private static double[][] rotation(int n, SplittableRandom random) {
    double[][] rows = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        rows[i][j] = random.nextGaussian();
      }
      for (int k = 0; k < i; k++) {
        double along = 0;
        for (int j = 0; j < n; j++) {
          along += rows[i][j] * rows[k][j];
        }
        for (int j = 0; j < n; j++) {
          rows[i][j] -= along * rows[k][j];
        }
      }
      double length = 0;
      for (double value : rows[i]) {
        length += value * value;
      }
      for (int j = 0; j < n; j++) {
        rows[i][j] /= Math.sqrt(length);
      }
    }
    return rows;
  }
}
