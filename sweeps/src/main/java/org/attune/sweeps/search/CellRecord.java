package org.attune.sweeps.search;

import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.sweeps.catalog.Configuration;

/** One cell that a search proposed and what its replicates gave. */
final class CellRecord {

  private final Configuration cell;
  private final double[] point;
  private final SortedMap<Integer, Told> told = new TreeMap<>();
  private int asked;

  /** A replicate's end; the loss is NaN when it has none. */
  private record Told(double loss, boolean finished) {}

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

  /** How many replicates were proposed. */
  int asked() {
    return asked;
  }

  /** The number of the replicate to propose now. */
  int askNext() {
    return asked++;
  }

  /** Takes what came of a replicate; the last word on each counts. */
  void tell(Observation end, Objective objective) {
    double value = end.value().orElse(Double.NaN);
    boolean usable = Double.isFinite(value) && end.outcome() != Observation.Outcome.FAILED;
    double loss = objective.goal() == Objective.Goal.MINIMIZE ? value : -value;
    told.put(
        end.trial().replicate(),
        new Told(usable ? loss : Double.NaN, end.outcome() == Observation.Outcome.FINISHED));
  }

  /** Whether a replicate has ended. */
  boolean told() {
    return !told.isEmpty();
  }

  /** Whether all replicates that were proposed have ended. */
  boolean settled() {
    return told.size() == asked;
  }

  /** Mean over the finished replicates; NaN when there is none. */
  double finishedLoss() {
    return told.values().stream()
        .filter(t -> t.finished && !Double.isNaN(t.loss))
        .mapToDouble(Told::loss)
        .average()
        .orElse(Double.NaN);
  }

  /**
   * Mean over the replicates that have a loss; NaN when none has.
   *
   * @param floor what a stopped trial counts as at best
   */
  double loss(double floor) {
    return told.values().stream()
        .filter(t -> !Double.isNaN(t.loss))
        .mapToDouble(t -> t.finished ? t.loss : Math.max(t.loss, floor))
        .average()
        .orElse(Double.NaN);
  }
}
