package org.attune.sweeps.spec;

import java.time.Duration;
import org.attune.sweeps.trial.CheckpointPlan;

/**
 * When trials write checkpoints and which are kept. It shapes no number.
 *
 * @param every the time from one to the next
 * @param everySteps one after every so many steps, too; 0 for none by steps
 * @param keep which are kept once their trial has ended
 */
public record Checkpointing(Duration every, long everySteps, Keep keep) {

  /** Often enough that at most a minute's work is lost where a step takes less than half of one. */
  public static final Checkpointing STANDARD =
      new Checkpointing(Duration.ofSeconds(30), 0, Keep.BEST);

  /** Whose last state is kept. */
  public enum Keep {
    /** Nobody's. */
    NONE,
    /** The best trial's. */
    BEST,
    /** Every trial's. */
    ALL
  }

  /**
   * What trials are told.
   *
   * @param carriedOn whether trials may begin where others ended
   */
  public CheckpointPlan plan(boolean carriedOn) {
    return new CheckpointPlan(every, everySteps, keep != Keep.NONE || carriedOn);
  }
}
