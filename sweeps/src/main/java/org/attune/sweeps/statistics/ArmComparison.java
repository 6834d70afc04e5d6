package org.attune.sweeps.statistics;

import java.util.Optional;
import java.util.Set;
import org.attune.sweeps.statistics.MeanTest.Interval;

/** Two arms compared over their seeds, in pairs or not: a cell and its control. */
public interface ArmComparison {

  /** The probability of results this high if the true difference were a margin or less. */
  double above(double margin);

  /** The probability of results this low if the true difference were a margin or more. */
  double below(double margin);

  /** The probability of results this far from 0, on either side, if there were no difference. */
  double twoSided();

  /** Whether {@link #twoSided} is the smallest that this number of seeds can give. */
  boolean least();

  /** The smallest {@link #twoSided} that this many seeds can give by the same test. */
  double leastTwoSided();

  /** The mean of cell less control over the seeds that did not fail; NaN without any. */
  double difference();

  /** The number of seeds at which an arm failed. */
  int failed();

  /** Whether ranks judge, not means. */
  boolean ranks();

  /** The arms whose values are bimodal. */
  Set<Arm> modes();

  /** Whether rounding alone makes the difference. */
  boolean rounded();

  /** What the looks at these seeds cost. */
  LookCost cost();

  /** The differences that the test does not exclude at a two-sided level, beside 0. */
  Interval intervalBeside0(double level);

  /** Whether the cell's values are the higher ones, as far as the seeds tell; failed ones count. */
  default boolean higher() {
    return above(0) < below(0);
  }

  /** Why ranks judge; empty where means do. */
  default Optional<String> whyRanks() {
    return ranks() ? Optional.of(failed() > 0 ? "failed seeds" : "two modes") : Optional.empty();
  }
}
