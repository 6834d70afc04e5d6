package org.attune.jobs.watch;

import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.api.trial.ProgramCatalog;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.InputException;
import org.attune.jobs.report.BestCells;
import org.attune.jobs.report.FrontTable;
import org.attune.jobs.session.Jars;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.spec.CellsFile;
import org.attune.sweeps.spec.SpecException;
import org.attune.sweeps.spec.SpecFile;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.SweepView;

/**
 * The sweep file that gives the best cells of a sweep new seeds.
 *
 * @param by keys: only the best cell of each combination of their values counts; empty for all
 */
record Confirmation(String directory, SweepView sweep, List<String> by, Jars jars) {

  /** Student's t can then decide each of 23 comparisons: .05 / 23 is above 2 / 4^5. */
  private static final int SEEDS = 5;

  /**
   * The file's text.
   *
   * @param count of cells
   */
  String text(int count) throws IOException {
    if (count < 1 || count > CellPairs.MOST_CELLS) {
      throw new InputException(
          "Invalid --confirm %d: give 1 to %d cells.".formatted(count, CellPairs.MOST_CELLS));
    }
    SpecCopy copy = SpecCopy.read(Sweeps.storage(directory)).orElseThrow(this::noCopy);
    Map<String, Configuration> cells = named(best(count));
    jars.install();
    try {
      AxisCatalog catalog = catalog(copy.text());
      SweepSpec spec = SpecFile.read(SpecCopy.PATH, copy.text(), copy.set(), catalog);
      if (!sweep.header().isOf(spec)) {
        throw new InputException(
            "%s/%s is of another sweep than the results beside it: it was changed; undo that."
                .formatted(directory, SpecCopy.PATH));
      }
      return head(count) + new CellsFile(spec, catalog, cells, SEEDS).text(copy.text(), copy.set());
    } catch (SpecException unreadable) {
      throw new InputException(
          "Cannot read %s/%s; if the sweep ran with --jars, name them here too:%n%s"
              .formatted(directory, SpecCopy.PATH, unreadable.getMessage()));
    }
  }

  private InputException noCopy() {
    return new InputException(
        ("%s has no copy of its sweep file (%s), which 'attune run' leaves there: write a file with"
                + " the cells by hand; 'attune best %s --json' has their values.")
            .formatted(directory, SpecCopy.PATH, directory));
  }

  private AxisCatalog catalog(String yaml) throws SpecException {
    Optional<CommandTask> command = SpecFile.asked(SpecCopy.PATH, yaml);
    return command.isPresent()
        ? command.get().catalog()
        : SpecFile.taskName(yaml)
            .flatMap(jars::program)
            .<AxisCatalog>map(ProgramCatalog::new)
            .orElseGet(TrialCatalog::new);
  }

  /** The best cells that have finished, the best first; with several objectives the front's. */
  private List<Configuration> best(int count) {
    List<Configuration> all = bestOfEach(BestCells.of(sweep));
    if (all.size() < count) {
      boolean front = FrontTable.suits(sweep);
      throw new InputException(
          "Invalid --confirm %d: %s has %s%s%s; give %s."
              .formatted(
                  count,
                  directory,
                  Counted.of(all.size(), front ? "cell" : "finished cell"),
                  front ? " on its Pareto front" : "",
                  by.isEmpty() ? "" : " that differ in " + String.join(", ", by),
                  all.size() < 2 ? "1" : all.size() == 2 ? "1 or 2" : "1 to " + all.size()));
    }
    return all.subList(0, count);
  }

  private List<Configuration> bestOfEach(List<Configuration> cells) {
    for (String key : by) {
      if (cells.stream().noneMatch(cell -> cell.has(key))) {
        throw new InputException(
            "Invalid --by %s: no finished cell of %s has it; name a key of the sweep file's axes, such as train.learning-rate."
                .formatted(key, directory));
      }
    }
    Set<List<String>> seen = new HashSet<>();
    return cells.stream()
        .filter(
            cell ->
                by.isEmpty()
                    || seen.add(
                        by.stream().map(key -> cell.values().getOrDefault(key, "")).toList()))
        .toList();
  }

  /**
   * Says that the best cells have the same options, if the sweep has other options too: cells that
   * differ in numbers alone may differ by luck. Empty otherwise.
   */
  Optional<String> note(int count) throws IOException {
    List<Configuration> all = BestCells.of(sweep);
    Set<String> options = options(all);
    return count > 1 && !options.isEmpty() && options(best(count)).isEmpty()
        ? Optional.of(
            "the %d cells differ in numbers alone; to confirm the best cell of each value of an option: --by %s"
                .formatted(count, options.iterator().next()))
        : Optional.empty();
  }

  /** The keys in which cells differ by more than numbers. */
  private static Set<String> options(List<Configuration> cells) {
    Map<String, Set<String>> values = new TreeMap<>();
    for (Configuration cell : cells) {
      cell.values()
          .forEach((key, value) -> values.computeIfAbsent(key, k -> new HashSet<>()).add(value));
    }
    values
        .values()
        .removeIf(
            of -> of.size() < 2 || of.stream().allMatch(each -> Numbers.real(each).isPresent()));
    return values.keySet();
  }

  /** The cells by their names in the sweep, or by rank where these are not all short and clear. */
  private Map<String, Configuration> named(List<Configuration> cells) {
    CellNames names = CellNames.of(sweep);
    return named(cells, names::cell)
        .or(() -> named(cells, names::of))
        .orElseGet(() -> named(cells, cell -> "rank " + (cells.indexOf(cell) + 1)).orElseThrow());
  }

  private static Optional<Map<String, Configuration>> named(
      List<Configuration> cells, Function<Configuration, String> name) {
    Map<String, Configuration> named = new LinkedHashMap<>();
    cells.forEach(cell -> named.putIfAbsent(name.apply(cell), cell));
    return Optional.of(named)
        .filter(of -> of.size() == cells.size())
        .filter(of -> of.keySet().stream().allMatch(CellsFile::isName));
  }

  private String head(int count) {
    return "# %s of the sweep %s, with new seeds: made by 'attune best --confirm'.%n%s"
        .formatted(
            count == 1 ? "The best cell" : "The %d best cells".formatted(count),
            sweep.header().name(),
            sweep
                .header()
                .data()
                .map(DataFile::describe)
                .map("# The sweep read --data %s: name it again.%n"::formatted)
                .orElse(""));
  }
}
