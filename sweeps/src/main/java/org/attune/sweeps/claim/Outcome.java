package org.attune.sweeps.claim;

/** How a seed's metric counts. */
public sealed interface Outcome {

  /**
   * The value itself. Student's t tests its mean over seeds; ranks are used if outcomes are bimodal
   * or seeds failed.
   */
  Outcome VALUE = new PlainValue();

  /** The value itself. A seed without a value, as after a divergence, counts as the worst value. */
  record PlainValue() implements Outcome {}

  /**
   * Whether the value reaches a threshold; the number of such seeds is tested exactly. For bimodal
   * outcomes: solved or not solved. A seed without a value counts as not solved.
   *
   * @param threshold to reach, inclusive
   * @param atLeast whether values at or above the threshold count; otherwise values at or below it
   */
  record Solved(double threshold, boolean atLeast) implements Outcome {

    /** Whether a value counts as solved; NaN does not. */
    public boolean by(double value) {
      return atLeast ? value >= threshold : value <= threshold;
    }
  }
}
