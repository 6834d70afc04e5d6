package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.api.catalog.ShortList;
import org.attune.jobs.console.TerminalText;
import org.attune.sweeps.identity.CanonicalAxes;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/** The values and named cells that lost every trial to a stopping rule. */
public final class StoppedValues {

  private static final Comparator<String> ASCENDING =
      Comparator.<String>comparingDouble(value -> Numbers.real(value).orElse(Double.NaN))
          .thenComparing(Comparator.naturalOrder());

  private StoppedValues() {}

  /**
   * Names them, a line for the named cells and for each axis; empty without such values. Numbers
   * drawn from an interval are left out: hardly any has two trials.
   */
  public static String text(SweepView sweep) {
    if (sweep.counts().stopped() == 0 || sweep.counts().finished() == 0) {
      return "";
    }
    List<Configuration> ended = cells(sweep.trials(TrialState.FINISHED));
    List<Configuration> all = new ArrayList<>(ended);
    all.addAll(cells(sweep.trials(TrialState.STOPPED)));
    CellNames names = CellNames.of(sweep);
    CanonicalAxes axes = sweep.header().axes();
    Stream<String> cells =
        names.named()
            ? Stream.of(line("named cells", named(names, all), named(names, ended)))
            : Stream.empty();
    Stream<String> values =
        axes.keys().stream()
            .filter(key -> !axes.intervals().containsKey(key))
            .map(
                key ->
                    line("values of " + key, values(names, key, all), values(names, key, ended)));
    return Stream.concat(cells, values).collect(Collectors.joining());
  }

  private static String line(String what, Collection<String> all, Collection<String> ended) {
    List<String> never = all.stream().filter(value -> !ended.contains(value)).toList();
    return never.isEmpty()
        ? ""
        : "%d of %d %s never reached the end, for all their trials were stopped: %s%n"
            .formatted(never.size(), all.size(), what, TerminalText.line(ShortList.of(never, "")));
  }

  private static List<Configuration> cells(List<TrialStatus> trials) {
    return trials.stream().map(trial -> trial.trial().configuration()).toList();
  }

  private static Set<String> named(CellNames names, List<Configuration> cells) {
    return cells.stream().map(names::cell).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> values(CellNames names, String key, List<Configuration> cells) {
    return cells.stream()
        .filter(cell -> cell.has(key))
        .map(cell -> names.shown(key, cell.text(key)))
        .collect(Collectors.toCollection(() -> new TreeSet<>(ASCENDING)));
  }
}
