package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.util.Optional;
import org.attune.api.trial.CheckpointPlan;
import org.attune.sweeps.spec.ExecutionSettings;

/**
 * The settings of one driver's work on a sweep.
 *
 * @param mostSlots the most trials at a time
 * @param threadsPerTrial for each trial's computation
 * @param trialTimeout ends an attempt after this time
 * @param slotTimeout a run gives up after this time if its next trial needs more slots than there
 *     are
 * @param checkpoints when trials write checkpoints
 * @param parting how long running attempts may take to save their state once the run is
 *     interrupted; if zero they are ended at once
 * @param heldOutByReplicate whether each replicate has held-out examples of its own
 * @param reuse finds trials that another sweep has trained
 */
public record LoopSetup(
    int mostSlots,
    int threadsPerTrial,
    Optional<Duration> trialTimeout,
    Duration slotTimeout,
    CheckpointPlan checkpoints,
    Duration parting,
    boolean heldOutByReplicate,
    Reuse reuse) {

  /** The setup of a sweep file. */
  public static LoopSetup of(
      ExecutionSettings execution, int mostSlots, int threadsPerTrial, CheckpointPlan checkpoints) {
    return new LoopSetup(
        mostSlots,
        threadsPerTrial,
        execution.trialTimeout(),
        execution.slotTimeout(),
        checkpoints,
        Duration.ZERO,
        false,
        Reuse.NONE);
  }

  /** This setup with another time for running attempts to save their state. */
  public LoopSetup parting(Duration time) {
    return with(time, heldOutByReplicate, reuse);
  }

  /**
   * This setup, for a sweep whose replicates have held-out examples of their own, or share them.
   */
  public LoopSetup heldOutByReplicate(boolean byReplicate) {
    return with(parting, byReplicate, reuse);
  }

  /** This setup, with other sweeps whose trials it adopts. */
  public LoopSetup reusing(Reuse others) {
    return with(parting, heldOutByReplicate, others);
  }

  private LoopSetup with(Duration time, boolean byReplicate, Reuse others) {
    return new LoopSetup(
        mostSlots,
        threadsPerTrial,
        trialTimeout,
        slotTimeout,
        checkpoints,
        time,
        byReplicate,
        others);
  }
}
