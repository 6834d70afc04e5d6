package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.jobs.console.TerminalText;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/** The options of which a stopping rule ended every trial. */
public final class StoppedValues {

  private StoppedValues() {}

  /** Names them, a line for each axis of options; empty without such options. */
  public static String text(SweepView sweep) {
    if (sweep.counts().stopped() == 0 || sweep.counts().finished() == 0) {
      return "";
    }
    List<Configuration> ended = new ArrayList<>(cells(sweep.trials(TrialState.FINISHED)));
    List<Configuration> all = new ArrayList<>(ended);
    all.addAll(cells(sweep.trials(TrialState.STOPPED)));
    return BestCells.options(all).stream()
        .filter(sweep.header().axes().keys()::contains)
        .sorted()
        .map(key -> line(key, values(key, all), values(key, ended)))
        .collect(Collectors.joining());
  }

  private static String line(String key, Set<String> all, Set<String> ended) {
    Set<String> never = new TreeSet<>(all);
    never.removeAll(ended);
    return never.isEmpty()
        ? ""
        : "%d of %d values of %s never reached the end, for all their trials were stopped: %s%n"
            .formatted(never.size(), all.size(), key, TerminalText.line(String.join(", ", never)));
  }

  private static List<Configuration> cells(List<TrialStatus> trials) {
    return trials.stream().map(trial -> trial.trial().configuration()).toList();
  }

  private static Set<String> values(String key, List<Configuration> cells) {
    return cells.stream()
        .filter(cell -> cell.has(key))
        .map(cell -> cell.text(key))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
