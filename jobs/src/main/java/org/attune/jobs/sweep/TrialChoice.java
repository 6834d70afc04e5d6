package org.attune.jobs.sweep;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attune.api.storage.ShellWord;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Launcher;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/** Finds the trial that a user names by its id or by a prefix of its id. */
public final class TrialChoice {

  private static final int MOST_NAMED = 5;

  private TrialChoice() {}

  /**
   * The trial with this id, else the only one whose id begins so.
   *
   * @throws InputException if no id begins so, or several do
   */
  public static TrialStatus find(SweepView sweep, String directory, String trial) {
    Optional<TrialStatus> exactly = sweep.trial(trial);
    if (exactly.isPresent()) {
      return exactly.get(); // it may begin others: x-1 begins x-10
    }
    List<TrialStatus> found =
        sweep.trials().stream().filter(status -> status.trial().id().startsWith(trial)).toList();
    if (found.size() == 1) {
      return found.get(0);
    }
    throw new InputException(
        found.isEmpty()
            ? ("%s has no trial '%s'; list its ids: %s sql --out %s"
                    + " \"select trial_id, state from trials\"")
                .formatted(directory, trial, Launcher.name(), ShellWord.path(directory))
            : "'%s' names no single trial: it begins the ids %s; write more of it."
                .formatted(
                    trial,
                    found.stream()
                        .limit(MOST_NAMED)
                        .map(status -> status.trial().id())
                        .collect(Collectors.joining(", "))));
  }
}
