package org.attune.sweeps.spec;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How trials are run. Anything that affects their numbers is an ordinary parameter instead.
 *
 * @param retries how often a trial is retried after a transient fault, a timeout or running out of
 *     memory; a lost executor does not count
 * @param slots trials at a time; empty: as many as the executors offer
 * @param threadsPerTrial empty: chosen from the machine when the sweep first starts
 * @param trialTimeout an attempt ends after this time; empty: never
 * @param slotTimeout a run gives up after this time if its next trial needs more slots at once than
 *     there are
 * @param checkpoints when trials write checkpoints
 * @param gpusPerTrial whole GPUs, or an even share of one, such as 0.5; empty: a trial runs on CPUs
 */
public record ExecutionSettings(
    int retries,
    OptionalInt slots,
    OptionalInt threadsPerTrial,
    Optional<Duration> trialTimeout,
    Duration slotTimeout,
    Checkpointing checkpoints,
    OptionalDouble gpusPerTrial) {

  /** The default of a sweep file without the section. */
  public static final ExecutionSettings STANDARD =
      new ExecutionSettings(
          2,
          OptionalInt.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          Duration.ofHours(1),
          Checkpointing.STANDARD,
          OptionalDouble.empty());

  /** A copy that runs on CPUs. */
  ExecutionSettings onProcessors() {
    return new ExecutionSettings(
        retries,
        slots,
        threadsPerTrial,
        trialTimeout,
        slotTimeout,
        checkpoints,
        OptionalDouble.empty());
  }
}
