package org.attune.sweeps.search;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;

/** A cell that a search proposed, with the results of its replicates. */
final class CellRecord {

  private static final Told[] NONE = {};

  private final Configuration cell;
  private final double[] point;
  private final int index;
  private Told[] told = NONE; // by replicate; null where one has not ended
  private int ended;
  private int asked;
  private double ranked = Double.NaN;

  /** A finished replicate's losses, one per objective; NaN where it has none. */
  private record Told(double[] losses, boolean finished) {
    double loss() {
      return losses[0];
    }
  }

  /**
   * @param index the number of cells proposed before it
   */
  CellRecord(Configuration cell, double[] point, int index) {
    this.cell = cell;
    this.point = point;
    this.index = index;
  }

  Configuration cell() {
    return cell;
  }

  double[] point() {
    return point;
  }

  /** The number of cells proposed before it. */
  int index() {
    return index;
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
    int replicate = end.trial().replicate();
    if (replicate >= told.length) {
      told = Arrays.copyOf(told, replicate + 1);
    }
    ended += told[replicate] == null ? 1 : 0;
    told[replicate] = new Told(losses, end.outcome() == Observation.Outcome.FINISHED);
  }

  private Stream<Told> results() {
    return Arrays.stream(told).filter(Objects::nonNull);
  }

  /** Whether a replicate has ended. */
  boolean told() {
    return ended > 0;
  }

  /** Whether all replicates that were proposed have ended. */
  boolean settled() {
    return ended == asked;
  }

  /** The mean over the finished replicates; NaN if there are none. */
  double finishedLoss() {
    return results()
        .filter(t -> t.finished && !Double.isNaN(t.loss()))
        .mapToDouble(Told::loss)
        .average()
        .orElse(Double.NaN);
  }

  /** The lowest loss of its stopped replicates; infinite if there is none. */
  double lowestStopped() {
    return results()
        .filter(t -> !t.finished && !Double.isNaN(t.loss()))
        .mapToDouble(Told::loss)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /**
   * Like {@link #finishedLoss}, for each objective, over the replicates that have all objectives.
   */
  double[] finishedLosses() {
    List<double[]> whole = results().filter(CellRecord::whole).map(Told::losses).toList();
    int objectives = results().findFirst().map(t -> t.losses.length).orElse(0);
    return IntStream.range(0, objectives)
        .mapToDouble(i -> whole.stream().mapToDouble(l -> l[i]).average().orElse(Double.NaN))
        .toArray();
  }

  /** Whether a finished replicate has all objectives. */
  boolean whole() {
    return results().anyMatch(CellRecord::whole);
  }

  private static boolean whole(Told of) {
    return of.finished && Arrays.stream(of.losses).noneMatch(Double::isNaN);
  }

  /** Sets the loss that {@link CellTable} ranks it by. */
  void rank(double floor) {
    ranked = loss(floor);
  }

  /** The loss that {@link CellTable} ranks it by; NaN if it has none. */
  double ranked() {
    return ranked;
  }

  /**
   * The mean over the replicates that have a loss; NaN if none has.
   *
   * @param floor the lowest loss that a stopped trial may count as
   */
  private double loss(double floor) {
    return results()
        .filter(t -> !Double.isNaN(t.loss()))
        .mapToDouble(t -> t.finished ? t.loss() : Math.max(t.loss(), floor))
        .average()
        .orElse(Double.NaN);
  }
}
