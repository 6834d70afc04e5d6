package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.attune.sweeps.space.Coordinates;

/**
 * The results of proposed cells, as methods see them: in the order of proposal, with lower values
 * better.
 *
 * <ul>
 *   <li>A cell's loss is the mean over its replicates that have a loss.
 *   <li>A trial that <em>failed</em>, or whose objective is NaN or infinite, has no loss: its cell
 *       ranks below every cell with a number.
 *   <li>A trial that was <em>stopped</em> is unfinished: its value is from an earlier step. Such a
 *       value never counts as better than the best finished trial.
 * </ul>
 */
final class History {

  private final Coordinates coordinates;
  private final Predicate<double[]> free;
  private final Predicate<double[]> known;
  private final List<double[]> points = new ArrayList<>();
  private final List<double[]> pending = new ArrayList<>();
  private final double[] losses;
  private final List<CellRecord> toldCells = new ArrayList<>();

  private int duplicates;

  /**
   * Creates a history; bad cells have a loss of NaN.
   *
   * @param free whether a point's cell is allowed and not proposed yet
   * @param known whether a point's cell was proposed
   */
  History(
      Coordinates coordinates,
      List<CellRecord> cells,
      Predicate<double[]> free,
      Predicate<double[]> known) {
    this.known = known;
    this.coordinates = coordinates;
    this.free = free;
    double best = bestFinished(cells);
    List<Double> told = new ArrayList<>();
    for (CellRecord cell : cells) {
      if (cell.told()) {
        points.add(cell.point());
        told.add(cell.loss(best));
        toldCells.add(cell);
      } else {
        pending.add(cell.point());
      }
    }
    this.losses = told.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double bestFinished(List<CellRecord> cells) {
    return cells.stream()
        .mapToDouble(CellRecord::finishedLoss)
        .filter(Double::isFinite)
        .min()
        .orElse(Double.NEGATIVE_INFINITY);
  }

  Coordinates coordinates() {
    return coordinates;
  }

  /** The observed points, in the order of {@link #losses}. */
  List<double[]> points() {
    return points;
  }

  /** The losses. Lower is better; NaN is worse than any number. */
  double[] losses() {
    return losses;
  }

  /**
   * The losses of each observed point by all objectives; NaN where no replicate finished with all
   * of them.
   */
  List<double[]> vectors() {
    return toldCells.stream().map(CellRecord::finishedLosses).toList();
  }

  /** Points suggested but not yet evaluated. */
  List<double[]> pending() {
    return pending;
  }

  /** The number of cells proposed. */
  int size() {
    return points.size() + pending.size();
  }

  /** Whether a point's cell is allowed and not proposed yet. */
  boolean free(double[] point) {
    return free.test(point);
  }

  /**
   * Like {@link #free}, for a point that a method would propose; also counts points proposed
   * before.
   */
  boolean fresh(double[] point) {
    if (known.test(point)) {
      duplicates++;
      return false;
    }
    return free.test(point);
  }

  /** The number of points checked by {@link #fresh} that had been proposed before. */
  int duplicates() {
    return duplicates;
  }

  /** Indices into {@link #points}: the best first, points without a loss last. */
  int[] ranked() {
    Integer[] order = new Integer[losses.length];
    Arrays.setAll(order, i -> i);
    // Arrays.sort is stable, and Double.compare puts NaN last.
    Arrays.sort(order, (a, b) -> Double.compare(losses[a], losses[b]));
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }
}
