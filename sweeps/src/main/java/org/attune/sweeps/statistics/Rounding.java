package org.attune.sweeps.statistics;

/**
 * What rounding alone may put between two values of a metric, by the arithmetic that computed them.
 *
 * <pre>{@code
 * Rounding.FLOAT32.isBetween(4.1719310, 4.1719314); // true: a sum in another order
 * Rounding.FLOAT64.isBetween(4.1719310, 4.1719314); // false
 * }</pre>
 */
public enum Rounding {
  /** Numbers of a program, and of tables. */
  FLOAT64(1e-12),

  /**
   * Metrics of Attune's own networks. One rounding is 2^-24 of a value. A metric is a mean of
   * thousands of rounded numbers, and two orders of their additions were up to 7e-9 of the value
   * apart after one step. Training lets such a difference grow. So 16 roundings count as none:
   * 2^-20, a millionth of the value.
   */
  FLOAT32(0x1p-20);

  private final double share;

  Rounding(double share) {
    this.share = share;
  }

  /** The largest difference that rounding explains between values up to the given size. */
  public double of(double largest) {
    return share * Math.abs(largest);
  }

  /**
   * Whether two values differ, and rounding explains it. Between whole numbers nothing is rounding:
   * they are counts, such as parameters. NaN has no distance.
   */
  public boolean isBetween(double one, double other) {
    boolean counts = one == Math.rint(one) && other == Math.rint(other);
    return one != other
        && !counts
        && Math.abs(one - other) <= of(Math.max(Math.abs(one), Math.abs(other)));
  }
}
