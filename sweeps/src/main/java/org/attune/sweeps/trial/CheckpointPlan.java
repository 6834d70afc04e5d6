package org.attune.sweeps.trial;

import java.io.Serializable;
import java.time.Duration;

/**
 * When a running trial writes its state to a file. It shapes no number: a sweep may be resumed with
 * another plan.
 *
 * @param every the time from one file to the next, if steps are shorter than that
 * @param everySteps a file after every so many steps; 0 for none by steps
 * @param atEnd whether the state at a trial's end is written too, however it ends but by failing
 */
public record CheckpointPlan(Duration every, long everySteps, boolean atEnd)
    implements Serializable {

  /** No files. */
  public static final CheckpointPlan NONE = new CheckpointPlan(Duration.ofDays(36500), 0, false);
}
