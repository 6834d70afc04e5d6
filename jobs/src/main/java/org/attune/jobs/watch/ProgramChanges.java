package org.attune.jobs.watch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.report.ProgramVersions;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/**
 * Notices that the user's program, or a jar of the user's, changed between two attempts of a sweep;
 * says each change once.
 */
public final class ProgramChanges {

  private final Set<String> printed = new HashSet<>();
  private final Map<String, Known> first = new HashMap<>(); // by the file's name

  private record Known(String trial, Attempt attempt, String hash) {}

  /** A line about an attempt whose files are known; empty where they are the first attempts'. */
  Optional<String> of(SweepView sweep, TrialStatus trial, Attempt attempt) {
    List<String> lines = new ArrayList<>();
    Provenance.programs(attempt.provenance())
        .forEach(
            (file, hash) -> {
              Known before =
                  first.computeIfAbsent(
                      file,
                      name -> first(sweep, name, new Known(trial.trial().id(), attempt, hash)));
              if (!before.hash().equals(hash) && printed.add(hash)) {
                lines.add(changed(file, before, hash));
              }
            });
    return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", lines));
  }

  /**
   * A line about a program that a trial is run with again; empty if it is the recorded one, or none
   * was recorded.
   *
   * @param now the facts of the new run
   */
  public static Optional<String> since(Attempt recorded, Map<String, String> now) {
    String before = recorded.provenance().get(Provenance.PROGRAM_HASH);
    String after = now.get(Provenance.PROGRAM_HASH);
    return before == null || after == null || before.equals(after)
        ? Optional.empty()
        : Optional.of(
            "%s changed since this trial (sha %s -> %s)"
                .formatted(
                    TerminalText.line(now.getOrDefault(Provenance.PROGRAM, "program")),
                    ProgramVersions.shown(before),
                    ProgramVersions.shown(after)));
  }

  private static String changed(String file, Known before, String hash) {
    return "%s changed since attempt %d of trial %s (sha %s -> %s); results of both are in this sweep"
        .formatted(
            TerminalText.line(file),
            before.attempt().number(),
            before.trial(),
            ProgramVersions.shown(before.hash()),
            ProgramVersions.shown(hash));
  }

  private static Known first(SweepView sweep, String file, Known now) {
    Known first = now;
    for (TrialStatus each : sweep.trials()) {
      for (Attempt attempt : each.attempts()) {
        String hash = Provenance.programs(attempt.provenance()).get(file);
        if (hash != null && attempt.startedAt().isBefore(first.attempt().startedAt())) {
          first = new Known(each.trial().id(), attempt, hash);
        }
      }
    }
    return first;
  }
}
