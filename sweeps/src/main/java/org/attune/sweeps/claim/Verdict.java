package org.attune.sweeps.claim;

/** What the seeds that were spent say to a claim. */
public enum Verdict {
  /** That it holds is shown. */
  REPRODUCED("reproduced"),
  /** That it does not hold is shown. */
  NOT_REPRODUCED("not reproduced"),
  /** That the two differ by less than the margin is shown, where more was claimed. */
  NO_DIFFERENCE("no difference"),
  /** Nothing is shown with these seeds. */
  INCONCLUSIVE("inconclusive at this scale");

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  /** As tables print it. */
  public String label() {
    return label;
  }

  /** Whether further seeds would be spent in vain. */
  public boolean decided() {
    return this != INCONCLUSIVE;
  }
}
