package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.JsonObject;
import org.attune.jobs.sweep.TrialChoice;
import org.attune.sweeps.analysis.SweepSide;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialCurves;

/**
 * The learning curves of one sweep or of several as the lines of a plot. Each sweep has its own
 * order of cells, by its own objective.
 *
 * @param directories of the sides, as the user named them
 * @param metric that trials report as they train
 */
record PlottedCurves(List<String> directories, List<SweepSide> sides, String metric) {

  private static final int MOST_NAMED = 6;

  /**
   * The lines of a few cells of each sweep: the first of each {@linkplain #inOrder order}, then the
   * second of each, and so on.
   */
  List<CurvePlot.Line> ofBestCells() {
    List<List<CurvePlot.Line>> bySide = new ArrayList<>();
    for (int i = 0; i < sides.size(); i++) {
      List<Configuration> first =
          inOrder(i).stream().limit(LearningCurves.MOST_CELLS).toList(); // it samples more
      bySide.add(
          lines(i, new LearningCurves(sides.get(i).sweep(), first).json(metric, first), first));
    }
    List<CurvePlot.Line> all = new ArrayList<>();
    int longest = bySide.stream().mapToInt(List::size).max().orElse(0);
    for (int rank = 0; rank < longest; rank++) {
      for (List<CurvePlot.Line> lines : bySide) {
        lines.stream().skip(rank).findFirst().ifPresent(all::add);
      }
    }
    List<CurvePlot.Line> drawn = all.subList(0, Math.min(CurvePlot.MOST_LINES, all.size()));
    return drawn.stream().sorted(Comparator.comparingInt(CurvePlot.Line::sweep)).toList();
  }

  /**
   * A sweep's cells as a picture takes them: the best, its control, the best cell of each other
   * arm, then the rest. Cells that are {@linkplain NearNumbers near} a better one come last.
   */
  private List<Configuration> inOrder(int side) {
    List<Configuration> ranked = ranked(side);
    RankedArms arms = new RankedArms(ranked, sides.get(side).observed().names());
    return Stream.of(
            ranked.stream().limit(1),
            ranked.stream().limit(1).flatMap(best -> arms.control(best).stream()),
            arms.best().stream(),
            NearNumbers.of(sides.get(side).sweep()).apart(ranked).stream(),
            ranked.stream())
        .flatMap(cells -> cells)
        .distinct()
        .toList();
  }

  /** The cells that a picture leaves out: a sentence for each sweep that has such cells. */
  List<String> leftOut(List<CurvePlot.Line> drawn) {
    List<String> leftOut = new ArrayList<>();
    for (int i = 0; i < sides.size(); i++) {
      int side = i;
      List<String> lines =
          drawn.stream().filter(line -> line.sweep() == side).map(CurvePlot.Line::drawn).toList();
      List<String> others =
          ranked(i).stream()
              .map(sides.get(i).observed().names()::of)
              .filter(name -> !lines.contains(name))
              .toList();
      if (!others.isEmpty()) {
        leftOut.add(
            "%s: %d of %s drawn; left out: %s"
                .formatted(
                    sides.get(i).label(),
                    lines.size(),
                    Counted.of(lines.size() + others.size(), "cell"),
                    ShortList.of(others, MOST_NAMED, "")));
      }
    }
    return leftOut;
  }

  /**
   * The lines of trials, each in every sweep that has it.
   *
   * @throws InputException if no sweep has one of them, or they are more than a picture has lines
   */
  List<CurvePlot.Line> ofTrials(List<String> trials) {
    List<List<String>> found = new ArrayList<>();
    sides.forEach(side -> found.add(new ArrayList<>()));
    for (String trial : trials) {
      List<Integer> having =
          IntStream.range(0, sides.size())
              .boxed()
              .filter(i -> sides.size() == 1 || has(sides.get(i), trial))
              .toList();
      if (having.isEmpty()) {
        throw new InputException(
            "None of %s has a trial '%s'.".formatted(String.join(", ", directories), trial));
      }
      for (int i : having) {
        String id = TrialChoice.find(sides.get(i).sweep(), directories.get(i), trial).trial().id();
        if (!found.get(i).contains(id)) {
          found.get(i).add(id);
        }
      }
    }
    int number = found.stream().mapToInt(List::size).sum();
    if (number > CurvePlot.MOST_LINES) {
      throw new InputException(
          "--trials names %d trials; a picture has up to %d lines."
              .formatted(number, CurvePlot.MOST_LINES));
    }
    List<CurvePlot.Line> all = new ArrayList<>();
    for (int i = 0; i < sides.size(); i++) {
      if (!found.get(i).isEmpty()) {
        all.addAll(
            lines(
                i,
                LearningCurves.ofTrials(sides.get(i).sweep(), found.get(i), metric, ranked(i)),
                ranked(i)));
      }
    }
    return all;
  }

  private static boolean has(SweepSide side, String trial) {
    return side.sweep().trials().stream().anyMatch(status -> status.trial().id().startsWith(trial));
  }

  /** The names of a sweep's cells; in several sweeps by the values that differ among all cells. */
  private CellNames names(int side) {
    boolean fromSweep =
        sides.size() == 1
            || sides.stream().anyMatch(compared -> compared.observed().names().named());
    return fromSweep
        ? sides.get(side).observed().names()
        : CellNames.of(
            IntStream.range(0, sides.size()).boxed().flatMap(i -> ranked(i).stream()).toList());
  }

  private List<Configuration> ranked(int side) {
    return sides.get(side).observed().summaries().stream().map(CellSummary::configuration).toList();
  }

  private List<CurvePlot.Line> lines(int side, JsonObject curves, List<Configuration> cells) {
    JsonObject metrics = (JsonObject) curves.get("metrics");
    if (!(metrics.get(metric) instanceof List<?> series)) {
      throw new InputException(unknown(side));
    }
    return series.stream()
        .map(JsonObject.class::cast)
        .sorted(Comparator.comparingInt(curve -> (Integer) curve.get("cell")))
        .map(curve -> line(side, curve, cells.get((Integer) curve.get("cell"))))
        .toList();
  }

  /** Offers all metrics that have curves: the page's curves are of a few. */
  private String unknown(int side) {
    SweepView sweep = sides.get(side).sweep();
    Set<String> reported =
        TrialCurves.of(sweep, trial -> true, name -> !Metric.isSealed(name)).keySet();
    return "Invalid --curves '%s': no trial%s reported it as it trained; they have %s%s"
        .formatted(
            metric,
            sides.size() == 1 ? "" : " of " + directories.get(side),
            reported.isEmpty()
                ? "none"
                : OfferedMetrics.of(metric, reported, sweep, directories.get(side)),
            Spelling.hint(metric, reported));
  }

  /** A cell has the same colour in each sweep that has one of this name; so has its replicate. */
  @SuppressWarnings("unchecked")
  private CurvePlot.Line line(int side, JsonObject series, Configuration cell) {
    String ofCell = names(side).of(cell);
    String inSweep = sides.get(side).observed().names().of(cell);
    Optional<String> trial = Optional.ofNullable(series.get("trial")).map(Object::toString);
    String replicate =
        trial.map(id -> ", replicate " + id.substring(id.lastIndexOf('-') + 1)).orElse("");
    String name = trial.map(id -> id + ", ").orElse("") + ofCell + replicate;
    return new CurvePlot.Line(
        sides.size() == 1 ? name : sides.get(side).label() + ", " + name,
        side,
        inSweep + replicate,
        (List<double[]>) series.get("points"));
  }
}
