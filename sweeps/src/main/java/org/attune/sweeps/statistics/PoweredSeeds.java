package org.attune.sweeps.statistics;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The number of seeds that would show a difference: by t with probability {@value #TARGET}, by
 * Johnson and Welch's approximation of the noncentral t (Biometrika 31, 1940). By ranks the spread
 * says nothing of that: what counts is how many differences have one sign, and how large they are
 * among the others.
 */
public final class PoweredSeeds {

  /** The probability that the seeds show the difference. */
  public static final double TARGET = 0.8;

  private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

  private PoweredSeeds() {}

  /**
   * The least number of seeds, all tested at once.
   *
   * @param effect in standard deviations of the paired differences
   * @param side the level on one side
   * @param most seeds that count
   * @return empty if more are needed
   */
  public static OptionalInt of(double effect, double side, int most) {
    return IntStream.rangeClosed(2, most)
        .filter(n -> MeanTest.leastOfPairs(n) <= side && power(effect, side, n) >= TARGET)
        .findFirst();
  }

  /**
   * The least of some numbers of seeds whose ranks show on which side of a margin the differences
   * lie, if new seeds differ as those found do.
   *
   * @param higher whether they lie above it, else below
   * @param side the level on one side
   * @param cost of the looks at these numbers
   * @return empty if none of them does
   */
  public static OptionalInt byRanks(
      SeedDifferences found,
      double margin,
      boolean higher,
      double side,
      LookCost cost,
      IntStream seeds) {
    return seeds
        .filter(n -> cost.paidOfAny(n, found.repeatedByRanks(n, margin, higher)) <= side)
        .findFirst();
  }

  private static double power(double effect, double side, int seeds) {
    double freedom = seeds - 1;
    double critical = new TDistribution(null, freedom).inverseCumulativeProbability(1 - side);
    double mean = effect * Math.sqrt(seeds) - critical * (1 - 1 / (4 * freedom));
    return NORMAL.cumulativeProbability(mean / Math.sqrt(1 + critical * critical / (2 * freedom)));
  }
}
