package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attune.sweeps.analysis.CellPair;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.analysis.Effect;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.PairedComparison;
import org.attune.sweeps.analysis.RowAxis;
import org.attune.sweeps.analysis.SweepAnalysis;

/**
 * Where a test of an axis or of two of its values seems to oppose the table of cells: what each
 * asks, and which to quote.
 */
record OpposedSections(SweepAnalysis analysis) {

  private static final String QUOTE = " Quote the table of cells.";

  /** A sentence on each axis whose effect the table of cells seems to deny, or to have alone. */
  List<String> effects() {
    List<RowAxis> rows = RowAxis.of(analysis);
    List<String> opposed =
        analysis.main().stream()
            .filter(effect -> !Double.isNaN(effect.adjusted()))
            .flatMap(effect -> effect(effect, rows).stream())
            .toList();
    return explained(
        opposed,
        " This test asks whether the axis matters on average over all cells; the table asks whether"
            + " a cell differs from its control%s.".formatted(best(", each ")));
  }

  private static Optional<String> effect(Effect effect, List<RowAxis> rows) {
    String axis = effect.axes().get(0);
    List<RowAxis> about = rows.stream().filter(row -> row.axis().equals(axis)).toList();
    List<CellPair> shown =
        about.stream().map(RowAxis::row).filter(row -> row.verdict().shown()).toList();
    if (about.isEmpty() || effect.shown() != shown.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        effect.shown()
            ? axis + " is shown here, but no row of the table of cells shows it."
            : "%s is not shown here, but in the table of cells %s."
                .formatted(
                    axis,
                    shown.stream()
                        .map(row -> "%s is %s".formatted(said(row), row.verdict().label()))
                        .collect(Collectors.joining(", and "))));
  }

  /** A sentence on each comparison of two values that a row of the table of cells seems to deny. */
  List<String> comparisons() {
    List<RowAxis> rows = RowAxis.of(analysis);
    List<String> opposed = new ArrayList<>();
    for (PairedComparison of : analysis.comparisons()) {
      if (!Double.isNaN(of.adjusted())) {
        rows.stream()
            .filter(row -> row.axis().equals(of.axis()))
            .flatMap(row -> comparison(of, row).stream())
            .forEach(opposed::add);
      }
    }
    String there = best("");
    return explained(
        opposed,
        " Here all values of the other axes count alike; there each cell is %s."
            .formatted(there.isEmpty() ? "beside its control" : there));
  }

  private Optional<String> comparison(PairedComparison of, RowAxis row) {
    boolean same = of.first().equals(row.level()) && of.second().equals(row.controlLevel());
    boolean turned = of.second().equals(row.level()) && of.first().equals(row.controlLevel());
    boolean shown = row.row().verdict().shown();
    if (!same && !turned || !shown && !of.shown()) {
      return Optional.empty();
    }
    String there =
        " here, but %s is %s in the table of cells."
            .formatted(said(row.row()), row.row().verdict().label());
    String values =
        "%s - %s".formatted(level(of.axis(), of.first()), level(of.axis(), of.second()));
    if (shown != of.shown()) {
      return Optional.of(
          "%s: %s is %s%s".formatted(of.axis(), values, of.shown() ? "shown" : "not shown", there));
    }
    boolean higher = same == of.difference() > 0;
    return higher == row.row().higher()
        ? Optional.empty()
        : Optional.of(
            "%s: %s is %s than %s%s"
                .formatted(
                    of.axis(),
                    level(of.axis(), of.first()),
                    analysis.observations().goal().isPresent() ? "better" : "lower",
                    level(of.axis(), of.second()),
                    there));
  }

  /** One sentence keeps its explanation; several have it once, in a line after them. */
  private static List<String> explained(List<String> opposed, String why) {
    if (opposed.size() < 2) {
      return opposed.stream().map(one -> one + why + QUOTE).toList();
    }
    List<String> lines = new ArrayList<>(opposed);
    lines.add((why + QUOTE).strip());
    return lines;
  }

  /** Says {@code at its best train.learning-rate}; empty where nothing is tuned. */
  private String best(String before) {
    List<String> tuned = analysis.pairs().map(CellPairs::tuned).orElse(List.of());
    return tuned.isEmpty() ? "" : before + "at its best " + String.join(", ", tuned);
  }

  private static String said(CellPair row) {
    return "%s beside %s".formatted(row.cell(), row.control());
  }

  private String level(String axis, String level) {
    return level.equals(Factor.ABSENT)
        ? AnalysisNotes.NO_VALUE
        : analysis.observations().names().shown(axis, level);
  }
}
