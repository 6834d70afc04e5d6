package org.attune.sweeps.search;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;

/** A cell that a search proposed, with the results of its replicates. */
final class CellRecord {

  private static final double[] NONE = {};
  private static final double FINISHED = 1;
  private static final double UNFINISHED = -1;

  private final Configuration cell;
  private final double[] point;
  private final int index;

  /**
   * {@link #stride} numbers for each replicate: a loss for each objective, NaN where there is none,
   * and then {@link #FINISHED}, {@link #UNFINISHED}, or 0 if the replicate has not ended. It is one
   * array, because a sweep has up to a million cells.
   */
  private double[] told = NONE;

  private int stride; // the number of objectives, and 1
  private int ended; // replicates
  private int asked; // replicates
  private double ranked = Double.NaN;

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
    stride = objectives.size() + 1;
    int at = end.trial().replicate() * stride;
    if (at >= told.length) {
      told = Arrays.copyOf(told, at + stride);
    }
    for (int i = 0; i < objectives.size(); i++) {
      Objective objective = objectives.get(i);
      double value =
          i == 0
              ? end.value().orElse(Double.NaN)
              : end.metrics().getOrDefault(objective.metric(), Double.NaN);
      boolean usable = Double.isFinite(value) && end.outcome() != Observation.Outcome.FAILED;
      told[at + i] = usable ? objective.loss(value) : Double.NaN;
    }
    int outcome = at + stride - 1;
    ended += told[outcome] == 0 ? 1 : 0;
    told[outcome] = end.outcome() == Observation.Outcome.FINISHED ? FINISHED : UNFINISHED;
  }

  /** Where the replicates that ended begin in {@link #told}. */
  private IntStream results() {
    return IntStream.iterate(0, at -> at < told.length, at -> at + stride)
        .filter(at -> told[at + stride - 1] != 0);
  }

  private boolean finished(int at) {
    return told[at + stride - 1] == FINISHED;
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
        .filter(this::finished)
        .mapToDouble(at -> told[at])
        .filter(loss -> !Double.isNaN(loss))
        .average()
        .orElse(Double.NaN);
  }

  /** The lowest loss of its stopped replicates; infinite if there is none. */
  double lowestStopped() {
    return results()
        .filter(at -> !finished(at))
        .mapToDouble(at -> told[at])
        .filter(loss -> !Double.isNaN(loss))
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /**
   * Like {@link #finishedLoss}, for each objective, over the replicates that have all objectives.
   */
  double[] finishedLosses() {
    int[] whole = results().filter(this::whole).toArray();
    return IntStream.range(0, Math.max(0, stride - 1))
        .mapToDouble(
            i -> Arrays.stream(whole).mapToDouble(at -> told[at + i]).average().orElse(Double.NaN))
        .toArray();
  }

  /** Whether a finished replicate has all objectives. */
  boolean whole() {
    return results().anyMatch(this::whole);
  }

  private boolean whole(int at) {
    return finished(at) && Arrays.stream(told, at, at + stride - 1).noneMatch(Double::isNaN);
  }

  /** Sets the loss that {@link ProposedCells} ranks it by. */
  void rank(double floor) {
    ranked = loss(floor);
  }

  /** The loss that {@link ProposedCells} ranks it by; NaN if it has none. */
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
        .filter(at -> !Double.isNaN(told[at]))
        .mapToDouble(at -> finished(at) ? told[at] : Math.max(told[at], floor))
        .average()
        .orElse(Double.NaN);
  }
}
