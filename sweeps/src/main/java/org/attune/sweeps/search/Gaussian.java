package org.attune.sweeps.search;

import java.util.SplittableRandom;

/** Standard normal numbers, the same in every Java version (Box and Muller 1958). */
final class Gaussian {

  private Gaussian() {}

  static double next(SplittableRandom random) {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }
}
