package org.attune.sweeps.search;

import org.apache.commons.math3.random.SobolSequenceGenerator;
import org.attune.api.search.Trial;

/**
 * Points that fill the unit cube evenly: Sobol's sequence with Joe and Kuo's direction numbers. A
 * hash scrambles its digits in Owen's way (Owen, "Scrambled Net Variance for Integrals of Smooth
 * Functions", 1997; Burley, "Practical Hash-based Owen Scrambling", JCGT 9, 2020, section 4).
 * Another seed gives another sequence that is equally even.
 */
final class SobolPoints {

  /**
   * The library has direction numbers for this many dimensions; further coordinates are only
   * hashed.
   */
  private static final int MOST_DIMENSIONS = 1_000;

  private static final double SCALE = 0x1p-32;

  private final int dimensions;
  private final int[] seeds;
  private final SobolSequenceGenerator sequence;

  SobolPoints(int dimensions, long seed) {
    this.dimensions = dimensions;
    this.sequence = new SobolSequenceGenerator(Math.max(1, Math.min(dimensions, MOST_DIMENSIONS)));
    this.seeds = new int[dimensions];
    for (int i = 0; i < dimensions; i++) {
      seeds[i] = (int) (Trial.seed(seed, i) >>> 21);
    }
  }

  /** The point with this number, from 0; each coordinate is in [0, 1). */
  double[] point(int number) {
    double[] point = new double[dimensions];
    double[] plain = sequence.skipTo(number);
    for (int i = 0; i < dimensions; i++) {
      int digits =
          i < plain.length ? (int) (long) (plain[i] / SCALE) : Integer.reverse(number * 0x9E3779B9);
      point[i] = (scramble(digits, seeds[i]) & 0xFFFFFFFFL) * SCALE;
    }
    return point;
  }

  /** Flips each digit by a hash of the preceding digits. */
  private static int scramble(int digits, int seed) {
    int x = Integer.reverse(digits);
    x += seed;
    x ^= x * 0x6C50B47C;
    x ^= x * 0xB82F1E52;
    x ^= x * 0xC7AFE638;
    x ^= x * 0x8D22F6E6;
    return Integer.reverse(x);
  }
}
