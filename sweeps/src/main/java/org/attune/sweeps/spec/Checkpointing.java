package org.attune.sweeps.spec;

import java.time.Duration;
import org.attune.api.trial.CheckpointPlan;

/**
 * When trials write checkpoints, and which checkpoints are kept. It does not affect numbers.
 *
 * @param every time between checkpoints
 * @param everySteps the number of steps between two further checkpoints; 0 for none
 * @param keep which checkpoints are kept once their trial has ended
 */
public record Checkpointing(Duration every, long everySteps, Keep keep) {

  /** The default: at most a minute of work is lost if a step takes under 30 seconds. */
  public static final Checkpointing STANDARD =
      new Checkpointing(Duration.ofSeconds(30), 0, Keep.BEST);

  /** The trials that keep their last checkpoint. */
  public enum Keep {
    /** No trial's. */
    NONE,
    /** The best trial's. */
    BEST,
    /** Every trial's. */
    ALL
  }

  /**
   * The plan that trials receive.
   *
   * @param carriedOn whether trials may resume from other trials' checkpoints
   */
  public CheckpointPlan plan(boolean carriedOn) {
    return new CheckpointPlan(every, everySteps, keep != Keep.NONE || carriedOn);
  }
}
