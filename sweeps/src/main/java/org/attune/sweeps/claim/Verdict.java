package org.attune.sweeps.claim;

/** What the seeds that were spent say to a claim. Each is read off the claim's interval. */
public enum Verdict {
  /** A difference above the margin is shown; of a claim "near", one inside it. */
  REPRODUCED("reproduced"),
  /** A difference in the other direction is shown; of a claim "near", one beyond the margin. */
  OPPOSITE("opposite"),
  /** The interval excludes the paper's effect, and neither a direction nor its absence is shown. */
  SMALLER("smaller"),
  /** A difference between minus and plus the margin is shown, where more was claimed. */
  NO_DIFFERENCE("no difference"),
  /** Nothing is shown with these seeds. */
  INCONCLUSIVE("inconclusive"),
  /** The file says why the claim cannot be tested at this size. */
  NOT_TESTABLE("not testable");

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  /** As tables print it. */
  public String label() {
    return label;
  }

  /** Whether something is shown. */
  public boolean shown() {
    return this != INCONCLUSIVE && this != NOT_TESTABLE;
  }

  /** Whether further seeds would be spent in vain. */
  public boolean decided() {
    return this != INCONCLUSIVE;
  }
}
