package org.attune.papers.reproduce;

import static org.attune.jobs.report.Svg.Anchor.END;
import static org.attune.jobs.report.Svg.Anchor.START;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.attune.api.catalog.Numbers;
import org.attune.jobs.console.CutText;
import org.attune.jobs.report.Svg;
import org.attune.jobs.report.SvgAxis;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.statistics.Summary;
import org.attune.sweeps.verdict.Reproduction;
import org.attune.sweeps.verdict.Reproduction.CellEntry;
import org.attune.sweeps.verdict.Reproduction.Row;

/**
 * A paper's numbers and ours side by side, as a drawing: a block for each metric that the paper
 * prints or a claim compares, and a line for each cell. For our numbers it shows each seed, the
 * mean, the standard deviation, the floor and the oracle.
 *
 * @param reproduction the table
 * @param rows the cells to show
 */
record TableDrawing(Reproduction reproduction, List<Row> rows) {

  private static final int WIDTH = 860;
  private static final int NAMES = 270;
  private static final int GAP = 24;
  private static final int PAPER = 200;
  private static final int ROW = 19;
  private static final int HEAD = 40;
  private static final int FOOT = 34;
  private static final int LONGEST_NAME = 42;
  private static final String BOLD = "font-weight='600' fill='#222'";
  private static final String SMALL = "font-size='11' fill='#555'";
  private static final String PAPERS = "#b4530a";
  private static final String OURS = "#1f5fa8";

  /** The drawing as SVG. */
  String svg() {
    Svg svg = new Svg(WIDTH);
    double y = 22;
    svg.text(12, y, START, "font-size='14' " + BOLD, reproduction.layout().title());
    y += 8;
    for (int i = 0; i < reproduction.layout().columns().size(); i++) {
      if (shows(i)) {
        y = block(svg, i, y + 22);
      }
    }
    return svg.drawn(y + 6, reproduction.layout().title() + ": the paper's numbers and ours");
  }

  private boolean shows(int column) {
    Layout.LayoutColumn shown = reproduction.layout().columns().get(column);
    return column == 0
        || !shown.paper().isEmpty()
        || reproduction.findings().stream()
            .flatMap(finding -> finding.claim().measures().stream())
            .anyMatch(measure -> measure.metric().equals(shown.metric()));
  }

  private double block(Svg svg, int column, double top) {
    Layout.LayoutColumn layout = reproduction.layout().columns().get(column);
    List<CellEntry> entries = rows.stream().map(row -> row.entries().get(column)).toList();
    boolean printed = entries.stream().anyMatch(entry -> paper(entry).isPresent());
    double bottom = top + HEAD / 2.0 + ROW * rows.size();
    double left = printed ? NAMES + PAPER + GAP : NAMES;
    svg.text(12, top, START, BOLD, layout.metric());
    SvgAxis ours = SvgAxis.over(values(entries), left, WIDTH - 20.0);
    ours.draw(svg, top + 8, bottom);
    svg.text(left, top, START, SMALL, "ours" + (ours.logarithmic() ? " (log)" : ""));
    Optional<SvgAxis> papers = Optional.empty();
    if (printed) {
      papers = Optional.of(SvgAxis.over(printedValues(entries), NAMES, NAMES + PAPER));
      papers.get().draw(svg, top + 8, bottom);
      svg.text(NAMES, top, START, SMALL, "the paper");
    } else {
      svg.text(WIDTH - 20, top, END, SMALL, "the paper prints no numbers");
    }
    for (int i = 0; i < rows.size(); i++) {
      double y = top + HEAD / 2.0 + ROW * i;
      String name = Numbers.readableLabel(rows.get(i).label());
      svg.text(NAMES - 10.0, y + 4, END, "fill='#222'", CutText.of(name, LONGEST_NAME, "…"));
      CellEntry entry = entries.get(i);
      if (papers.isPresent() && paper(entry).isPresent()) {
        drawPaper(svg, papers.get(), paper(entry).get(), y);
      }
      drawOurs(svg, ours, entry, y);
    }
    return bottom + FOOT;
  }

  private static void drawPaper(Svg svg, SvgAxis axis, PaperNumber number, double y) {
    spread(svg, axis, number.value(), number.spread(), y, PAPERS);
    svg.circle(axis.x(number.value()), y, 4, "fill='%s'".formatted(PAPERS));
  }

  private static void spread(
      Svg svg, SvgAxis axis, double mean, double spread, double y, String colour) {
    String style = "stroke='%s' stroke-width='2'".formatted(colour);
    svg.across(y, axis.x(mean - spread), axis.x(mean + spread), style);
  }

  private static void drawOurs(Svg svg, SvgAxis axis, CellEntry entry, double y) {
    mark(svg, axis, entry.floor(), y, "stroke='#999' stroke-dasharray='2 2'");
    mark(svg, axis, entry.oracle(), y, "stroke='#3a8a3a' stroke-dasharray='2 2'");
    String dot = "fill='%s' fill-opacity='.35'".formatted(OURS);
    entry.seeds().stream()
        .flatMapToDouble(OptionalDouble::stream)
        .forEach(seed -> svg.circle(axis.x(seed), y, 2.5, dot));
    Summary summary = entry.ours();
    if (summary.n() > 0) {
      double spread = Double.isFinite(summary.std()) ? summary.std() : 0;
      spread(svg, axis, summary.mean(), spread, y, OURS);
      String style = "stroke='%s' stroke-width='2.5'".formatted(OURS);
      svg.down(axis.x(summary.mean()), y - 6, y + 6, style);
    }
  }

  private static void mark(Svg svg, SvgAxis axis, OptionalDouble value, double y, String style) {
    value.ifPresent(at -> svg.down(axis.x(at), y - 9, y + 9, style));
  }

  private static Optional<PaperNumber> paper(CellEntry entry) {
    return entry.paper().flatMap(PaperNumber::of);
  }

  private static List<Double> values(List<CellEntry> entries) {
    return entries.stream()
        .flatMap(
            entry ->
                Stream.concat(entry.seeds().stream(), Stream.of(entry.floor(), entry.oracle())))
        .flatMapToDouble(OptionalDouble::stream)
        .boxed()
        .toList();
  }

  private static List<Double> printedValues(List<CellEntry> entries) {
    return entries.stream()
        .flatMap(entry -> paper(entry).stream())
        .flatMap(
            number -> Stream.of(number.value() - number.spread(), number.value() + number.spread()))
        .toList();
  }
}
