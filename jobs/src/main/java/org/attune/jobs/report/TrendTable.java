package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.FLAG;
import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.orNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.search.Objective.Goal;
import org.attune.jobs.console.ConsoleTerminal;
import org.attune.jobs.console.JsonObject;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.Trend;
import org.attune.sweeps.analysis.Trend.Prediction;
import org.attune.sweeps.analysis.Trend.TrendPoint;
import org.attune.sweeps.analysis.Trends;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.MeanTest.Interval;
import org.attune.sweeps.statistics.Rounded;

/**
 * Trends as {@code attune trend} prints them.
 *
 * @param observations of the metric
 * @param floor that the differences are shares from, as the user named it
 */
record TrendTable(
    SweepView sweep, Observations observations, Trends trends, Optional<String> floor) {

  /** Larger sizes are printed in powers of ten. */
  private static final double MOST_PLAIN = 1e12;

  private static final Shape<TrendPoint> POINT =
      Shape.<TrendPoint>of(TrendPoint.class)
          .with("size", NUMBER, TrendPoint::size)
          .with("unit", NUMBER, TrendPoint::unit)
          .with("difference", NUMBER, TrendPoint::mean)
          .with("low", NUMBER, point -> point.interval().low())
          .with("high", NUMBER, point -> point.interval().high());

  private static final Shape<Prediction> PREDICTION =
      Shape.<Prediction>of(Prediction.class)
          .with("at", NUMBER, Prediction::at)
          .with("difference", NUMBER, Prediction::mean)
          .with("low", NUMBER, prediction -> prediction.interval().low())
          .with("high", NUMBER, prediction -> prediction.interval().high())
          .with("level", NUMBER, prediction -> 1 - prediction.error());

  private record In(Trend trend, TrendTable table) {}

  private static final Shape<In> ROW =
      Shape.<In>of(In.class)
          .with("cell", TEXT, row -> row.trend().cell())
          .with("control", TEXT, row -> row.trend().control())
          .with("seeds", WHOLE, row -> row.trend().seeds())
          .with("points", list(POINT), row -> row.trend().points())
          .with("change_per_tenfold", NUMBER, row -> row.trend().change())
          .with("low", NUMBER, row -> row.trend().interval().low())
          .with("high", NUMBER, row -> row.trend().interval().high())
          .with("level", NUMBER, row -> 1 - row.trend().error())
          .with("p", NUMBER, row -> row.trend().slope().twoSided())
          .with("p_adjusted", NUMBER, row -> row.trend().adjusted())
          .with(
              "p_of_bend",
              NUMBER,
              row -> row.trend().bend().map(bend -> bend.twoSided()).orElse(Double.NaN))
          .with("bends", FLAG, row -> row.trend().bends())
          .with("verdict", TEXT, row -> row.table().verdict(row.trend()))
          .with("predicted", orNull(PREDICTION), row -> row.trend().prediction());

  static final Shape<TrendTable> SHAPE =
      Shape.<TrendTable>of(TrendTable.class)
          .with("metric", TEXT, table -> table.observations().metric())
          .with("goal", orNull(TEXT), table -> table.observations().goal().map(Goal::label))
          .with("along", TEXT, table -> table.trends().along())
          .with("floor", orNull(TEXT), TrendTable::floor)
          .with(
              "trends",
              list(ROW),
              table -> table.trends().rows().stream().map(row -> new In(row, table)).toList())
          .with("notes", list(TEXT), TrendTable::notes);

  JsonObject json() {
    return SHAPE.object(this);
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(heading()).append("\n\n");
    if (!trends.rows().isEmpty()) {
      text.append(ConsoleTerminal.fit(differences())).append('\n');
      text.append(ConsoleTerminal.fit(slopes())).append('\n');
    }
    notes().forEach(note -> text.append(note).append('\n'));
    return text.toString();
  }

  /** What the differences measure. */
  String heading() {
    return "%s%s, cell less control%s, along %s"
        .formatted(
            observations.metric(),
            observations
                .goal()
                .map(goal -> goal == Goal.MINIMIZE ? " (lower is better)" : " (higher is better)")
                .orElse(""),
            floor.map(" in shares of the control's distance from %s"::formatted).orElse(""),
            trends.along());
  }

  /** A row for each cell: its difference at each size. */
  private TextTable differences() {
    List<Double> sizes =
        trends.rows().stream()
            .flatMap(trend -> trend.points().stream().map(TrendPoint::size))
            .distinct()
            .sorted()
            .toList();
    TextTable table =
        TextTable.of(
            Stream.concat(Stream.of("cell", "control"), sizes.stream().map(TrendTable::size))
                .toArray(String[]::new),
            new ArrayList<>());
    for (Trend trend : trends.rows()) {
      List<String> row = new ArrayList<>(List.of(trend.cell(), trend.control()));
      sizes.forEach(
          size ->
              row.add(
                  trend.points().stream()
                      .filter(point -> point.size() == size)
                      .map(point -> with(point.mean(), point.interval()))
                      .findFirst()
                      .orElse("")));
      table.add(row.toArray());
    }
    return table;
  }

  private TextTable slopes() {
    boolean predicts = trends.rows().stream().anyMatch(row -> row.prediction().isPresent());
    List<String> heading =
        new ArrayList<>(
            List.of("cell", "per tenfold", "level", "seeds", "p (Holm-adjusted)", "verdict"));
    trends.rows().stream()
        .flatMap(row -> row.prediction().stream())
        .findFirst()
        .ifPresent(prediction -> heading.add("predicted at " + size(prediction.at())));
    TextTable table = TextTable.of(heading.toArray(String[]::new), new ArrayList<>());
    for (Trend trend : trends.rows()) {
      List<Object> row =
          new ArrayList<>(
              List.of(
                  trend.cell(),
                  with(trend.change(), trend.interval()),
                  PairTable.percent(1 - trend.error()),
                  trend.seeds(),
                  Rounded.probability(trend.adjusted()),
                  verdict(trend)));
      if (predicts) {
        row.add(
            trend
                .prediction()
                .map(prediction -> with(prediction.mean(), prediction.interval()))
                .orElse(trend.bends() ? "none: it bends" : ""));
      }
      table.add(row.toArray());
    }
    return table;
  }

  /** A change in words: what it means for the cell beside its control. */
  String verdict(Trend trend) {
    if (!trend.shown()) {
      return trend.spent() && trend.adjusted() <= .05 ? "to confirm" : "no trend shown";
    }
    boolean rises = trend.change() > 0;
    String change =
        observations
            .goal()
            .map(goal -> rises == (goal == Goal.MAXIMIZE) ? "gains on it" : "loses ground")
            .orElse(rises ? "rises" : "falls");
    return trend.bends() ? change + ", in a bend" : change;
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>(trends.notes());
    if (trends.rows().isEmpty()) {
      return notes;
    }
    trends.rows().stream()
        .filter(Trend::bends)
        .map(
            trend ->
                "%s beside %s leaves a straight line (p %s), so its line is not carried on."
                    .formatted(
                        trend.cell(),
                        trend.control(),
                        Rounded.probability(trend.bend().orElseThrow().twoSided())))
        .forEach(notes::add);
    if (trends.rows().stream().allMatch(trend -> trend.bend().isEmpty())) {
      notes.add(
          "Two sizes are always on a line: run a third to see whether it bends, and to predict.");
    }
    trends.rows().stream()
        .flatMap(trend -> trend.prediction().map(to -> beyond(trend, to)).stream())
        .distinct()
        .forEach(notes::add);
    if (trends.rows().size() > 1) {
      notes.add(
          "Intervals per tenfold"
              + (trends.rows().stream().anyMatch(row -> row.prediction().isPresent())
                  ? ", and those of the predictions,"
                  : "")
              + " hold together with 95 %; that of a difference at one size is of it alone.");
    }
    notes.addAll(IntervalNotes.of(shown().toList()));
    notes.add(sweep.header().design().coverage());
    return notes;
  }

  private Stream<Interval> shown() {
    return trends.rows().stream()
        .flatMap(
            trend ->
                Stream.of(
                        Stream.of(trend.interval()),
                        trend.points().stream().map(TrendPoint::interval),
                        trend.prediction().stream().map(Prediction::interval))
                    .flatMap(all -> all));
  }

  static String beyond(Trend trend, Prediction to) {
    double first = trend.points().get(0).size();
    double last = trend.points().get(trend.points().size() - 1).size();
    double factor = trend.beyond(to.at());
    return factor <= 1
        ? "The prediction lies between the sizes that ran."
        : "The prediction holds if the straight line goes on: the sizes that ran span a factor of %s, and it lies %s times beyond them. No interval covers a bend that they do not show."
            .formatted(factor(last / first), factor(factor));
  }

  static String factor(double factor) {
    return factor < 10
        ? Rounded.number(factor, factor).replaceFirst("\\.0$", "")
        : size(Math.rint(factor));
  }

  static String with(double mean, Interval interval) {
    double width = (interval.high() - interval.low()) / 4;
    return Double.isNaN(interval.low())
        ? Rounded.number(mean, Double.NaN)
        : "%s (%s to %s)"
            .formatted(
                Rounded.number(mean, width),
                Rounded.end(interval.low(), width),
                Rounded.end(interval.high(), width));
  }

  static String size(double size) {
    return size == Math.rint(size) && size < MOST_PLAIN
        ? String.format(Locale.ROOT, "%,d", (long) size)
        : Rounded.number(size, Double.NaN);
  }
}
