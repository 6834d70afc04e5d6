package org.attune.jobs.report;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.api.search.Objective;
import org.attune.api.search.Objective.Goal;
import org.attune.api.storage.ShellWord;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.analysis.BestCell;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.analysis.ExpectedBest;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.event.Design;
import org.attune.sweeps.identity.CanonicalAxes;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.ParetoFront;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.statistics.Rounded;

/** The cells that new seeds may confirm, and the command for it. */
public final class BestCells {

  private static final int SUGGESTED = 3;

  private BestCells() {}

  /**
   * The cells that new seeds may confirm, the best first: the finished ones, then those that
   * {@linkplain StoppedCells never reached the end}.
   */
  public static List<Configuration> toTrain(SweepView sweep) {
    return toTrain(sweep, expected(sweep));
  }

  private static List<Configuration> toTrain(SweepView sweep, Optional<ExpectedBest> expected) {
    List<Configuration> finished = of(sweep, expected);
    List<Configuration> stopped = new StoppedCells(sweep).bestFirst();
    Set<Configuration> wholes = wholes(sweep, stopped);
    return stopped.isEmpty()
        ? finished
        : NearNumbers.of(sweep)
            .apart(
                Stream.concat(finished.stream(), stopped.stream().filter(wholes::contains))
                    .toList());
  }

  /**
   * The finished cells, the best first; with several objectives those of the front. Cells with one
   * seed each are ranked by what a Gaussian process {@linkplain ExpectedBest expects} of them.
   * Where a search trains a cell in parts, only the part that trained longest is among them. If a
   * search drew cells {@linkplain NearNumbers near} each other, only the best of them is.
   */
  private static List<Configuration> of(SweepView sweep, Optional<ExpectedBest> expected) {
    List<Configuration> ranked = ranked(sweep, expected);
    Set<Configuration> wholes = wholes(sweep, ranked);
    List<Configuration> cells = ranked.stream().filter(wholes::contains).toList();
    return FrontTable.suits(sweep) ? cells : NearNumbers.of(sweep).apart(cells);
  }

  /** The part of each cell that trained longest. */
  private static Set<Configuration> wholes(SweepView sweep, List<Configuration> parts) {
    CanonicalAxes axes = sweep.header().axes();
    if (axes.keys().isEmpty() && axes.cellKeys().isEmpty()) {
      return Set.copyOf(parts); // from a text without axes
    }
    Map<Configuration, Long> steps = new HashMap<>();
    for (TrialStatus trial : sweep.trials()) {
      trial
          .attempt()
          .ifPresent(
              attempt -> steps.merge(trial.trial().configuration(), attempt.lastStep(), Math::max));
    }
    Map<Map<String, String>, Configuration> longest = new HashMap<>();
    for (Configuration part : parts) {
      Map<String, String> cell = new HashMap<>(part.values());
      cell.keySet().removeIf(key -> !axes.vary(key));
      longest.merge(cell, part, (a, b) -> steps.get(b) > steps.get(a) ? b : a);
    }
    return Set.copyOf(longest.values());
  }

  private static List<Configuration> ranked(SweepView sweep, Optional<ExpectedBest> expected) {
    if (FrontTable.suits(sweep)) {
      return ParetoFront.of(sweep).members().stream()
          .map(ParetoFront.Member::configuration)
          .toList();
    }
    Objective objective = sweep.header().objective();
    Stream<Configuration> measured =
        CellSummary.of(
                sweep, objective.metric(), Optional.of(objective.goal()), TrialState.FINISHED)
            .stream()
            .filter(cell -> cell.summary().n() > 0)
            .map(CellSummary::configuration);
    Stream<Configuration> ranked =
        expected.stream().flatMap(expectedBest -> expectedBest.ranked().stream());
    return Stream.concat(ranked, measured).distinct().toList();
  }

  /** What a Gaussian process expects of a sweep's cells; empty with second seeds, or few cells. */
  public static Optional<ExpectedBest> expected(SweepView sweep) {
    return ExpectedBest.of(Observations.ofObjective(sweep));
  }

  /**
   * Says that failed seeds, not means, decided which cell is the best; empty where they did not.
   *
   * @param cells the best first
   * @param name of a cell
   */
  public static Optional<String> decidedByFailures(
      List<CellSummary> cells, Optional<Goal> goal, Function<Configuration, String> name) {
    return CellSummary.outranked(cells, goal)
        .map(
            other ->
                "failures decided which cell is best: %s has a better mean, %s, but %s; of the best cell %s"
                    .formatted(
                        TerminalText.line(name.apply(other.configuration())),
                        Rounded.meanAndDeviation(other.summary()),
                        failed(other),
                        failed(cells.get(0))));
  }

  private static String failed(CellSummary cell) {
    return "%d of %s failed".formatted(cell.failed(), Counted.of(cell.seeds(), "seed"));
  }

  /** The number of cells that have a value. */
  static int measured(SweepView sweep) {
    List<Configuration> measured =
        CellSummary.of(sweep).stream()
            .filter(cell -> cell.summary().n() > 0)
            .map(CellSummary::configuration)
            .toList();
    return wholes(sweep, measured).size();
  }

  /** The best cell over seeds, with the mean to expect of new seeds; empty without a cell. */
  public static Optional<BestCell> overSeeds(SweepView sweep) {
    return BestCell.of(Observations.ofObjective(sweep));
  }

  /**
   * A key whose option the best cells share, though the sweep has tried others: its cells differ by
   * numbers alone, and so perhaps by luck. Empty if the best cells differ in an option.
   *
   * @param all cells that the sweep has tried
   */
  public static Optional<String> sameOption(List<Configuration> all, List<Configuration> best) {
    Set<String> options = options(all);
    return best.size() > 1 && options(best).isEmpty()
        ? options.stream().findFirst()
        : Optional.empty();
  }

  /** The keys in which cells differ by more than numbers. */
  public static Set<String> options(List<Configuration> cells) {
    Set<String> keys = CellNames.varied(cells);
    keys.removeIf(
        key ->
            cells.stream()
                .filter(cell -> cell.has(key))
                .allMatch(cell -> Numbers.real(cell.text(key)).isPresent()));
    return keys;
  }

  /** A name of its own for each sweep: an earlier file is never replaced. */
  private static String file(String directory) {
    String name = directory.replaceAll("/+$", "").replaceAll(".*/", "");
    return (name.matches("\\.*") ? "confirm" : name + "-confirm") + ".yaml";
  }

  /**
   * Says how to compare the best cells of a search that is over; empty without a copy of the
   * sweep's file.
   */
  static Optional<String> afterSearch(SweepView sweep, String directory) throws IOException {
    return afterSearch(sweep, directory, Launcher.name(), directory, "");
  }

  /** Says it for a page, which others open elsewhere: without paths of this machine. */
  static Optional<String> onPage(SweepView sweep, String directory) throws IOException {
    return afterSearch(
        sweep,
        directory,
        ReportPage.PROGRAM,
        ReportPage.named(directory),
        ", " + ReportPage.from(List.of(directory)));
  }

  private static Optional<String> afterSearch(
      SweepView sweep, String directory, String program, String shown, String where)
      throws IOException {
    boolean over = sweep.completed().isPresent() || sweep.suspended().isPresent();
    return over && SpecCopy.read(Sweeps.storage(directory)).isPresent()
        ? toConfirm(sweep, program, shown, expected(sweep))
            .map(
                ("The best of a search is partly luck. To compare the best cells" + where + ":\n")
                    ::concat)
        : Optional.empty();
  }

  /**
   * The command that writes a sweep file of the best cells, with what it does. Empty where the
   * sweep itself compares its cells, or has fewer than two.
   */
  static Optional<String> toConfirm(SweepView sweep, String directory) {
    return toConfirm(sweep, directory, expected(sweep));
  }

  static Optional<String> toConfirm(
      SweepView sweep, String directory, Optional<ExpectedBest> expected) {
    return toConfirm(sweep, Launcher.name(), directory, expected);
  }

  private static Optional<String> toConfirm(
      SweepView sweep, String program, String directory, Optional<ExpectedBest> expected) {
    List<Configuration> cells = toTrain(sweep, expected);
    Design design = sweep.header().design();
    boolean search =
        !design.exhaustive()
            || design.stopsEarly()
            || cells.size() > CellPairs.MOST_CELLS && !compared(sweep);
    if (!search || cells.size() < 2) {
      return Optional.empty();
    }
    int best = Math.min(SUGGESTED, cells.size());
    Optional<String> option = sameOption(cells, cells.subList(0, best));
    long each =
        option
            .map(
                key ->
                    cells.stream()
                        .map(cell -> cell.values().getOrDefault(key, ""))
                        .distinct()
                        .count())
            .orElse((long) best);
    return Optional.of(
        "  %s best %s --confirm %d%s --to %s    # new seeds of %s%n"
            .formatted(
                program,
                ShellWord.path(directory),
                Math.min(best, each),
                option.map(" --by "::concat).orElse(""),
                ShellWord.path(file(directory)),
                option.map("the best cell of each "::concat).orElse("the best cells")));
  }

  /**
   * Whether the sweep has a table of pairs, or may have once it has ended: many cells may be few,
   * each tuned.
   */
  private static boolean compared(SweepView sweep) {
    Observations observed = Observations.ofObjective(sweep);
    return CellPairs.of(observed)
        .filter(pairs -> !pairs.pairs().isEmpty() || !observed.excluded().ended())
        .isPresent();
  }
}
