package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.attune.api.search.Objective.Goal;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.BestCell;
import org.attune.sweeps.analysis.Effect;
import org.attune.sweeps.analysis.ExpectedBest;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.LevelMean;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.PairedComparison;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.importance.Importances;
import org.attune.sweeps.statistics.Rounded;

/** An analysis as text, for people. */
record AnalysisText(String sweep, SweepAnalysis analysis, Optional<Importances> importances) {

  private static final int MOST_ROWS = 12;
  private static final String NO_VALUE = "(not set)";

  String print() {
    Observations of = analysis.observations();
    StringBuilder text = new StringBuilder(heading(of));
    if (of.runs().isEmpty()) {
      return text.append("No finished trial has this metric: there is nothing to analyze.\n")
          .toString();
    }
    analysis
        .pairs()
        .ifPresent(pairs -> text.append('\n').append(new PairTable(pairs, of.metric()).text()));
    best(text);
    if (of.factors().isEmpty()) {
      return text.append("\nNothing varies between the cells: there are no axes to analyze.\n")
          .toString();
    }
    importances(text);
    effects(text);
    levels(text);
    comparisons(text);
    if (text.indexOf(NO_VALUE) >= 0) {
      text.append(
          "\n%s: cells that have no such setting, as another option has it.\n".formatted(NO_VALUE));
    }
    return text.toString();
  }

  private String heading(Observations of) {
    String better =
        of.goal()
            .map(g -> g == Goal.MINIMIZE ? " (lower is better)" : " (higher is better)")
            .orElse("");
    long seeds = of.runs().stream().mapToInt(run -> run.replicate()).distinct().count();
    Observations.Excluded out = of.excluded();
    List<String> left = new ArrayList<>();
    add(left, out.stopped(), "stopped early");
    add(left, out.failed(), "failed");
    add(left, out.open(), "not finished yet");
    add(left, out.withoutValue(), "without a finite value");
    return "%s: %s%s over %d finished trials, %d cells, %d seeds%n%s"
        .formatted(
            sweep,
            of.metric(),
            better,
            of.runs().size(),
            of.cells().size(),
            seeds,
            left.isEmpty() ? "" : "left out: " + String.join(", ", left) + "\n");
  }

  private static void add(List<String> to, int count, String what) {
    if (count > 0) {
      to.add(count + " " + what);
    }
  }

  private void best(StringBuilder text) {
    if (analysis.best().isEmpty()) {
      return;
    }
    BestCell best = analysis.best().get();
    double spread = (best.high() - best.low()) / 4;
    String cell = analysis.observations().names().of(best.cell());
    text.append(
        "\nbest: %s%n      %s%s%n"
            .formatted(
                TerminalText.line(cell),
                Rounded.number(best.mean(), spread),
                Double.isNaN(best.low())
                    ? ", of %d trial%s; no interval: no cell has two seeds"
                        .formatted(best.n(), best.n() == 1 ? "" : "s")
                    : " (95%% %s to %s), of %d seeds; the best again in %.0f%% of resamples of %d cells"
                        .formatted(
                            Rounded.number(best.low(), spread),
                            Rounded.number(best.high(), spread),
                            best.n(),
                            100 * best.chosenAgain(),
                            best.cells())));
    analysis.expected().ifPresent(expected -> expected(text, best, expected));
  }

  private void expected(StringBuilder text, BestCell best, ExpectedBest of) {
    double spread =
        Math.max(Math.abs(best.mean() - of.expectedOfBest()), 1e-3 * Math.abs(best.mean()));
    text.append(
        "      a Gaussian process over %d cells expects %s of new seeds%n"
            .formatted(of.cells(), Rounded.number(of.expectedOfBest(), spread)));
    if (!of.cell().equals(best.cell())) {
      text.append(
          "expected best: %s%n      %s expected, %s measured%n"
              .formatted(
                  TerminalText.line(analysis.observations().names().of(of.cell())),
                  Rounded.number(of.expected(), spread),
                  Rounded.number(of.measured(), spread)));
    }
  }

  private void effects(StringBuilder text) {
    if (analysis.observations().searched()) {
      text.append(
          "\n"
              + "The search chose cells by their results, so no test of an axis holds. To test one,"
              + " run a grid or a random\n"
              + "search, or state a claim about two cells. Shares describe these trials.\n");
    }
    if (analysis.observations().searched() && !analysis.adjusted()) {
      text.append("Too few cells to tell the axes apart: no shares.\n");
      return;
    }
    String[] heading = {"axis", "share", "F", "p", "p (Holm-adjusted)", ""};
    List<Effect> main = analysis.main();
    text.append('\n').append(TextTable.of(heading, rows(main)).aligned()).append(more(main.size()));
    if (!analysis.interactions().isEmpty()) {
      heading[0] = "pair of axes";
      text.append('\n')
          .append(TextTable.of(heading, rows(analysis.interactions())).aligned())
          .append(more(analysis.interactions().size()));
    }
    analysis
        .cells()
        .filter(cells -> analysis.observations().cells().size() > 2)
        .ifPresent(
            cells ->
                text.append(
                    "do cells differ by more than seeds: F %.3g (%d, %d), p %s, Holm-adjusted %s%n"
                        .formatted(
                            cells.f(),
                            cells.degrees(),
                            cells.errorDegrees(),
                            Rounded.probability(cells.probability()),
                            Rounded.probability(cells.adjusted()))));
    if (!analysis.observations().searched()) {
      tests(text);
    }
    for (Factor factor : analysis.observations().factors()) {
      if (!factor.together().isEmpty()) {
        text.append(
            "%s stands for %s too: they change together.%n"
                .formatted(factor.key(), TerminalText.line(String.join(", ", factor.together()))));
      }
    }
  }

  /** What the tests of the axes come to. */
  private void tests(StringBuilder text) {
    if (!analysis.testable()) {
      text.append(
          "No test: the axes have as many values as there are cells, and each cell has one"
              + " seed.\n");
    } else if (!analysis.found()) {
      text.append("No effect exceeds chance at this number of trials.\n");
    }
    if (!analysis.adjusted()) {
      text.append(
          "Too few cells for all axes at once: each axis is analyzed by itself, and no pairs of"
              + " axes.\n");
    }
  }

  private static List<String[]> rows(List<Effect> effects) {
    return effects.stream()
        .limit(MOST_ROWS)
        .map(
            effect ->
                new String[] {
                  String.join(" x ", effect.axes()),
                  percent(effect.share()),
                  Double.isNaN(effect.f())
                      ? ""
                      : String.format(
                          Locale.ROOT,
                          "%.3g (%d, %d)",
                          effect.f(),
                          effect.degrees(),
                          effect.errorDegrees()),
                  Rounded.probability(effect.probability()),
                  Rounded.probability(effect.adjusted()),
                  effect.shown() ? "shown" : ""
                })
        .toList();
  }

  private void importances(StringBuilder text) {
    if (importances.isEmpty()) {
      text.append(
          "\nimportances: none; they need 12 different cells, or a full grid, and some spread\n");
      return;
    }
    Importances of = importances.get();
    text.append(
        of.exact()
            ? "\nimportances, exact on the full grid of %d cells%n".formatted(of.cells())
            : "\nimportances by a random forest, which predicts %s of the variance of unseen cells (%d cells%s)%n"
                .formatted(
                    of.fit() <= 0 ? "none" : percent(of.fit()),
                    of.cells(),
                    of.of() > of.cells() ? " drawn from " + of.of() : ""));
    if (!of.useful()) {
      text.append("The forest predicts too little: its importances mean nothing.\n");
      return;
    }
    List<String[]> rows =
        of.axes().stream()
            .limit(MOST_ROWS)
            .map(
                axis ->
                    new String[] {
                      axis.axis(),
                      axis.shown() || !of.tested() ? percent(axis.share()) : "within chance",
                      Rounded.probability(axis.probability())
                    })
            .toList();
    text.append(
            TextTable.of(new String[] {"axis", "share by itself", "p (all axes)"}, rows).aligned())
        .append(more(of.axes().size()));
  }

  private void levels(StringBuilder text) {
    List<LevelMean> means =
        analysis.main().stream()
            .limit(MOST_ROWS)
            .map(effect -> effect.axes().get(0))
            .flatMap(axis -> analysis.levels().stream().filter(mean -> mean.axis().equals(axis)))
            .toList();
    List<String[]> rows = new ArrayList<>();
    String before = "";
    for (LevelMean mean : means.subList(0, Math.min(means.size(), 4 * MOST_ROWS))) {
      rows.add(
          new String[] {
            mean.axis().equals(before) ? "" : mean.axis(),
            mean.range() ? mean.from() + " to " + mean.to() : level(mean.from()),
            Rounded.meanAndDeviation(mean.summary()),
            String.valueOf(mean.summary().n())
          });
      before = mean.axis();
    }
    text.append('\n')
        .append(
            TextTable.of(new String[] {"axis", "value", "mean ± std", "trials"}, rows).aligned());
  }

  private void comparisons(StringBuilder text) {
    List<PairedComparison> all =
        analysis.comparisons().stream()
            .sorted(
                Comparator.comparingDouble(PairedComparison::adjusted)
                    .thenComparingDouble(PairedComparison::probability))
            .toList();
    if (all.isEmpty()) {
      text.append(
          "\n"
              + "No comparisons: one needs two pairs of trials that have the same seed and differ"
              + " in one axis.\n");
      return;
    }
    List<String[]> rows = all.stream().limit(MOST_ROWS).map(AnalysisText::row).toList();
    text.append('\n')
        .append(
            TextTable.of(
                    new String[] {
                      "paired comparison",
                      "difference (interval)",
                      "over",
                      "g",
                      "p",
                      "p (Holm-adjusted)",
                      ""
                    },
                    rows)
                .aligned())
        .append(more(all.size()))
        .append(
            "difference: first minus second, in pairs with the same seed and all else equal; g:"
                + " Hedges' effect size;\nthe interval is the one that the Holm-adjusted test"
                + " uses\n");
  }

  private static String[] row(PairedComparison of) {
    double spread = (of.interval().high() - of.interval().low()) / 4;
    return new String[] {
      "%s: %s - %s".formatted(of.axis(), level(of.first()), level(of.second())),
      "%s (%s to %s)"
          .formatted(
              Rounded.number(of.difference(), spread),
              Rounded.number(of.interval().low(), spread),
              Rounded.number(of.interval().high(), spread)),
      of.n() + (of.seeds() ? " seeds" : " settings"),
      Double.isNaN(of.effectSize()) ? "" : String.format(Locale.ROOT, "%.2f", of.effectSize()),
      Rounded.probability(of.probability()),
      Rounded.probability(of.adjusted()),
      of.shown() ? "shown" : ""
    };
  }

  private static String level(String level) {
    return level.equals(Factor.ABSENT) ? NO_VALUE : level;
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f%%", 100 * share);
  }

  private static String more(int rows) {
    return rows > MOST_ROWS ? "and %d more; --json has all%n".formatted(rows - MOST_ROWS) : "";
  }
}
