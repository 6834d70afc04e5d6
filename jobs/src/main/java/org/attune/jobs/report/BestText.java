package org.attune.jobs.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.TerminalText;
import org.attune.sweeps.analysis.BestCell;
import org.attune.sweeps.analysis.ExpectedBest;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.statistics.Rounded;

/** The best cell of an analysis and what to expect of it, as text. */
record BestText(SweepAnalysis analysis) {

  /** The text, after an empty line; empty if there is no best cell. */
  String text() {
    return analysis
        .best()
        .map(
            best ->
                best(best)
                    + notes().stream().map("      %s%n"::formatted).collect(Collectors.joining()))
        .orElse("");
  }

  private String best(BestCell best) {
    double spread = (best.high() - best.low()) / 4;
    return "\nbest: %s%n      %s%s, of %s%s; %s%n"
        .formatted(
            TerminalText.line(analysis.observations().names().of(best.cell())),
            Rounded.number(best.cellSummary().summary().mean(), spread),
            Double.isNaN(best.low())
                ? ""
                : " measured, %s expected with new seeds (95 %% %s to %s)"
                    .formatted(
                        Rounded.number(best.expected(), spread),
                        Rounded.number(best.low(), spread),
                        Rounded.number(best.high(), spread)),
            Counted.of(best.cellSummary().summary().n(), "seed"),
            best.cellSummary().missing(),
            best.withoutInterval()
                .map("no interval: "::concat)
                .orElseGet(
                    () ->
                        "the best again in %.0f %% of resamples of %d cells"
                            .formatted(100 * best.chosenAgain(), best.cells())));
  }

  /** Why the cell is the best if not for its mean, and what to expect of it: a sentence each. */
  List<String> notes() {
    return Stream.concat(
            BestCells.decidedByFailures(
                analysis.observations().summaries(),
                analysis.observations().goal(),
                analysis.observations().names()::of)
                .stream(),
            expected().stream())
        .toList();
  }

  /**
   * What a Gaussian process expects, a sentence each. Where there is none, a best value of one seed
   * is said to be partly luck.
   */
  private List<String> expected() {
    return analysis
        .best()
        .map(
            best ->
                analysis
                    .expected()
                    .map(expected -> expected(best, expected))
                    .orElseGet(() -> luck(best)))
        .orElse(List.of());
  }

  private static List<String> luck(BestCell best) {
    return best.cellSummary().summary().n() == 1 && best.cells() > 1
        ? List.of(
            "a value of one seed, and the best of %d cells: partly luck, and nobody knows how much"
                .formatted(best.cells()))
        : List.of();
  }

  private List<String> expected(BestCell best, ExpectedBest expected) {
    double mean = best.cellSummary().summary().mean();
    double spread = Math.max(Math.abs(mean - expected.expectedOfBest()), 1e-3 * Math.abs(mean));
    String text =
        ("a Gaussian process over %d cells expects %s of this cell at this seed, less its luck; other"
                + " seeds may differ")
            .formatted(expected.cells(), Rounded.number(expected.expectedOfBest(), spread));
    return expected.cell().equals(best.cell())
        ? List.of(text)
        : List.of(
            text,
            "it expects the best value of another cell, %s: %s expected, %s measured"
                .formatted(
                    TerminalText.line(analysis.observations().names().of(expected.cell())),
                    Rounded.number(expected.expected(), spread),
                    Rounded.number(expected.measured(), spread)));
  }
}
