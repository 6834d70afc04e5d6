package org.attune.sweeps.search;

import java.util.Locale;

/**
 * What makes one trial better than another.
 *
 * @param metric name of a final metric
 * @param goal which way is better
 */
public record Objective(String metric, Goal goal) {

  /** Which way is better. */
  public enum Goal {
    MINIMIZE,
    MAXIMIZE;

    /** As files and tables spell it: {@code minimize}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A value with less being better; what is not a number stays so. */
  public double loss(double value) {
    return goal == Goal.MINIMIZE ? value : -value;
  }

  /** Whether {@code candidate} beats {@code incumbent}; what is not a number beats nothing. */
  public boolean better(double candidate, double incumbent) {
    if (Double.isNaN(candidate)) {
      return false;
    }
    return Double.isNaN(incumbent)
        || (goal == Goal.MINIMIZE ? candidate < incumbent : candidate > incumbent);
  }
}
