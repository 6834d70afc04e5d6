package org.attune.sweeps.analysis;

import java.util.Optional;
import org.attune.sweeps.search.Objective.Goal;
import org.attune.sweeps.statistics.MeanTest;

/**
 * A cell beside its control, over the seeds that both have.
 *
 * @param cell name
 * @param at values that it was tuned to, such as {@code learning-rate=0.003}; empty where nothing
 *     is tuned
 * @param control name
 * @param controlAt values that the control was tuned to
 * @param test of the differences, cell less control, one a seed
 * @param interval of the mean difference, at the level that Holm's method holds it against; NaN
 *     below two seeds
 * @param probability two-sided, of this pair alone
 * @param adjusted Holm-adjusted over all pairs; NaN below two seeds
 * @param verdict what is shown
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

  /** What the seeds show. */
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

    /** In words. */
    public String label() {
      return label;
    }
  }

  /** Mean of cell less control. */
  public double difference() {
    return test.summary().mean();
  }

  /** Seeds that both have. */
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
