package org.attune.jobs.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.TimeText;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.command.RecordedCommand;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.store.SweepLayout;

/**
 * How long trials of a user's program take, by trials of it: nothing else tells. A trial counts if
 * it ran the same command and finished in one attempt.
 *
 * @param directory of a sweep of such trials, as the user named it
 * @param times of its trials; empty where there is no such sweep yet
 */
record ProgramTimes(String directory, List<Duration> times) {

  /**
   * The trials in a directory.
   *
   * @param planned a trial of the sweep that is planned
   * @param directory where {@code run} writes the sweep, or wrote another of the same program
   */
  static ProgramTimes in(String directory, Configuration planned) throws IOException {
    Storage storage = Sweeps.storage(directory);
    if (!SweepLayout.holdsSweep(storage)) {
      return new ProgramTimes(directory, List.of());
    }
    SweepView sweep = Sweeps.read(directory);
    return new ProgramTimes(
        directory,
        sweep.trials(TrialState.FINISHED).stream()
            .filter(
                trial ->
                    RecordedCommand.isSame(
                        trial.trial().configuration().values(), planned.values()))
            .filter(trial -> trial.attempts().size() == 1)
            .flatMap(trial -> trial.attempt().flatMap(Attempt::wallTime).stream())
            .toList());
  }

  /** The mean time of a trial in seconds; empty where none has ended. */
  Optional<Double> each() {
    return times.isEmpty()
        ? Optional.empty()
        : Optional.of(times.stream().mapToDouble(ProgramTimes::seconds).average().orElseThrow());
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }

  /** What would tell the time. */
  String remedy() {
    return "unknown: only trials of your program tell it; 'validate' says it once one has ended in %s (--out names another sweep of it)"
        .formatted(directory);
  }

  /** Names the trials that told the time. */
  String source() {
    Duration least = times.stream().min(Duration::compareTo).orElseThrow();
    Duration most = times.stream().max(Duration::compareTo).orElseThrow();
    return "; %s of %s took %s"
        .formatted(
            Counted.of(times.size(), "trial"),
            directory,
            TimeText.of(least).equals(TimeText.of(most))
                ? TimeText.of(least) + (times.size() == 1 ? "" : " each")
                : TimeText.of(least) + " to " + TimeText.of(most));
  }
}
