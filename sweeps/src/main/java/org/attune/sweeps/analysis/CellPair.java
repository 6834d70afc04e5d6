package org.attune.sweeps.analysis;

import java.util.Optional;
import org.attune.sweeps.search.Objective.Goal;
import org.attune.sweeps.statistics.MeanTest;

/**
 * A cell compared with its control, over their common seeds.
 *
 * @param cell name
 * @param at its tuned values, such as {@code learning-rate=0.003}; empty if nothing is tuned
 * @param control name
 * @param controlAt the control's tuned values
 * @param test of the differences, cell minus control, one per seed
 * @param interval of the mean difference, at the pair's level from Holm's method; NaN for fewer
 *     than two seeds
 * @param probability two-sided, for this pair alone
 * @param adjusted Holm-adjusted over all pairs; NaN for fewer than two seeds
 * @param verdict the result
 */
public record CellPair(
    String cell,
    String at,
    String control,
    String controlAt,
    MeanTest test,
    MeanTest.Interval interval,
    double probability,
    double adjusted,
    Verdict verdict) {

  /** The result of a comparison. */
  public enum Verdict {
    BETTER("better"),
    WORSE("worse"),
    DIFFERENT("different"),
    OPEN("inconclusive"),
    UNTESTED("one seed: no test");

    private final String label;

    Verdict(String label) {
      this.label = label;
    }

    /** The spelling for people. */
    public String label() {
      return label;
    }
  }

  /** The mean of cell minus control. */
  public double difference() {
    return test.summary().mean();
  }

  /** The number of common seeds. */
  public long n() {
    return test.summary().n();
  }

  CellPair adjusted(double all, double level, Optional<Goal> goal) {
    return new CellPair(
        cell,
        at,
        control,
        controlAt,
        test,
        test.interval(1 - level),
        probability,
        all,
        verdict(all, goal));
  }

  private Verdict verdict(double all, Optional<Goal> goal) {
    if (all > Effect.LEVEL) {
      return Verdict.OPEN;
    }
    if (goal.isEmpty()) {
      return Verdict.DIFFERENT;
    }
    return difference() < 0 == (goal.get() == Goal.MINIMIZE) ? Verdict.BETTER : Verdict.WORSE;
  }
}
