package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.attune.api.catalog.Numbers;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.Effect;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.LevelMean;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.PairedComparison;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.importance.Importances;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.statistics.Rounded;

/** An analysis as text, for people. */
record AnalysisText(SweepHeader sweep, SweepAnalysis analysis, Optional<Importances> importances) {

  private static final int MOST_ROWS = 12;
  private static final String NO_VALUE = "(not set)";
  private static final String DIFFER =
      "\nSections may differ: each has its own test and its own Holm adjustment.\n"
          + "Report a claim that was stated before the results; else report the table of cells.\n";

  String print() {
    Observations of = analysis.observations();
    StringBuilder text = new StringBuilder(AnalysisHeading.of(sweep.name(), of));
    if (of.runs().isEmpty()) {
      return text + "No finished trial has this metric: there is nothing to analyze.\n";
    }
    analysis
        .pairs()
        .ifPresent(
            pairs -> text.append('\n').append(new PairTable(pairs, of.metric(), sweep).text()));
    text.append(CellSummary.alike(of.summaries(), of.goal())).append(new BestText(analysis).text());
    if (of.factors().isEmpty()) {
      return text + "\nNothing varies between the cells: there are no axes to analyze.\n";
    }
    if (!of.failures().isEmpty()) {
      text.append(
          ("%n%s failed: shares and means below are of the trials that finished. An axis is not"
                  + " tested if more trials failed at some%nof its values, and a value with failed"
                  + " trials is not compared.%n")
              .formatted(Counted.of(of.failures().size(), "trial")));
    }
    if (!of.stops().isEmpty()) {
      text.append(
          "%n%s stopped early and left out below: an axis whose bad values were stopped looks idle.%n"
              .formatted(Counted.of(of.stops().size(), "trial")));
    }
    importances(text);
    effects(text);
    levels(text);
    comparisons(text);
    if (analysis.pairs().isPresent() && !of.searched()) {
      text.append(DIFFER);
    }
    if (text.indexOf(NO_VALUE) >= 0) {
      text.append(
          "\n%s: cells that have no such setting, as another option has it.\n".formatted(NO_VALUE));
    }
    return text.toString();
  }

  /** Appends a table of the first rows, and says how many there are more. */
  private static <T> void table(
      StringBuilder text, List<T> of, Function<T, String[]> row, String... heading) {
    List<String[]> rows = of.stream().limit(MOST_ROWS).map(row).toList();
    text.append('\n').append(TextTable.of(heading, rows).aligned());
    if (of.size() > MOST_ROWS) {
      text.append("and %d more; --json has all%n".formatted(of.size() - MOST_ROWS));
    }
  }

  private void effects(StringBuilder text) {
    boolean searched = analysis.observations().searched();
    if (searched) {
      text.append(
          !analysis.observations().excluded().ended()
              ? "\nTrials are open, so no test of an axis holds yet.\n"
              : "\n"
                  + "Results decided which cells ran or how many seeds they got, so no test of an axis holds."
                  + " To test one, run a grid or a random\n"
                  + "search, or state a claim about two cells.\n");
      if (!analysis.adjusted()) {
        return;
      }
    }
    effects(text, "axis", analysis.main());
    if (!analysis.interactions().isEmpty()) {
      effects(text, "pair of axes", analysis.interactions());
    }
    analysis
        .cells()
        .filter(cells -> analysis.observations().cells().size() > 2)
        .ifPresent(
            cells ->
                text.append(
                    "do cells differ by more than seeds: F %s, p %s, Holm-adjusted %s%n"
                        .formatted(
                            statistic(cells),
                            Rounded.probability(cells.probability()),
                            Rounded.probability(cells.adjusted()))));
    if (!searched) {
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

  private void effects(StringBuilder text, String axis, List<Effect> effects) {
    table(
        text,
        effects,
        effect ->
            new String[] {
              String.join(" x ", effect.axes()),
              percent(effect.share()),
              Double.isNaN(effect.f()) ? "" : statistic(effect),
              Rounded.probability(effect.probability()),
              Rounded.probability(effect.adjusted()),
              shown(effect.shown())
            },
        axis,
        "share",
        "F",
        "p",
        "p (Holm-adjusted)",
        "");
  }

  private String shown(boolean isShown) {
    return isShown ? "shown" + analysis.observations().looks().mark() : "";
  }

  private static String statistic(Effect of) {
    return String.format(Locale.ROOT, "%.3g (%d, %d)", of.f(), of.degrees(), of.errorDegrees());
  }

  /** What the tests come to. */
  private void tests(StringBuilder text) {
    Observations of = analysis.observations();
    if (!analysis.testable()) {
      boolean seeds = of.summaries().stream().anyMatch(cell -> cell.summary().n() > 1);
      text.append("No test: the axes have as many values as there are cells, and ")
          .append(seeds ? "cells and seeds explain every value.\n" : "each cell has one seed.\n");
    } else if (!analysis.found()) {
      text.append("No effect exceeds chance at this number of trials.\n");
    }
    of.looks().notes().forEach(note -> text.append(note).append('\n'));
    if (!analysis.adjusted()) {
      text.append(
          "Too few cells for all axes at once: each axis is analyzed by itself, and no pairs of"
              + " axes.\n");
    }
  }

  private void importances(StringBuilder text) {
    if (importances.isEmpty()) {
      NoImportances.reason(analysis, importances)
          .ifPresent(reason -> text.append("\nimportances: %s\n".formatted(reason)));
      return;
    }
    Importances of = importances.get();
    text.append(
        of.exact()
            ? "\nimportances, exact on the full grid of %d cells".formatted(of.cells())
            : "\nimportances by a random forest, which predicts %s of the variance of unseen cells (%d cells%s)"
                .formatted(
                    of.fit() <= 0 ? "none" : percent(of.fit()),
                    of.cells(),
                    of.of() > of.cells() ? " drawn from " + of.of() : ""));
    if (!of.useful()) {
      text.append("\nThe forest predicts too little: its importances mean nothing.\n");
      return;
    }
    table(
        text,
        of.axes(),
        axis ->
            new String[] {
              axis.axis(),
              axis.shown() || !axis.tested() ? percent(axis.share()) : "within chance",
              Rounded.probability(axis.probability())
            },
        "axis",
        "share by itself",
        "p (all axes)");
  }

  private void levels(StringBuilder text) {
    List<LevelMean> means =
        analysis.main().stream()
            .limit(MOST_ROWS)
            .map(effect -> effect.axes().get(0))
            .flatMap(axis -> analysis.levels().stream().filter(mean -> mean.axis().equals(axis)))
            .limit(4 * MOST_ROWS)
            .toList();
    List<String[]> rows = new ArrayList<>();
    String before = "";
    for (LevelMean mean : means) {
      rows.add(
          new String[] {
            mean.axis().equals(before) ? "" : mean.axis(),
            mean.range() ? level(mean.from()) + " to " + level(mean.to()) : level(mean.from()),
            Rounded.meanAndDeviation(mean.summary()),
            String.valueOf(mean.summary().n())
          });
      before = mean.axis();
    }
    String[] heading = {"axis", "value", "mean ± std", "trials"};
    text.append('\n').append(TextTable.of(heading, rows).aligned());
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
    table(
        text,
        all,
        this::row,
        "paired comparison",
        "difference (interval)",
        "over",
        "g",
        "p",
        "p (Holm-adjusted)",
        "");
    text.append(
        "difference: first minus second, in pairs with the same seed and all else equal, except axes"
            + " named after 'with'\n");
    if (all.stream().anyMatch(of -> !Double.isNaN(of.effectSize()))) {
      text.append(
          "g: the mean difference in standard deviations of the differences, by Hedges; the"
              + " interval is the one that the Holm-adjusted test uses\n");
    }
  }

  private String[] row(PairedComparison of) {
    double spread = (of.interval().high() - of.interval().low()) / 4;
    return new String[] {
      "%s: %s - %s"
          .formatted(
              analysis.observations().said(of.axis()), level(of.first()), level(of.second())),
      Rounded.number(of.difference(), spread)
          + (Double.isNaN(spread)
              ? ""
              : " (%s to %s)"
                  .formatted(
                      Rounded.number(of.interval().low(), spread),
                      Rounded.number(of.interval().high(), spread))),
      of.n() + (of.bySeed() ? " seeds" : " settings"),
      Double.isNaN(of.effectSize()) ? "" : String.format(Locale.ROOT, "%.2f", of.effectSize()),
      Rounded.probability(of.probability()),
      Rounded.probability(of.adjusted()),
      shown(of.shown())
    };
  }

  private static String level(String level) {
    return level.equals(Factor.ABSENT) ? NO_VALUE : Numbers.shown(level);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f%%", 100 * share);
  }
}
