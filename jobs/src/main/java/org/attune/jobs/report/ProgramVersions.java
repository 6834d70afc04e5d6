package org.attune.jobs.report;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.TerminalText;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/** The versions of the user's program and jars that a sweep's trials ran, told by their hashes. */
public final class ProgramVersions {

  private static final int SHOWN_CHARACTERS = 8;

  private ProgramVersions() {}

  /** A hash's first characters, as people read it. */
  public static String shown(String hash) {
    return hash.substring(0, Math.min(SHOWN_CHARACTERS, hash.length()));
  }

  /**
   * Each file that trials with results ran in several versions, with the number of trials for each
   * hash. A trial's decisive attempt counts.
   */
  public static Map<String, Map<String, Integer>> mixed(SweepView sweep) {
    Map<String, Map<String, Integer>> trials = new TreeMap<>();
    for (TrialStatus trial : sweep.trials()) {
      if (trial.objective().isPresent()) {
        trial
            .attempt()
            .<Map<String, String>>map(attempt -> Provenance.programs(attempt.provenance()))
            .orElse(Map.of())
            .forEach(
                (file, hash) ->
                    trials
                        .computeIfAbsent(file, name -> new TreeMap<>())
                        .merge(hash, 1, Integer::sum));
      }
    }
    trials.values().removeIf(versions -> versions.size() < 2);
    return trials;
  }

  /** A line about each file of {@link #mixed}; empty if there is none. */
  public static String text(SweepView sweep) {
    return mixed(sweep).entrySet().stream()
        .map(
            file ->
                "results are of %d versions of %s: %s%n"
                    .formatted(
                        file.getValue().size(),
                        TerminalText.line(file.getKey()),
                        file.getValue().entrySet().stream()
                            .map(
                                entry ->
                                    Counted.of(entry.getValue(), "trial")
                                        + " of "
                                        + shown(entry.getKey()))
                            .collect(Collectors.joining(", "))))
        .collect(Collectors.joining());
  }
}
