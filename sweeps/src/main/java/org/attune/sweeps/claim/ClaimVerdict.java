package org.attune.sweeps.claim;

/** The result of a claim with the seeds so far. Each verdict follows from the claim's interval. */
public enum ClaimVerdict {
  /** A difference above the margin is shown; for a "near" claim, a difference within it. */
  REPRODUCED("reproduced", "shown"),
  /** The interval lies above the paper's effect by more than the margin. */
  LARGER("larger", "larger than claimed"),
  /**
   * A difference in the other direction is shown; for a "near" claim, a difference beyond the
   * margin.
   */
  OPPOSITE("opposite", "the opposite is shown"),
  /** The interval excludes the paper's effect, and neither a direction nor its absence is shown. */
  SMALLER("smaller", "smaller than claimed"),
  /** A difference between minus and plus the margin is shown, although more was claimed. */
  NO_DIFFERENCE("no difference", "no difference beyond the margin"),
  /**
   * The control is farther from the paper's control than the paper's effect is large, so nothing is
   * said of the effect: such as a control that fails where the paper's succeeds.
   */
  CONTROL_DIFFERS("control differs", "the control differs"),
  /** No margin was claimed, and rounding explains the difference of every seed. */
  ROUNDING("no difference beyond rounding", "no difference beyond rounding"),
  /** Nothing is shown with these seeds. */
  INCONCLUSIVE("inconclusive", "inconclusive"),
  /** The file says why the claim cannot be tested at this size. */
  NOT_TESTABLE("not testable", "not testable");

  private final String label;
  private final String own;

  ClaimVerdict(String label, String words) {
    this.label = label;
    this.own = words;
  }

  /** The spelling in tables, JSON and pages. */
  public String label() {
    return label;
  }

  /** The verdict on a claim in words: a user's own claim has no paper that it could reproduce. */
  public String words(Claim claim) {
    return claim.own() ? own : label;
  }

  /** Whether a difference is shown, or its absence. */
  public boolean shown() {
    return this != INCONCLUSIVE
        && this != NOT_TESTABLE
        && this != CONTROL_DIFFERS
        && this != ROUNDING;
  }

  /** Whether further seeds would be useless. */
  public boolean decided() {
    return this != INCONCLUSIVE;
  }
}
