package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.storage.ShellWord;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.console.SpreadText;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;

/**
 * The report at the end of a run: which cells differ, the objective by cell, the directory, and the
 * next commands.
 *
 * @param planned the number of trials that the sweep has without its budget
 */
public record RunReport(
    SweepView sweep, CellNames names, ParameterTree parameters, String directory, long planned) {

  /** The most cells to print; the best ones come first. */
  private static final int MOST_CELLS = 20;

  /** The report of a sweep whose budget is no limit. */
  public RunReport(SweepView sweep, ParameterTree parameters, String directory) {
    this(sweep, parameters, directory, sweep.total());
  }

  public RunReport(SweepView sweep, ParameterTree parameters, String directory, long planned) {
    this(sweep, CellNames.of(sweep), parameters, directory, planned);
  }

  public String print() {
    Optional<CellPairs> pairs = PairTable.pairs(sweep);
    String differ = CellsThatDiffer.line(pairs);
    return (differ.isEmpty() ? "" : differ + "\n")
        + (FrontTable.suits(sweep) ? FrontTable.of(sweep).text() : cells())
        + "\n"
        + PairTable.ofRun(pairs, sweep)
        + pairs.flatMap(rows -> OpenRows.next(rows, sweep)).map("%s\n"::formatted).orElse("")
        + counts()
        + StoppedValues.text(sweep)
        + cut()
        + "results in "
        + directory
        + "; next:\n"
        + next();
  }

  /** One row per configuration: its cell, tuned values, mean ± sample standard deviation, and n. */
  private String cells() {
    String metric = sweep.header().objective().metric();
    List<CellSummary> cells = CellSummary.of(sweep);
    List<String> heading = new ArrayList<>(List.of("cell"));
    heading.addAll(names.tuned());
    heading.addAll(
        List.of(metric + " (mean ± std)", CellSummary.hasTuning(sweep) ? "n of fresh seeds" : "n"));
    List<String[]> rows = new ArrayList<>();
    for (CellSummary cell : cells.subList(0, Math.min(MOST_CELLS, cells.size()))) {
      List<String> row = new ArrayList<>(List.of(names.cell(cell.configuration())));
      names
          .tuned()
          .forEach(
              key ->
                  row.add(names.shown(key, cell.configuration().values().getOrDefault(key, ""))));
      row.add(
          cell.summary().n() == 0 && cell.stopped() > 0
              ? "stopped early"
              : SpreadText.of(cell.summary()));
      row.add(cell.count());
      rows.add(row.toArray(String[]::new));
    }
    int more = cells.size() - rows.size();
    return TextTable.of(heading.toArray(String[]::new), rows).aligned()
        + chosen(metric, cells.subList(0, rows.size()))
        + BestCells.decidedByFailures(
                cells, Optional.of(sweep.header().objective().goal()), names::of)
            .map("%s\n"::formatted)
            .orElse("")
        + BestLuck.ofOneSeed(sweep, cells).map("%s\n"::formatted).orElse("")
        + CellSummary.alike(cells, Optional.of(sweep.header().objective().goal()))
        + noneFinished()
        + (more > 0
            ? "and %,d more cells; for all: %s sql --out %s %s\n"
                .formatted(
                    more,
                    Launcher.name(),
                    ShellWord.path(directory),
                    ShellWord.quoted(
                        "select cell, state, %s from results".formatted(inSql(metric))))
            : "")
        + unordered(cells);
  }

  /** What tuning chose, a line for each cell that has tuning seeds and fresh ones. */
  private String chosen(String metric, List<CellSummary> cells) {
    return cells.stream()
        .filter(cell -> !cell.tuning())
        .map(
            cell ->
                CellSummary.of(
                    cell.configuration(),
                    sweep.trials().stream()
                        .filter(CellSummary::isTuning)
                        .filter(trial -> trial.trial().configuration().equals(cell.configuration()))
                        .toList(),
                    TrialState.FINISHED,
                    metric))
        .filter(onTuning -> onTuning.seeds() > 0)
        .map(
            onTuning ->
                "tuning chose %s: %s, n %s\n"
                    .formatted(
                        TerminalText.line(names.of(onTuning.configuration())),
                        SpreadText.of(onTuning.summary()),
                        onTuning.count()))
        .collect(Collectors.joining());
  }

  /** Says where cells come in no order of merit, since none of their seeds has finished. */
  private static String unordered(List<CellSummary> cells) {
    long stopped =
        cells.stream().filter(cell -> cell.summary().n() == 0 && cell.stopped() > 0).count();
    return stopped > 1
        ? "cells whose trials were all stopped early come last, in the order of their proposal\n"
        : "";
  }

  /** Says that the values come from stopped trials, while no trial has finished. */
  private String noneFinished() {
    return sweep.counts().finished() == 0 && sweep.counts().stopped() > 0
        ? "no trial has finished: these values are of stopped trials, at their last steps\n"
        : "";
  }

  private String counts() {
    Counts counts = sweep.counts();
    return "%s: %s, %d stopped, %d failed\n"
            .formatted(
                Counted.of(counts.total(), "trial"),
                finished(sweep),
                counts.stopped(),
                counts.failed())
        + AdoptedTrials.text(sweep)
        + duplicates(sweep)
        + ProgramVersions.text(sweep)
        + LostCheckpoints.text(sweep);
  }

  /**
   * The number of finished trials: {@code 5 finished (2 without a finite loss, which count as
   * failed seeds)}.
   */
  public static String finished(SweepView sweep) {
    String notFinite = notFinite(sweep);
    return "%d finished%s"
        .formatted(
            sweep.counts().finished(),
            notFinite.isEmpty()
                ? ""
                : " (%s, which %s)"
                    .formatted(
                        notFinite,
                        sweep.notFinite() == 1
                            ? "counts as a failed seed"
                            : "count as failed seeds"));
  }

  /** The number of finished trials whose objective is not finite, in words; empty for none. */
  public static String notFinite(SweepView sweep) {
    long trials = sweep.notFinite();
    return trials == 0
        ? ""
        : "%d without a finite %s".formatted(trials, sweep.header().objective().metric());
  }

  /** A line with the number of duplicate proposals; empty without duplicates. */
  public static String duplicates(SweepView sweep) {
    return sweep.duplicates() == 0
        ? ""
        : sweep.duplicates() == 1
            ? "1 proposal was equal to an earlier trial and was not run\n"
            : "%,d proposals were equal to earlier trials and were not run\n"
                .formatted(sweep.duplicates());
  }

  /** The trials that a budget left out. */
  private String cut() {
    long left = sweep.waiting() + Math.max(0, planned - sweep.total());
    return sweep
        .suspended()
        .map(
            end ->
                "%s: %s %s; raise it, and rerun the same command to resume\n"
                    .formatted(
                        end.reason(),
                        Counted.of(left, "planned trial"),
                        left == 1 ? "remains" : "remain"))
        .orElse("");
  }

  private String next() {
    if (sweep.counts().finished() + sweep.counts().stopped() == 0) {
      return nextWithoutResults();
    }
    String metric = inSql(sweep.header().objective().metric());
    String columns =
        Stream.concat(Stream.of("cell"), names.tuned().stream().map(parameters::column))
            .map(RunReport::inSql)
            .collect(Collectors.joining(", "));
    boolean several = sweep.trials().stream().anyMatch(trial -> trial.trial().replicate() > 0);
    boolean tuned =
        sweep.trials().stream().anyMatch(trial -> Tuning.isTuning(trial.trial().replicate()));
    List<String> conditions = new ArrayList<>();
    boolean fewer = several && (sweep.counts().failed() > 0 || sweep.notFinite() > 0);
    if (sweep.counts().stopped() > 0 || fewer) {
      conditions.add("state = 'finished'");
    }
    if (several && sweep.notFinite() > 0) {
      conditions.add("abs(%s) < double('Infinity')".formatted(metric)); // false for NaN
    }
    if (tuned) {
      conditions.add("replicate < " + Tuning.FIRST_SEED);
    }
    String finished = conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions);
    String query =
        several
            ? "select %s, avg(%s)%s from results%s group by %s"
                .formatted(columns, metric, fewer ? ", count(*) n" : "", finished, columns)
            : "select %s, %s from results%s order by %s"
                .formatted(columns, metric, finished, metric);
    String named = ShellWord.path(directory);
    String next =
        """
          %s sql --out %s %s
          %s analyze %s
          %s status %s
        """
                .formatted(
                    Launcher.name(),
                    named,
                    ShellWord.quoted(query),
                    Launcher.name(),
                    named,
                    Launcher.name(),
                    named)
            + BestCells.toConfirm(sweep, directory).orElse("");
    return sweep.counts().failed() == 0 ? next : next + logs(named);
  }

  /** No query: without a result no table has the objective's column. */
  private String nextWithoutResults() {
    String named = ShellWord.path(directory);
    return sweep.counts().failed() == 0
        ? "  %s status %s%n".formatted(Launcher.name(), named)
        : logs(named)
            + "  %s retry %s --failed    # once the cause is mended%n"
                .formatted(Launcher.name(), named);
  }

  private static String logs(String named) {
    return "  %s logs %s --trial TRIAL    # stack traces%n".formatted(Launcher.name(), named);
  }

  /** A column's name in a query: in backticks where it is not a plain word. */
  private static String inSql(String column) {
    return column.matches("[A-Za-z_][A-Za-z0-9_]*")
        ? column
        : "`" + column.replace("`", "``") + "`";
  }
}
