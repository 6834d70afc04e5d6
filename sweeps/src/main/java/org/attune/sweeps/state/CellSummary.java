package org.attune.sweeps.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.statistics.Summary;

/**
 * A final metric over the replicates of one cell. Stopped trials measured at an earlier step than
 * finished ones, so one mean never combines both.
 *
 * @param configuration the cell
 * @param varied its values of the parameters that differ between cells, by key
 * @param trials of the cell, in any state
 * @param stopped number of stopped trials among them
 * @param summary over finished trials that have the metric; over stopped trials if no trial of the
 *     sweep has finished
 */
public record CellSummary(
    Configuration configuration,
    SortedMap<String, String> varied,
    int trials,
    int stopped,
    Summary summary) {

  /**
   * Every cell's summary, sorted by mean, the best by the sweep's goal first; ties keep the order
   * of suggestion.
   */
  public static List<CellSummary> of(SweepView sweep, String metric) {
    Map<Configuration, List<TrialStatus>> cells = new LinkedHashMap<>();
    for (TrialStatus trial : sweep.trials()) {
      cells.computeIfAbsent(trial.trial().configuration(), cell -> new ArrayList<>()).add(trial);
    }
    Set<String> varied = varied(cells.keySet());
    Comparator<CellSummary> byMean = Comparator.comparingDouble(cell -> cell.summary().mean());
    Comparator<CellSummary> order =
        Comparator.<CellSummary, Boolean>comparing(cell -> !Double.isFinite(cell.summary().mean()))
            .thenComparing(
                sweep.header().objective().goal() == Goal.MAXIMIZE ? byMean.reversed() : byMean);
    return cells.entrySet().stream()
        .map(cell -> summarise(cell.getKey(), cell.getValue(), varied, counted(sweep), metric))
        .sorted(order)
        .toList();
  }

  /**
   * The state whose trials represent the sweep's cells: finished, or stopped if none has finished.
   */
  private static TrialState counted(SweepView sweep) {
    return sweep.counts().finished() > 0 ? TrialState.FINISHED : TrialState.STOPPED;
  }

  /** A final metric over the trials with this kind of end that have the metric. */
  public static Summary of(List<TrialStatus> trials, TrialState end, String metric) {
    return Summary.of(
        trials.stream()
            .filter(trial -> trial.state() == end)
            .flatMap(trial -> trial.attempt().map(Attempt::metrics).stream())
            .filter(metrics -> metrics.containsKey(metric))
            .mapToDouble(metrics -> metrics.get(metric))
            .toArray());
  }

  private static CellSummary summarise(
      Configuration cell,
      List<TrialStatus> trials,
      Set<String> varied,
      TrialState counted,
      String metric) {
    SortedMap<String, String> own = new TreeMap<>(cell.values());
    own.keySet().retainAll(varied);
    int stopped = (int) trials.stream().filter(t -> t.state() == TrialState.STOPPED).count();
    return new CellSummary(cell, own, trials.size(), stopped, of(trials, counted, metric));
  }

  /** Keys that some cells lack, or that have several values. */
  private static Set<String> varied(Set<Configuration> cells) {
    Set<String> varied = new TreeSet<>();
    cells.forEach(cell -> varied.addAll(cell.values().keySet()));
    varied.removeIf(
        key -> cells.stream().map(cell -> cell.values().get(key)).distinct().limit(2).count() < 2);
    return varied;
  }
}
