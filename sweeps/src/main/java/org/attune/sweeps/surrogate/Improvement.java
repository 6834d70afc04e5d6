package org.attune.sweeps.surrogate;

/** How much a trial at a point is expected to gain, as a logarithm. */
public interface Improvement {

  /**
   * The value at a point, whose coordinates are positions from 0 to 1, category values or NaN.
   *
   * @param gradient receives the gradient; null to skip it
   */
  double at(double[] point, double[] gradient);
}
