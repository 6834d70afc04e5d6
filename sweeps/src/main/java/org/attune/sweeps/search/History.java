package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.attune.sweeps.space.Coordinates;

/**
 * What came of the cells that a search proposed, in the order of proposal and with less being
 * better, as methods see it.
 *
 * <ul>
 *   <li>A cell's loss is the mean over its replicates that have one.
 *   <li>A trial that <em>failed</em>, or whose objective is NaN or infinite, has no loss: its cell
 *       is known to be bad, worse than any with a number.
 *   <li>A trial that was <em>stopped</em> is not finished: its value is of an earlier step. It
 *       counts, but never as better than the best of what was finished.
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
   * The losses are NaN for what is bad.
   *
   * @param free whether a point's cell is allowed and was not proposed yet
   * @param known whether it was proposed
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

  /** The points that were told of; beside {@link #losses}. */
  List<double[]> points() {
    return points;
  }

  /** Less is better; NaN is worse than any number. */
  double[] losses() {
    return losses;
  }

  /**
   * Of each point that was told of, its losses by all objectives; NaN where no replicate finished
   * with all of them.
   */
  List<double[]> vectors() {
    return toldCells.stream().map(CellRecord::finishedLosses).toList();
  }

  /** The points that are out. */
  List<double[]> pending() {
    return pending;
  }

  /** How many cells were proposed. */
  int size() {
    return points.size() + pending.size();
  }

  /** Whether a point's cell is allowed and was not proposed yet. */
  boolean free(double[] point) {
    return free.test(point);
  }

  /** The same of a point that a method would propose: one that was proposed before is counted. */
  boolean fresh(double[] point) {
    if (known.test(point)) {
      duplicates++;
      return false;
    }
    return free.test(point);
  }

  /** How many points that were asked for by {@link #fresh} had been proposed before. */
  int duplicates() {
    return duplicates;
  }

  /** Indices into {@link #points}, the best first, those without a loss last. */
  int[] ranked() {
    Integer[] order = new Integer[losses.length];
    Arrays.setAll(order, i -> i);
    // Arrays.sort is stable, and Double.compare puts NaN last.
    Arrays.sort(order, (a, b) -> Double.compare(losses[a], losses[b]));
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }
}
