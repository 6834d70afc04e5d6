package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.search.Objective.Goal;
import org.attune.api.storage.ShellWord;
import org.attune.jobs.console.ConsoleTerminal;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.AcrossSweeps.Cell;
import org.attune.sweeps.analysis.AcrossSweeps.InSweep;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.PairedCell;
import org.attune.sweeps.analysis.SweepSide;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.MetricPoint;
import org.attune.sweeps.statistics.Rounded;

/** Several sweeps side by side for people: how they differ, their cells, and the differences. */
record ComparedText(ComparedSweeps compared) {

  /** More cells than this are cut; {@code --json} has all. */
  private static final int MOST_CELLS = 24;

  String text() {
    StringBuilder text = new StringBuilder();
    Observations first = compared.sides().get(0).observed();
    text.append(first.metric())
        .append(
            first
                .goal()
                .map(goal -> goal == Goal.MINIMIZE ? ", lower is better" : ", higher is better")
                .orElse(""))
        .append("\n\n");
    text.append(settings()).append(cells()).append(pairs()).append(compared.unpaired().text());
    text.append(compared.gains().text());
    compared.notes().forEach(note -> text.append(note).append('\n'));
    text.append(curves());
    return text.toString();
  }

  /** The command that draws what all sweeps reported in training; empty if some did not. */
  private String curves() {
    String metric = compared.sides().get(0).observed().metric();
    boolean drawn =
        compared.sides().stream()
            .allMatch(
                side ->
                    side.sweep().metrics().stream()
                        .map(MetricPoint::name)
                        .anyMatch(metric::equals));
    return drawn
        ? "learning curves: %s plot %s --curves %s --to curves.svg%n"
            .formatted(
                Launcher.name(),
                compared.directories().stream()
                    .map(ShellWord::path)
                    .collect(Collectors.joining(" ")),
                ShellWord.path(metric))
        : "";
  }

  private String settings() {
    if (compared.across().differing().isEmpty()) {
      return "the sweeps' files and settings are equal\n\n";
    }
    TextTable table = TextTable.of(heading("differs"), new ArrayList<>());
    compared.across().differing().forEach((key, values) -> table.add(row(key, values)));
    return ConsoleTerminal.fit(table) + "\n";
  }

  private String cells() {
    TextTable table = TextTable.of(heading("cell"), new ArrayList<>());
    compared.across().cells().stream()
        .limit(MOST_CELLS)
        .forEach(
            cell ->
                table.add(
                    row(
                        cell.name(),
                        cell.sides().stream()
                            .map(side -> side.map(ComparedText::mean).orElse(""))
                            .toList())));
    table.add(row("cells", compared.sides().stream().map(this::counted).toList()));
    table.add(row("best", compared.sides().stream().map(this::best).toList()));
    int more = compared.across().cells().size() - MOST_CELLS;
    return ConsoleTerminal.fit(table)
        + (more > 0 ? "%d cells more; --json has all%n".formatted(more) : "")
        + (compared.across().tuned().isEmpty()
            ? ""
            : "each cell at its best %s; --each-setting has all values%n"
                .formatted(String.join(", ", compared.across().tuned())))
        + "\n";
  }

  private String[] heading(String first) {
    return Stream.concat(Stream.of(first), compared.sides().stream().map(SweepSide::label))
        .toArray(String[]::new);
  }

  private static Object[] row(String first, List<String> values) {
    return Stream.concat(Stream.of(first), values.stream()).toArray();
  }

  private static String mean(InSweep cell) {
    CellSummary summary = cell.summary();
    return summary.summary().n() == 0 && summary.failed() == 0 && summary.stopped() == 0
        ? "no result"
        : "%s (%s)%s"
            .formatted(
                Rounded.meanAndDeviation(summary.summary()),
                summary.count(),
                cell.at().isEmpty() ? "" : " at " + cell.at())
            .strip();
  }

  private String counted(SweepSide side) {
    int settings = compared.settings(side);
    int cells = compared.count(side);
    return cells == settings
        ? String.valueOf(cells)
        : "%d in %d settings".formatted(cells, settings);
  }

  private String best(SweepSide side) {
    return compared.bestCell(compared.sides().indexOf(side)).map(Cell::name).orElse("");
  }

  private String pairs() {
    if (compared.across().pairs().isEmpty()) {
      return "";
    }
    TextTable table = UnpairedTable.headings();
    compared.across().pairs().forEach(pair -> table.add(row(pair)));
    return "%s%n%s%n".formatted(compared.compared(), ConsoleTerminal.fit(table));
  }

  private Object[] row(PairedCell pair) {
    List<String> row =
        new ArrayList<>(List.of(pair.cell(), compared.sides().get(pair.side()).label()));
    row.addAll(PairTable.numbers(pair.pair()));
    int p = row.size() - 1;
    row.set(p, row.get(p) + ComparedSweeps.least(pair));
    row.add(compared.across().label(pair.pair().verdict()));
    return row.toArray();
  }
}
