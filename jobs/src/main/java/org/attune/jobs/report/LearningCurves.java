package org.attune.jobs.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.jobs.console.JsonObject;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialCurves;
import org.attune.sweeps.state.TrialStatus;

/**
 * Learning curves by cell: the mean, the lowest and the highest over seeds at each step. Curves
 * cover the objective and the metrics with the most measurements. If there are many cells, the best
 * and an even sample of the others appear. If there are many steps, an even sample of them appears.
 * The page names these limits.
 */
final class LearningCurves {

  static final int MOST_CELLS = 40;
  private static final int BEST_CELLS = 10;
  private static final int MOST_STEPS = 150;
  private static final int MOST_METRICS = 8;

  private final SweepView sweep;
  private final List<Configuration> shown;

  /**
   * Curves of a sweep.
   *
   * @param ranked all cells, the best first
   */
  LearningCurves(SweepView sweep, List<Configuration> ranked) {
    this.sweep = sweep;
    this.shown = sample(ranked);
  }

  private static List<Configuration> sample(List<Configuration> ranked) {
    if (ranked.size() <= MOST_CELLS) {
      return ranked;
    }
    List<Configuration> sample = new ArrayList<>(ranked.subList(0, BEST_CELLS));
    List<Configuration> rest = ranked.subList(BEST_CELLS, ranked.size());
    int more = MOST_CELLS - BEST_CELLS;
    for (int i = 0; i < more; i++) {
      sample.add(rest.get((int) ((long) i * (rest.size() - 1) / (more - 1))));
    }
    return sample;
  }

  /** The curves for the page: the cells by number, and for each metric one series per cell. */
  JsonObject json(String first, List<Configuration> ranked) {
    Map<Configuration, Integer> numbers = new HashMap<>();
    for (Configuration cell : ranked) {
      numbers.put(cell, numbers.size());
    }
    Map<String, Map<Configuration, TreeMap<Long, Map<String, Double>>>> byMetric = gather();
    List<String> names = new ArrayList<>(byMetric.keySet());
    names.sort(
        Comparator.<String, Boolean>comparing(name -> !name.equals(first))
            .thenComparing(name -> -most(byMetric.get(name)))
            .thenComparing(name -> name));
    JsonObject metrics = new JsonObject();
    for (String name : names.subList(0, Math.min(MOST_METRICS, names.size()))) {
      List<JsonObject> series = new ArrayList<>();
      byMetric.get(name).forEach((cell, steps) -> series.add(series(numbers.get(cell), steps)));
      metrics.with(name, series);
    }
    return new JsonObject()
        .with("cells", ranked.size())
        .with("shown", shown.size())
        .with("metrics", metrics);
  }

  /** The curves of some trials, a line each; a cell is numbered as in {@code ranked}. */
  static JsonObject ofTrials(
      SweepView sweep, List<String> trials, String first, List<Configuration> ranked) {
    Map<String, Map<String, SortedMap<Long, Double>>> byMetric =
        TrialCurves.of(sweep, trial -> trials.contains(trial.trial().id()), metric -> true);
    List<String> names = new ArrayList<>(byMetric.keySet());
    names.sort(Comparator.<String, Boolean>comparing(name -> !name.equals(first)));
    JsonObject metrics = new JsonObject();
    for (String name : names.subList(0, Math.min(MOST_METRICS, names.size()))) {
      List<JsonObject> lines = new ArrayList<>();
      byMetric
          .get(name)
          .forEach(
              (trial, curve) -> {
                TreeMap<Long, Map<String, Double>> steps = new TreeMap<>();
                curve.forEach((step, value) -> steps.put(step, Map.of(trial, value)));
                Configuration cell = sweep.trial(trial).orElseThrow().trial().configuration();
                lines.add(series(ranked.indexOf(cell), steps).with("trial", trial));
              });
      metrics.with(name, lines);
    }
    return new JsonObject()
        .with("chosen", true)
        .with("cells", ranked.size())
        .with("shown", trials.size())
        .with("metrics", metrics);
  }

  /** The number of points of the longest curve. */
  private static int most(Map<Configuration, TreeMap<Long, Map<String, Double>>> curves) {
    return curves.values().stream().mapToInt(Map::size).max().orElse(0);
  }

  /** The latest value of each trial at each step; of tuning seeds only where no other has begun. */
  private Map<String, Map<Configuration, TreeMap<Long, Map<String, Double>>>> gather() {
    Map<String, Configuration> cellOf = new HashMap<>();
    Set<Configuration> wanted = Set.copyOf(shown);
    sweep.trials().forEach(trial -> cellOf.put(trial.trial().id(), trial.trial().configuration()));
    Set<Configuration> judged =
        sweep.trials().stream()
            .filter(trial -> !isTuning(trial) && trial.attempt().isPresent())
            .map(trial -> trial.trial().configuration())
            .collect(Collectors.toSet());
    Map<String, Map<Configuration, TreeMap<Long, Map<String, Double>>>> byMetric = new TreeMap<>();
    TrialCurves.of(
            sweep,
            trial ->
                wanted.contains(trial.trial().configuration())
                    && !(isTuning(trial) && judged.contains(trial.trial().configuration())),
            metric -> true)
        .forEach(
            (metric, curves) -> {
              Map<Configuration, TreeMap<Long, Map<String, Double>>> cells = new LinkedHashMap<>();
              curves.forEach(
                  (trial, curve) ->
                      curve.forEach(
                          (step, value) ->
                              cells
                                  .computeIfAbsent(cellOf.get(trial), c -> new TreeMap<>())
                                  .computeIfAbsent(step, at -> new HashMap<>())
                                  .put(trial, value)));
              byMetric.put(metric, cells);
            });
    return byMetric;
  }

  private static boolean isTuning(TrialStatus trial) {
    return Tuning.isTuning(trial.trial().replicate());
  }

  private static JsonObject series(int cell, TreeMap<Long, Map<String, Double>> steps) {
    List<double[]> points = new ArrayList<>();
    int size = steps.size();
    int number = 0;
    long kept = -1;
    for (Map.Entry<Long, Map<String, Double>> step : steps.entrySet()) {
      long slot = size <= MOST_STEPS ? number : (long) number * (MOST_STEPS - 1) / (size - 1);
      if (slot != kept) {
        DoubleSummaryStatistics at =
            step.getValue().values().stream().mapToDouble(v -> v).summaryStatistics();
        points.add(
            new double[] {
              step.getKey(),
              digits(at.getAverage()),
              digits(at.getMin()),
              digits(at.getMax()),
              at.getCount()
            });
        kept = slot;
      }
      number++;
    }
    return new JsonObject().with("cell", cell).with("points", points);
  }

  /** A value with six digits; a pixel never shows more. */
  static double digits(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return value;
    }
    return new BigDecimal(value).round(new MathContext(6)).doubleValue();
  }
}
