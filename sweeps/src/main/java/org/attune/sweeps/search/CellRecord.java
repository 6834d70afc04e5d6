package org.attune.sweeps.search;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.attune.sweeps.catalog.Configuration;

/** A cell that a search proposed, with the results of its replicates. */
final class CellRecord {

  private final Configuration cell;
  private final double[] point;
  private final SortedMap<Integer, Told> told = new TreeMap<>();
  private int asked;

  /** A finished replicate's losses, one per objective; NaN where it has none. */
  private record Told(double[] losses, boolean finished) {
    double loss() {
      return losses[0];
    }
  }

  CellRecord(Configuration cell, double[] point) {
    this.cell = cell;
    this.point = point;
  }

  Configuration cell() {
    return cell;
  }

  double[] point() {
    return point;
  }

  /** The number of replicates proposed so far. */
  int asked() {
    return asked;
  }

  /** The number of the replicate to propose next. */
  int askNext() {
    return asked++;
  }

  /** Records a replicate's end; the latest observation of each replicate counts. */
  void tell(Observation end, List<Objective> objectives) {
    double[] losses = new double[objectives.size()];
    for (int i = 0; i < losses.length; i++) {
      Objective objective = objectives.get(i);
      double value =
          i == 0
              ? end.value().orElse(Double.NaN)
              : end.metrics().getOrDefault(objective.metric(), Double.NaN);
      boolean usable = Double.isFinite(value) && end.outcome() != Observation.Outcome.FAILED;
      losses[i] = usable ? objective.loss(value) : Double.NaN;
    }
    told.put(
        end.trial().replicate(), new Told(losses, end.outcome() == Observation.Outcome.FINISHED));
  }

  /** Whether a replicate has ended. */
  boolean told() {
    return !told.isEmpty();
  }

  /** Whether all replicates that were proposed have ended. */
  boolean settled() {
    return told.size() == asked;
  }

  /** The mean over the finished replicates; NaN if there are none. */
  double finishedLoss() {
    return told.values().stream()
        .filter(t -> t.finished && !Double.isNaN(t.loss()))
        .mapToDouble(Told::loss)
        .average()
        .orElse(Double.NaN);
  }

  /**
   * Like {@link #finishedLoss}, for each objective, over the replicates that have all objectives.
   */
  double[] finishedLosses() {
    List<double[]> whole =
        told.values().stream()
            .filter(t -> t.finished && Arrays.stream(t.losses).noneMatch(Double::isNaN))
            .map(Told::losses)
            .toList();
    int objectives = told.isEmpty() ? 0 : told.get(told.firstKey()).losses.length;
    return IntStream.range(0, objectives)
        .mapToDouble(i -> whole.stream().mapToDouble(l -> l[i]).average().orElse(Double.NaN))
        .toArray();
  }

  /**
   * The mean over the replicates that have a loss; NaN if none has.
   *
   * @param floor the lowest loss that a stopped trial may count as
   */
  double loss(double floor) {
    return told.values().stream()
        .filter(t -> !Double.isNaN(t.loss()))
        .mapToDouble(t -> t.finished ? t.loss() : Math.max(t.loss(), floor))
        .average()
        .orElse(Double.NaN);
  }
}
