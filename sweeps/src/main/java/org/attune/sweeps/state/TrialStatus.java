package org.attune.sweeps.state;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.AdoptedFrom;

/**
 * A snapshot of a trial and its attempts.
 *
 * @param trial the trial itself
 * @param state its state
 * @param attempts in the order they started
 * @param decisive number of the attempt that ended the trial; empty before that
 * @param objective the objective's value; empty if it has none
 * @param saved the step of its newest checkpoint, from which the next attempt starts; 0 without one
 */
public record TrialStatus(
    Trial trial,
    TrialState state,
    List<Attempt> attempts,
    OptionalInt decisive,
    OptionalDouble objective,
    long saved) {

  public TrialStatus {
    attempts = List.copyOf(attempts);
  }

  /** Whether it has begun and not ended, and its latest attempt did not fail. */
  boolean unfinished() {
    return !state.terminal()
        && attempt().filter(latest -> latest.state() != TrialState.FAILED).isPresent();
  }

  /** The sweep that trained it, or its first steps; empty if this sweep trained all of it. */
  public Optional<AdoptedFrom> adopted() {
    return attempts.stream().flatMap(attempt -> attempt.adopted().stream()).findFirst();
  }

  /** The attempt that ended the trial, or else the latest one. */
  public Optional<Attempt> attempt() {
    if (decisive.isPresent()) {
      return attempts.stream().filter(a -> a.number() == decisive.getAsInt()).findFirst();
    }
    return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.get(attempts.size() - 1));
  }
}
