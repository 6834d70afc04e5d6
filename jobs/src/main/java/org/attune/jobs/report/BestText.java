package org.attune.jobs.report;

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
        .map(best -> best(best) + analysis.expected().map(of -> expected(best, of)).orElse(""))
        .orElse("");
  }

  private String best(BestCell best) {
    double spread = (best.high() - best.low()) / 4;
    return "\nbest: %s%n      %s%s%n"
        .formatted(
            TerminalText.line(analysis.observations().names().of(best.cell())),
            Rounded.number(best.mean(), spread),
            Double.isNaN(best.low())
                ? ", of %s; no interval: %s"
                    .formatted(
                        Counted.of(best.n(), "trial"),
                        analysis.observations().searched()
                                && best.cells() < analysis.observations().runs().size()
                            ? "cells of the search differ in their number of seeds"
                            : "no cell has two seeds")
                : " (95%% %s to %s), of %d seeds; the best again in %.0f%% of resamples of %d cells"
                    .formatted(
                        Rounded.number(best.low(), spread),
                        Rounded.number(best.high(), spread),
                        best.n(),
                        100 * best.chosenAgain(),
                        best.cells()));
  }

  private String expected(BestCell best, ExpectedBest of) {
    double spread =
        Math.max(Math.abs(best.mean() - of.expectedOfBest()), 1e-3 * Math.abs(best.mean()));
    String text =
        "      a Gaussian process over %d cells expects %s of new seeds%n"
            .formatted(of.cells(), Rounded.number(of.expectedOfBest(), spread));
    return of.cell().equals(best.cell())
        ? text
        : text
            + "expected best: %s%n      %s expected, %s measured%n"
                .formatted(
                    TerminalText.line(analysis.observations().names().of(of.cell())),
                    Rounded.number(of.expected(), spread),
                    Rounded.number(of.measured(), spread));
  }
}
