package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.ShortList;
import org.attune.jobs.console.TerminalText;
import org.attune.sweeps.analysis.CellPair;
import org.attune.sweeps.analysis.CellPair.PairVerdict;
import org.attune.sweeps.analysis.CellPairs;

/**
 * Which cells differ from their control, in one sentence: the verdicts of the table of cells, the
 * shown ones first. The best mean is no verdict, so it has no part in it.
 *
 * @param pairs the rows of the table
 */
public record CellsThatDiffer(CellPairs pairs) {

  private static final String QUESTION = "which cells differ: ";

  /** The most cells that it names of one verdict. */
  private static final int MOST = 4;

  /** The sentence; empty where no row is tested. */
  public Optional<String> text() {
    List<CellPair> rows = pairs.pairs();
    if (rows.stream().allMatch(row -> Double.isNaN(row.adjusted()))) {
      return Optional.empty();
    }
    Map<String, List<String>> cells = new LinkedHashMap<>();
    rows.stream()
        .filter(row -> row.verdict().shown())
        .forEach(row -> add(cells, beside(row), row.cell()));
    List<String> parts =
        new ArrayList<>(cells.isEmpty() ? List.of("no cell is shown to differ") : List.of());
    rows.stream()
        .filter(row -> !row.verdict().shown())
        .forEach(row -> add(cells, beside(row), row.cell()));
    cells.forEach(
        (verdict, named) ->
            parts.add(
                "%s %s %s"
                    .formatted(
                        ShortList.of(named, MOST, ""), named.size() == 1 ? "is" : "are", verdict)));
    return Optional.of(String.join("; ", parts));
  }

  /** A line for people; empty where no row is tested. */
  public static String line(Optional<CellPairs> pairs) {
    return pairs
        .flatMap(all -> new CellsThatDiffer(all).text())
        .map(differing -> "%s%s%n".formatted(QUESTION, differing))
        .orElse("");
  }

  private static void add(Map<String, List<String>> cells, String verdict, String cell) {
    cells.computeIfAbsent(verdict, key -> new ArrayList<>()).add(name(cell));
  }

  /** A cell's name; in brackets if it has a comma, as names that follow each other have one too. */
  private static String name(String cell) {
    String name = TerminalText.line(cell);
    return name.contains(", ") ? "(" + name + ")" : name;
  }

  /** A row's verdict and control: {@code better than gate=none}. */
  private String beside(CellPair row) {
    String label = row.verdict().label();
    String mark = pairs.label(row).substring(label.length());
    return "%s %s %s%s"
        .formatted(
            label,
            row.verdict() == PairVerdict.DIFFERENT
                ? "from"
                : row.verdict().shown() ? "than" : "beside",
            name(row.control()),
            mark.isEmpty() ? "" : " (" + mark.replaceFirst("^[,;] *", "") + ")");
  }
}
