package org.attune.sweeps.spec;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How trials are run.
 *
 * @param mode how trials share the machines
 * @param retries how often a trial is tried again after a transient fault, a timeout or running out
 *     of memory; a lost executor costs none of them
 * @param slots trials at a time; empty: as many as the executors offer
 * @param threadsPerTrial empty: chosen from the machine when the sweep first starts
 * @param trialTimeout after which an attempt is ended; empty: never
 * @param checkpoints when trials write their state to a file
 */
public record Execution(
    Mode mode,
    int retries,
    OptionalInt slots,
    OptionalInt threadsPerTrial,
    Optional<Duration> trialTimeout,
    Checkpointing checkpoints) {

  /** How trials share the machines. */
  public enum Mode {
    /** One trial in each executor slot. */
    FAN_OUT
  }
}
