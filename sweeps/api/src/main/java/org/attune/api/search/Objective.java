package org.attune.api.search;

import java.util.Locale;

/**
 * The measure by which trials are ranked.
 *
 * <pre>{@code
 * Objective loss = new Objective("loss", Objective.Goal.MINIMIZE);
 * loss.better(0.1, 0.2); // true
 * loss.better(Double.NaN, 0.2); // false
 * loss.better(0.3, Double.NaN); // true
 * }</pre>
 *
 * @param metric name of a final metric
 * @param goal the better direction
 */
public record Objective(String metric, Goal goal) {

  /** The better direction. */
  public enum Goal {
    MINIMIZE,
    MAXIMIZE;

    /** The spelling in files and tables: {@code minimize}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The value as a loss, lower is better; NaN stays NaN. */
  public double loss(double value) {
    return goal == Goal.MINIMIZE ? value : -value;
  }

  /** Whether {@code candidate} beats {@code incumbent}; NaN beats nothing. */
  public boolean better(double candidate, double incumbent) {
    if (Double.isNaN(candidate)) {
      return false;
    }
    return Double.isNaN(incumbent)
        || (goal == Goal.MINIMIZE ? candidate < incumbent : candidate > incumbent);
  }
}
