package org.attune.jobs.watch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ShortList;
import org.attune.api.storage.ShellWord;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.InputException;
import org.attune.jobs.report.FrontTable;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.SweepView;

/**
 * Which of a sweep's cells a user wants new seeds of: {@code --confirm N --by KEYS}.
 *
 * @param directory of the sweep, for messages
 * @param by keys of axes, or {@link Factor#CELL}
 */
record ConfirmChoice(SweepView sweep, String directory, List<String> by, int count) {

  CellNames names() {
    return CellNames.of(sweep).ofWholes();
  }

  /**
   * The chosen cells.
   *
   * @param ranked all cells to choose from, the best first
   */
  List<Configuration> of(List<Configuration> ranked) {
    if (count < 1 || count > CellPairs.MOST_CELLS) {
      throw new InputException(
          "Invalid --confirm %d: give 1 to %d cells.".formatted(count, CellPairs.MOST_CELLS));
    }
    if (ranked.isEmpty()) {
      throw none();
    }
    requireVaried(ranked);
    List<Configuration> all = bestOfEach(ranked);
    if (all.size() < count) {
      throw tooFew(all.size());
    }
    return List.copyOf(all.subList(0, count));
  }

  /** Refuses more cells than a table has room for, with their controls. */
  void requireRoom(int withControls) {
    int more = withControls - count;
    if (withControls > CellPairs.MOST_CELLS) {
      throw new InputException(
          "Invalid --confirm %d: with their control they are more than %d cells; give %d."
              .formatted(count, CellPairs.MOST_CELLS, CellPairs.MOST_CELLS - more));
    }
  }

  private void requireVaried(List<Configuration> cells) {
    CellNames names = names();
    List<String> keys = new ArrayList<>(names.named() ? List.of(Factor.CELL) : List.of());
    keys.addAll(varied(cells, names));
    for (String key : by) {
      if (!keys.contains(key)) {
        throw new InputException(
            "Invalid --by %s: the %s cells of %s do not differ in it; %s."
                .formatted(
                    key,
                    ended(),
                    directory,
                    keys.isEmpty()
                        ? "leave it out"
                        : "name one or more of " + ShortList.near(key, keys, "")));
      }
    }
  }

  /** The keys of axes and named cells that differ between cells, sorted. */
  static Set<String> varied(List<Configuration> cells, CellNames names) {
    Set<String> keys = new TreeSet<>(CellNames.varied(cells));
    keys.removeIf(
        key -> !names.axes().keys().contains(key) && !names.axes().cellKeys().contains(key));
    return keys;
  }

  private List<Configuration> bestOfEach(List<Configuration> cells) {
    CellNames names = names();
    Set<List<String>> seen = new HashSet<>();
    return cells.stream()
        .filter(
            cell ->
                by.isEmpty() || seen.add(by.stream().map(key -> value(key, cell, names)).toList()))
        .toList();
  }

  private static String value(String key, Configuration cell, CellNames names) {
    return key.equals(Factor.CELL) && names.named()
        ? names.cell(cell)
        : cell.values().getOrDefault(key, "");
  }

  private InputException tooFew(int present) {
    boolean front = FrontTable.suits(sweep);
    return new InputException(
        "Invalid --confirm %d: %s has %s%s%s; give %s."
            .formatted(
                count,
                directory,
                Counted.of(present, front ? "cell" : ended() + " cell"),
                front ? " on its Pareto front" : "",
                by.isEmpty() ? "" : " that differ in " + String.join(", ", by),
                present < 2 ? "1" : present == 2 ? "1 or 2" : "1 to " + present));
  }

  /** How the cells that may be confirmed have ended. */
  private String ended() {
    return sweep.counts().stopped() > 0 && !FrontTable.suits(sweep)
        ? "finished or stopped"
        : "finished";
  }

  private InputException none() {
    boolean stopped = FrontTable.suits(sweep) && sweep.counts().stopped() > 0;
    return new InputException(
        "Invalid --confirm %d: %s has no cell to confirm: %s; %s: attune status %s"
            .formatted(
                count,
                directory,
                stopped
                    ? "all its trials were stopped, and a Pareto front has finished cells alone"
                    : "no trial has ended with a " + sweep.header().objective().metric(),
                stopped
                    ? "run its file again without 'stop' and with another --out; to see its trials"
                    : "to see how its trials stand",
                ShellWord.path(directory)));
  }
}
