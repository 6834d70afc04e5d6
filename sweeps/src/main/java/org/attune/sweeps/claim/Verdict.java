package org.attune.sweeps.claim;

/** The result of a claim with the seeds so far. Each verdict follows from the claim's interval. */
public enum Verdict {
  /** A difference above the margin is shown; for a "near" claim, a difference within it. */
  REPRODUCED("reproduced"),
  /**
   * A difference in the other direction is shown; for a "near" claim, a difference beyond the
   * margin.
   */
  OPPOSITE("opposite"),
  /** The interval excludes the paper's effect, and neither a direction nor its absence is shown. */
  SMALLER("smaller"),
  /** A difference between minus and plus the margin is shown, although more was claimed. */
  NO_DIFFERENCE("no difference"),
  /** Nothing is shown with these seeds. */
  INCONCLUSIVE("inconclusive"),
  /** The file says why the claim cannot be tested at this size. */
  NOT_TESTABLE("not testable");

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  /** The spelling in tables. */
  public String label() {
    return label;
  }

  /** Whether something is shown. */
  public boolean shown() {
    return this != INCONCLUSIVE && this != NOT_TESTABLE;
  }

  /** Whether further seeds would be useless. */
  public boolean decided() {
    return this != INCONCLUSIVE;
  }
}
