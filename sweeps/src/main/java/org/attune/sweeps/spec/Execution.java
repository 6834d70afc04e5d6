package org.attune.sweeps.spec;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How trials are run, but for what shapes their numbers: that is a parameter like any other.
 *
 * @param retries how often a trial is tried again after a transient fault, a timeout or running out
 *     of memory; a lost executor costs none of them
 * @param slots trials at a time; empty: as many as the executors offer
 * @param threadsPerTrial empty: chosen from the machine when the sweep first starts
 * @param trialTimeout after which an attempt is ended; empty: never
 * @param slotTimeout after which a run is given up whose next trial takes more slots at once than
 *     there are
 * @param checkpoints when trials write their state to a file
 * @param gpusPerTrial whole GPUs, or a share of one that divides it, such as 0.5; empty: a trial
 *     runs on processors
 */
public record Execution(
    int retries,
    OptionalInt slots,
    OptionalInt threadsPerTrial,
    Optional<Duration> trialTimeout,
    Duration slotTimeout,
    Checkpointing checkpoints,
    OptionalDouble gpusPerTrial) {

  /** What a sweep file that says nothing has. */
  public static final Execution STANDARD =
      new Execution(
          2,
          OptionalInt.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          Duration.ofHours(1),
          Checkpointing.STANDARD,
          OptionalDouble.empty());

  /** The same on processors. */
  Execution onProcessors() {
    return new Execution(
        retries,
        slots,
        threadsPerTrial,
        trialTimeout,
        slotTimeout,
        checkpoints,
        OptionalDouble.empty());
  }
}
