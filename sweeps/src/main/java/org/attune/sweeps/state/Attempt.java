package org.attune.sweeps.state;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Numbers;
import org.attune.api.trial.Cause;
import org.attune.sweeps.event.AdoptedFrom;
import org.attune.sweeps.event.Provenance;

/**
 * A snapshot of one attempt at a trial.
 *
 * @param number from 1
 * @param epoch of the driver that started it
 * @param state running, or its kind of end
 * @param cause why it failed; empty if it did not
 * @param message a message about its end; may be empty
 * @param slot the executor slot
 * @param host of the executor
 * @param device the device it computed on: its own report, or its slot's device until then
 * @param startedAt when the slot accepted it
 * @param endedAt when its end was recorded; empty while it runs
 * @param lastStep the last training step that it reported; 0 before the first
 * @param metrics final metrics if it ended with a result, otherwise the latest reported
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

  /**
   * The steps of the checkpoint that it started from; 0 without one, and in journals of earlier
   * versions.
   */
  public long startStep() {
    return Optional.ofNullable(provenance.get(Provenance.START_STEP))
        .flatMap(Numbers::real)
        .map(Double::longValue)
        .orElse(0L);
  }

  /** The sweep that trained it; empty if this sweep did. */
  public Optional<AdoptedFrom> adopted() {
    return AdoptedFrom.in(provenance);
  }

  /** The step that it has reached: the last that it reported, or before that its start. */
  public long reached() {
    return Math.max(lastStep, startStep());
  }

  /** Its duration; empty while it runs. Not negative, though earlier versions' clocks may jump. */
  public Optional<Duration> wallTime() {
    return endedAt.map(
        end -> Duration.between(startedAt, end.isBefore(startedAt) ? startedAt : end));
  }
}
