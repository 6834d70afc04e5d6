package org.attune.model.program;

/**
 * Random numbers as a function of the seed, the step, the primitive and the element. They are equal
 * on every backend and for every split of a batch into parts.
 *
 * <p>Each number is a hash of these coordinates by SplitMix64's finaliser (Steele, Lea and Flood
 * 2014). The hash applies it once per coordinate, so neighbouring seeds and steps share no stream.
 *
 * @param key of a step of a training
 */
public record Noise(long key) {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1p-53;

  /** The noise of one step of a training. */
  public static Noise of(long seed, long step) {
    return new Noise(mix(mix(seed) + GOLDEN * (step + 1)));
  }

  /** The noise of one primitive in this step. */
  public Noise at(int node) {
    return new Noise(mix(key + GOLDEN * (node + 1L)));
  }

  /**
   * A number drawn uniformly from [0, 1).
   *
   * @param element counted over the whole batch, for every part of it
   */
  public double uniform(long element) {
    return (mix(key + GOLDEN * (element + 1)) >>> 11) * UNIT;
  }

  /** A number from the standard Gumbel distribution. */
  public double gumbel(long element) {
    double uniform = Math.max(uniform(element), Double.MIN_NORMAL);
    return -Math.log(-Math.log(uniform));
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
