package org.attune.sweeps.surrogate;

/** Maximises an expected improvement from a start point, within [0, 1]. */
public final class Ascent {

  private Ascent() {}

  /**
   * The highest point reached.
   *
   * @param moves which coordinates may change
   */
  public static double[] climb(
      Improvement improvement, double[] start, boolean[] moves, int iterations) {
    double[] low = start.clone();
    double[] high = start.clone();
    for (int i = 0; i < start.length; i++) {
      if (moves[i]) {
        low[i] = 0;
        high[i] = 1;
      }
    }
    return Lbfgs.minimize(
        (x, gradient) -> {
          double value = improvement.at(x, gradient);
          for (int i = 0; i < x.length; i++) {
            gradient[i] = moves[i] ? -gradient[i] : 0;
          }
          return -value;
        },
        start,
        low,
        high,
        iterations);
  }
}
