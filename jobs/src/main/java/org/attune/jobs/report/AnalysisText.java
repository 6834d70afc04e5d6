package org.attune.jobs.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.Effect;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.LevelMean;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.PairedComparison;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.importance.Importances;
import org.attune.sweeps.importance.Importances.AxisImportance;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.statistics.Rounded;

/**
 * An analysis as text, for people.
 *
 * @param claims what comes before all that nobody stated before the results; empty without claims
 */
record AnalysisText(
    SweepHeader sweep,
    SweepAnalysis analysis,
    Optional<Importances> importances,
    RungTable rungs,
    String claims) {

  private static final int MOST_ROWS = 12;

  String print() {
    Observations observations = analysis.observations();
    StringBuilder text =
        new StringBuilder(AnalysisHeading.of(sweep.name(), analysis)).append(claims);
    if (observations.runs().isEmpty()) {
      return text + "No finished trial has this metric: there is nothing to analyze.\n";
    }
    String differ = CellsThatDiffer.line(analysis.pairs());
    text.append(differ.isEmpty() ? "" : "\n" + differ);
    new AxesThatMatter(analysis, rungs)
        .text()
        .ifPresent(matter -> text.append(differ.isEmpty() ? "\n" : "").append(matter).append('\n'));
    analysis
        .pairs()
        .ifPresent(
            pairs ->
                text.append('\n')
                    .append(new PairTable(pairs, observations.metric(), sweep).text()));
    text.append(CellSummary.alike(observations.summaries(), observations.goal()))
        .append(new BestText(analysis).text());
    if (observations.factors().isEmpty()) {
      return text + "\nNothing varies between the cells: there are no axes to analyze.\n";
    }
    paragraph(text, notes().leftOut());
    importances(text);
    text.append(rungs.text());
    effects(text);
    levels(text);
    comparisons(text);
    paragraph(text, notes().sections());
    paragraph(text, notes().noValue());
    return text.toString();
  }

  private AnalysisNotes notes() {
    return new AnalysisNotes(analysis);
  }

  /** Appends sentences after an empty line; nothing for none. */
  private static void paragraph(StringBuilder text, List<String> notes) {
    text.append(notes.isEmpty() ? "" : "\n");
    lines(text, notes);
  }

  private static void lines(StringBuilder text, List<String> notes) {
    notes.forEach(note -> text.append(note).append('\n'));
  }

  /** Appends a table of the first rows, and says how many there are more. */
  private static <T> void table(
      StringBuilder text, List<T> items, Function<T, String[]> row, String... heading) {
    List<String[]> rows = items.stream().limit(MOST_ROWS).map(row).toList();
    text.append('\n').append(TextTable.of(heading, rows).aligned());
    if (items.size() > MOST_ROWS) {
      text.append("and %d more; --json has all%n".formatted(items.size() - MOST_ROWS));
    }
  }

  private void effects(StringBuilder text) {
    paragraph(text, notes().untested());
    if (analysis.observations().searched() && (!analysis.adjusted() || rungs.answers())) {
      return; // no test holds, and a second table of shares would contradict the first
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
                            Rounded.probability(cells.probability()) + notes().least(cells),
                            Rounded.probability(cells.adjusted()))));
    lines(text, notes().found().stream().toList());
    lines(text, notes().tests());
    lines(text, notes().together());
  }

  private void effects(StringBuilder text, String axis, List<Effect> effects) {
    table(
        text,
        effects,
        effect ->
            new String[] {
              String.join(" x ", effect.axes()),
              ForestNotes.percent(effect.share()),
              Double.isNaN(effect.f()) ? "" : statistic(effect),
              Rounded.probability(effect.probability()) + notes().least(effect),
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
    return isShown ? analysis.observations().looks().label("shown") : "";
  }

  private static String statistic(Effect effect) {
    return String.format(
        Locale.ROOT, "%.3g (%d, %d)", effect.f(), effect.degrees(), effect.errorDegrees());
  }

  private void importances(StringBuilder text) {
    if (importances.isEmpty()) {
      NoImportances.reason(analysis, importances)
          .ifPresent(
              reason ->
                  text.append(
                      "\nimportances%s: %s\n"
                          .formatted(
                              rungs.answers() ? " of the trials that finished" : "", reason)));
      return;
    }
    Importances found = importances.get();
    text.append(
        found.exact()
            ? "\nimportances, exact on the full grid of %d cells".formatted(found.cells())
            : "\nimportances by a random forest, which predicts %s of the variance of unseen cells (%d cells%s)"
                .formatted(
                    found.fit() > 0 ? ForestNotes.percent(found.fit()) : "none",
                    found.cells(),
                    found.population() > found.cells() ? " drawn from " + found.population() : ""));
    if (!found.useful()) {
      text.append("\nThe forest predicts too little: its importances mean nothing.\n");
      return;
    }
    String share = found.exact() ? "share by itself" : "share of what it predicts";
    if (found.axes().stream().anyMatch(axis -> axis.tested())) {
      table(
          text,
          found.axes(),
          axis ->
              new String[] {
                axis.axis(),
                share(found, axis),
                Rounded.probability(axis.probability()) + LeastP.mark(axis)
              },
          "axis",
          share,
          found.exact() ? "p (Holm-adjusted)" : "p (adjusted)");
    } else {
      table(
          text,
          found.axes(),
          axis -> new String[] {axis.axis(), share(found, axis)},
          "axis",
          share);
    }
    lines(text, ForestNotes.of(found));
  }

  private static String share(Importances found, AxisImportance axis) {
    return found.withinChance(axis) ? ForestNotes.WITHIN : ForestNotes.percent(axis.share());
  }

  private void levels(StringBuilder text) {
    List<LevelMean> means =
        analysis.main().stream()
            .limit(MOST_ROWS)
            .map(effect -> effect.axes().get(0))
            .flatMap(axis -> analysis.levels().stream().filter(mean -> mean.axis().equals(axis)))
            .limit(4 * MOST_ROWS)
            .toList();
    TextTable table = TextTable.of("axis", "value", "mean ± std", "trials");
    String before = "";
    for (LevelMean mean : means) {
      table.add(
          mean.axis().equals(before) ? "" : mean.axis(),
          mean.range()
              ? level(mean.axis(), mean.from()) + " to " + level(mean.axis(), mean.to())
              : level(mean.axis(), mean.from()),
          Rounded.meanAndDeviation(mean.summary()),
          mean.summary().n());
      before = mean.axis();
    }
    text.append('\n').append(table.aligned());
  }

  private void comparisons(StringBuilder text) {
    List<PairedComparison> all =
        analysis.comparisons().stream()
            .sorted(
                Comparator.comparingDouble(PairedComparison::adjusted)
                    .thenComparingDouble(PairedComparison::probability))
            .toList();
    if (all.isEmpty()) {
      paragraph(text, notes().comparisons());
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
    lines(text, notes().comparisons());
  }

  private String[] row(PairedComparison comparison) {
    double spread = (comparison.interval().high() - comparison.interval().low()) / 4;
    return new String[] {
      "%s: %s - %s"
          .formatted(
              analysis.observations().axisLabel(comparison.axis()),
              level(comparison.axis(), comparison.first()),
              level(comparison.axis(), comparison.second())),
      (Double.isNaN(comparison.difference()) ? "" : Rounded.number(comparison.difference(), spread))
          + interval(comparison, spread),
      comparison.n()
          + " "
          + comparison.counted()
          + (comparison.failed() > 0 ? ", " + comparison.failed() + " failed" : ""),
      Double.isNaN(comparison.effectSize())
          ? ""
          : String.format(Locale.ROOT, "%.2f", comparison.effectSize()),
      Rounded.probability(comparison.probability())
          + LeastP.mark(comparison.probability(), comparison.least()),
      Rounded.probability(comparison.adjusted()),
      comparison.whyNotShown().orElseGet(() -> shown(comparison.shown()))
    };
  }

  private String interval(PairedComparison comparison, double spread) {
    String ranks =
        comparison.ranks() && !Double.isNaN(comparison.adjusted())
            ? "by ranks" + modes(comparison)
            : "";
    if (!IntervalNotes.hasEnd(comparison.interval())) {
      return ranks.isEmpty() ? "" : " (" + ranks + ")";
    }
    return " (%s to %s%s)"
        .formatted(
            Rounded.end(comparison.interval().low(), spread),
            Rounded.end(comparison.interval().high(), spread),
            ranks.isEmpty() ? "" : "; " + ranks);
  }

  /** Which values have two modes, where ranks judge for that. */
  private String modes(PairedComparison comparison) {
    return comparison.twoModes().stream()
        .map(value -> level(comparison.axis(), value))
        .reduce((one, other) -> one + " and " + other)
        .map(": two modes of "::concat)
        .orElse("");
  }

  private String level(String axis, String level) {
    return level.equals(Factor.ABSENT)
        ? AnalysisNotes.NO_VALUE
        : analysis.observations().names().shown(axis, level);
  }
}
