package org.attune.jobs.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.attune.api.catalog.Numbers;
import org.attune.jobs.console.ConsoleTerminal;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.PredictedClaims;
import org.attune.sweeps.analysis.PredictedClaims.PredictedClaim;
import org.attune.sweeps.analysis.Trend;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.verdict.Reproduction;

/**
 * What a table's page says of its claims at the paper's size, as its ladder predicts them.
 *
 * @param predicted the claims
 * @param judged the table at our size
 */
public record PredictedText(PredictedClaims predicted, Reproduction judged) {

  private static final String NONE = "n/a";

  /**
   * The section as Markdown.
   *
   * @param drawing the file of the drawing
   * @param link makes Markdown of the ladder's file
   */
  public String markdown(String drawing, UnaryOperator<String> link) {
    StringBuilder text = new StringBuilder("\n### at the paper's size, as predicted\n\n");
    if (isDrawn()) {
      text.append("![Where the differences lead](%s)\n\n".formatted(drawing));
    }
    text.append(
        """
        The verdicts above are those at our size. Here claims are judged a second time, by the same rule and margin: by the effect to which straight lines lead at %s. The sweep %s ran %s.

        """
            .formatted(at(), link.apply(predicted.ladder().file()), sizes()));
    text.append(table().markdown());
    text.append(
        """

        Effects are %s. All predicted intervals together hold with 95 %% if the lines go on: no interval covers a bend beyond the sizes that ran. Lines and intervals are those of `attune trend`.
        """
            .formatted(unit()));
    notes().forEach(note -> text.append("\nNote: ").append(note).append(".\n"));
    return text.toString();
  }

  /** For a terminal. */
  public String text() {
    return printed(ConsoleTerminal.fit(table()));
  }

  /** For a terminal, as Markdown. */
  public String markdown() {
    return printed(table().markdown());
  }

  private String printed(String table) {
    StringBuilder text = new StringBuilder();
    text.append(
        "\nAs predicted at %s, by the sweep %s of %s:\n\n"
            .formatted(at(), predicted.ladder().file(), sizes()));
    text.append(table).append('\n');
    notes().forEach(note -> text.append(note).append(".\n"));
    return text.toString();
  }

  /** The paper's size: {@code 2,500,000,000 parameters}. */
  private String at() {
    return "%s %s".formatted(size(predicted.ladder().at()), predicted.ladder().along());
  }

  private TextTable table() {
    TextTable table =
        TextTable.of(
            "claim",
            "verdict at our size",
            "verdict as predicted",
            "paper's effect",
            "predicted at " + at(),
            "cells of the ladder",
            "seeds",
            "beyond its sizes");
    for (PredictedClaim claim : predicted.claims()) {
      table.add(
          claim.claim().says(),
          atOurSize(claim.claim()),
          claim.finding().map(one -> one.verdict().words(one.claim())).orElse(claim.verdict()),
          claim.claim().effect().map(effect -> Numbers.canonical(effect.size())).orElse(NONE),
          claim.finding().map(FoundText::of).orElse(NONE),
          "%s beside %s".formatted(claim.answer().cell(), claim.answer().control()),
          claim.trend().map(trend -> String.valueOf(trend.seeds())).orElse(NONE),
          claim.trend().map(this::beyond).orElse(NONE));
    }
    return table;
  }

  private String atOurSize(Claim claim) {
    return judged.findings().stream()
        .filter(finding -> finding.claim().says().equals(claim.says()))
        .map(finding -> finding.verdict().words(claim))
        .findFirst()
        .orElse(NONE);
  }

  private String beyond(Trend trend) {
    double factor = trend.beyond(predicted.ladder().at());
    return factor <= 1 ? "between them" : TrendTable.factor(factor) + " times";
  }

  private String unit() {
    return predicted.claims().stream().anyMatch(claim -> claim.claim().floor().isPresent())
        ? "shares of the control's distance from its floor"
        : "differences of `%s`".formatted(metric());
  }

  private String metric() {
    return predicted.claims().get(0).claim().subject().metric();
  }

  private String sizes() {
    return predicted.trends().rows().stream()
        .findFirst()
        .map(Trend::points)
        .map(
            points ->
                "%d sizes, from %s to %s"
                    .formatted(
                        points.size(),
                        size(points.get(0).size()),
                        size(points.get(points.size() - 1).size())))
        .orElse("no size");
  }

  private static String size(double size) {
    return TrendTable.size(size);
  }

  private List<String> notes() {
    return predicted.trends().notes();
  }

  private boolean isDrawn() {
    return !predicted.trends().rows().isEmpty();
  }

  /** The drawing as SVG; empty if the ladder has no trend. */
  public Optional<String> svg() {
    if (!isDrawn()) {
      return Optional.empty();
    }
    String heading =
        "%s, cell less control%s, along %s"
            .formatted(
                metric(),
                predicted.claims().get(0).claim().floor().isPresent()
                    ? " in shares of the control's distance from its floor"
                    : "",
                predicted.ladder().along());
    SvgCanvas canvas = new SvgCanvas(CurvePlot.WIDTH, CurvePlot.HEIGHT);
    new TrendDrawing(heading, predicted.ladder().along(), predicted.trends().rows()).draw(canvas);
    return Optional.of(new String(canvas.drawn(heading), UTF_8));
  }
}
