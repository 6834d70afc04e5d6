package org.attune.jobs.watch;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.attune.jobs.console.TerminalText;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/**
 * Notices that the user's program changed between two attempts of a sweep; says each change once.
 */
final class ProgramChanges {

  private static final int SHOWN_CHARACTERS = 8;

  private final Set<String> said = new HashSet<>();
  private Optional<Known> first = Optional.empty();

  private record Known(String trial, Attempt attempt, String hash) {}

  /** A line about an attempt that has ended; empty where its program is the first attempt's. */
  Optional<String> of(SweepView sweep, TrialStatus trial, Attempt ended) {
    String hash = hash(ended);
    if (hash.isEmpty()) {
      return Optional.empty();
    }
    if (first.isEmpty()) {
      first = Optional.of(first(sweep, new Known(trial.trial().id(), ended, hash)));
      said.add(first.get().hash());
    }
    Known before = first.get();
    if (!said.add(hash)) {
      return Optional.empty();
    }
    return Optional.of(
        "%s changed since attempt %d of trial %s (sha %s -> %s); results of both are in this sweep"
            .formatted(
                TerminalText.line(ended.provenance().getOrDefault(Provenance.PROGRAM, "program")),
                before.attempt().number(),
                before.trial(),
                shown(before.hash()),
                shown(hash)));
  }

  private static Known first(SweepView sweep, Known now) {
    Known first = now;
    for (TrialStatus each : sweep.trials()) {
      for (Attempt attempt : each.attempts()) {
        if (!hash(attempt).isEmpty() && attempt.startedAt().isBefore(first.attempt().startedAt())) {
          first = new Known(each.trial().id(), attempt, hash(attempt));
        }
      }
    }
    return first;
  }

  private static String hash(Attempt attempt) {
    return attempt.provenance().getOrDefault(Provenance.PROGRAM_HASH, "");
  }

  private static String shown(String hash) {
    return hash.substring(0, Math.min(SHOWN_CHARACTERS, hash.length()));
  }
}
