package org.attune.papers.reproduce;

import static org.attune.jobs.report.Svg.Anchor.END;
import static org.attune.jobs.report.Svg.Anchor.START;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.jobs.console.CutText;
import org.attune.jobs.report.Svg;
import org.attune.jobs.report.SvgAxis;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimSource;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Finding.FoundEffect;
import org.attune.sweeps.claim.Relation;

/**
 * All effects beside the papers' effects, as a drawing: one line per claim, grouped by paper. The
 * unit is the paper's effect, so the paper stands at 1, or at 0 for two cells that it calls alike.
 * Claims without a paper's effect are left out: they have no unit.
 *
 * @param tables judged, in order
 */
record ForestPlot(List<ReproducedTable> tables) {

  private static final int WIDTH = 900;
  private static final int NAMES = 560;
  private static final int ROW = 20;
  private static final double LOWEST = -1.5;
  private static final double HIGHEST = 2.5;
  private static final int LONGEST = 84;

  /** The drawing as SVG; empty if no claim has a paper's effect. */
  Optional<String> svg() {
    Map<String, List<Finding>> papers = new LinkedHashMap<>();
    for (ReproducedTable table : tables) {
      for (Finding finding : table.findings()) {
        if (drawable(finding)) {
          papers.computeIfAbsent(table.table().source(), p -> new ArrayList<>()).add(finding);
        }
      }
    }
    if (papers.isEmpty()) {
      return Optional.empty();
    }
    Svg svg = new Svg(WIDTH);
    SvgAxis axis = new SvgAxis(LOWEST, HIGHEST, false, NAMES, WIDTH - 20.0);
    int lines = papers.size() + papers.values().stream().mapToInt(List::size).sum();
    double top = 40;
    double bottom = top + ROW * lines;
    String title = "Effects found, in units of the paper's effect";
    svg.text(12, 20, START, "font-weight='600' font-size='14'", title);
    axis.draw(svg, top - 8, bottom);
    svg.rectangle(
        axis.x(-Claim.MARGIN),
        top - 8,
        axis.x(Claim.MARGIN) - axis.x(-Claim.MARGIN),
        bottom - top + 8,
        "fill='#000' fill-opacity='.05'");
    svg.down(axis.x(0), top - 8, bottom, "stroke='#666'");
    double y = top + 6;
    for (Map.Entry<String, List<Finding>> paper : papers.entrySet()) {
      svg.text(12, y, START, "font-weight='600' fill='#222'", paper.getKey());
      y += ROW;
      for (Finding finding : paper.getValue()) {
        draw(svg, axis, finding, y);
        y += ROW;
      }
    }
    return Optional.of(svg.drawn(bottom + 24, "Effects found beside the papers' effects"));
  }

  static boolean drawable(Finding finding) {
    return finding.claim().testable()
        && finding.claim().effect().isPresent()
        && finding.effect() instanceof FoundEffect.Difference found
        && found.seeds() > 0;
  }

  private static void draw(Svg svg, SvgAxis axis, Finding finding, double y) {
    Claim claim = finding.claim();
    FoundEffect.Difference found = (FoundEffect.Difference) finding.effect();
    double unit = claim.expected();
    String says = claim.says();
    boolean papers = claim.source().equals(Optional.of(ClaimSource.PAPER));
    String colour = colour(finding.verdict());
    String style = "fill='#222'" + (papers ? "" : " font-style='italic'");
    svg.text(NAMES - 12.0, y, END, style, CutText.of(says, LONGEST, "…"));
    double middle = y - 4;
    svg.across(
        middle,
        axis.x(found.low() / unit),
        axis.x(found.high() / unit),
        "stroke='%s' stroke-width='2'".formatted(colour));
    String dot = "fill='%s' stroke='%s' stroke-width='1.5'";
    svg.circle(
        axis.x(found.mean() / unit), middle, 4, dot.formatted(papers ? colour : "#fff", colour));
    double paper = axis.x(claim.relation() == Relation.NEAR ? 0 : 1);
    svg.down(paper, middle - 7, middle + 7, "stroke='#b4530a' stroke-width='2.5'");
  }

  private static String colour(ClaimVerdict verdict) {
    return switch (verdict) {
      case REPRODUCED, LARGER -> "#2a7f3f";
      case OPPOSITE -> "#b3261e";
      case SMALLER, NO_DIFFERENCE -> "#8a6d00";
      case CONTROL_DIFFERS, ROUNDING, INCONCLUSIVE, NOT_TESTABLE -> "#777";
    };
  }
}
