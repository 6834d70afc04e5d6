package org.attune.jobs.watch;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.attune.api.search.Trial;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.Launcher;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;

/**
 * The failed attempts whose trials were retried, or will be.
 *
 * @param causes number of such attempts by the label of their cause
 */
record LostAttempts(Map<String, Long> causes) {

  /** The lost attempts of a sweep. Iterates over its attempts. */
  static LostAttempts of(SweepView sweep) {
    Set<String> fatal =
        sweep.trials(TrialState.FAILED).stream()
            .flatMap(trial -> trial.attempt().map(last -> name(trial.trial(), last)).stream())
            .collect(Collectors.toSet());
    return new LostAttempts(
        sweep.settledAttempts().stream()
            .filter(attempt -> attempt.attempt().cause().isPresent())
            .filter(attempt -> !fatal.contains(name(attempt.trial(), attempt.attempt())))
            .collect(
                Collectors.groupingBy(
                    attempt -> attempt.attempt().cause().orElseThrow().label(),
                    TreeMap::new,
                    Collectors.counting())));
  }

  private static String name(Trial trial, Attempt attempt) {
    return trial.id() + "." + attempt.number();
  }

  /** Their number after a comma, for the line of progress; nothing if there are none. */
  String suffix() {
    long all = causes.values().stream().mapToLong(Long::longValue).sum();
    return all == 0 ? "" : ", " + Counted.of(all, "attempt") + " lost";
  }

  /**
   * Their causes in a line, and how to list them in another; nothing if there are none.
   *
   * @param tables whether the sweep has tables, in which to list them
   */
  String text(String directory, boolean tables) {
    if (causes.isEmpty()) {
      return "";
    }
    String counts =
        causes.entrySet().stream()
            .map(cause -> cause.getValue() + " " + cause.getKey())
            .collect(Collectors.joining(", "));
    String line = "attempts that failed, of trials with a retry: %s%n".formatted(counts);
    return tables
        ? line
            + ("to list all failed attempts: %s sql --out %s \"select trial_id, attempt, cause,"
                    + " message from attempts where cause is not null\"%n")
                .formatted(Launcher.name(), directory)
        : line;
  }
}
