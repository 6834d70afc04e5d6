package org.attune.sweeps.claim;

/** What of a seed's metric counts. */
public sealed interface Outcome {

  /**
   * The value itself: its mean over seeds is tested by Student's t, or its ranks where the outcomes
   * have two modes or seeds failed.
   */
  Outcome VALUE = new Value();

  /** The value itself. A seed without one, as after a divergence, counts as the worst value. */
  record Value() implements Outcome {}

  /**
   * Whether the value reaches a threshold: how many seeds do is tested exactly. For outcomes with
   * two modes, solved or not. A seed without a value has not.
   *
   * @param threshold to be reached, itself included
   * @param atLeast whether values from the threshold up count; otherwise those down from it
   */
  record Solved(double threshold, boolean atLeast) implements Outcome {

    /** Whether a value counts as solved; what is not a number does not. */
    public boolean by(double value) {
      return atLeast ? value >= threshold : value <= threshold;
    }
  }
}
