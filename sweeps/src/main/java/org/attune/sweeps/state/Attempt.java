package org.attune.sweeps.state;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.attune.sweeps.trial.Cause;

/**
 * One attempt at a trial, at one moment.
 *
 * @param number from 1
 * @param epoch of the driver that started it
 * @param state running, or how it ended
 * @param cause why it failed; empty otherwise
 * @param message what was said about its end; may be empty
 * @param slot the executor slot
 * @param host of the executor
 * @param device what it computed on: what it said itself, its slot's until then
 * @param startedAt when the slot took it
 * @param endedAt when its end was recorded; empty while it runs
 * @param lastStep the last training step that it reported; 0 before the first
 * @param metrics final ones when it has ended with a result, the latest reported otherwise
 * @param provenance of slot and run
 */
public record Attempt(
    int number,
    int epoch,
    TrialState state,
    Optional<Cause> cause,
    String message,
    String slot,
    String host,
    String device,
    Instant startedAt,
    Optional<Instant> endedAt,
    long lastStep,
    Map<String, Double> metrics,
    Map<String, String> provenance) {

  /** How long it took; empty while it runs. */
  public Optional<Duration> wallTime() {
    return endedAt.map(end -> Duration.between(startedAt, end));
  }
}
