package org.attune.api.trial;

import java.io.Serializable;
import java.time.Duration;

/**
 * When a running trial writes checkpoints. It does not affect numbers: a sweep may resume with
 * another plan.
 *
 * <pre>{@code
 * CheckpointPlan plan = new CheckpointPlan(Duration.ofMinutes(10), 0, true);
 * plan.every().toSeconds(); // 600
 * }</pre>
 *
 * @param every the time between checkpoints, if steps are shorter than that
 * @param everySteps the number of steps between two further checkpoints; 0 for none
 * @param atEnd whether to write a checkpoint at a trial's end too, unless it fails
 */
public record CheckpointPlan(Duration every, long everySteps, boolean atEnd)
    implements Serializable {

  /** No checkpoints. */
  public static final CheckpointPlan NONE = new CheckpointPlan(Duration.ofDays(36500), 0, false);
}
