package org.attune.sweeps.surrogate;

/** How much a trial at a point is expected to gain, as a logarithm. */
public interface Improvement {

  /** The value at a point, whose coordinates are positions from 0 to 1, category values or NaN. */
  default double at(double[] point) {
    return at(point, new double[point.length]);
  }

  /**
   * The value at such a point, with its gradient.
   *
   * @param gradient receives the gradient
   */
  double at(double[] point, double[] gradient);
}
