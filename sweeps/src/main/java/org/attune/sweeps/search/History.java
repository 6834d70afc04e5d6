package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.attune.sweeps.space.Coordinates;

/**
 * The results of proposed cells, as methods see them: lower values are better. It is a view, made
 * for one suggestion; only what a method reads of it costs time.
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

  /** The most points drawn in search of a fresh one. */
  private static final int MOST_DRAWS = 100;

  private final Coordinates coordinates;
  private final ProposedCells cells;
  private final Predicate<double[]> free;
  private final Predicate<double[]> known;

  private int duplicates;

  /**
   * Creates a history; bad cells have a loss of NaN.
   *
   * @param free whether a point's cell is allowed and not proposed yet
   * @param known whether a point's cell was proposed
   */
  History(
      Coordinates coordinates,
      ProposedCells cells,
      Predicate<double[]> free,
      Predicate<double[]> known) {
    this.coordinates = coordinates;
    this.cells = cells;
    this.free = free;
    this.known = known;
  }

  Coordinates coordinates() {
    return coordinates;
  }

  /** The number of cells proposed. */
  int size() {
    return cells.size();
  }

  /** The number of cells observed. */
  int told() {
    return cells.told();
  }

  /** The observed cells: the best first, those without a loss last; {@link CellRecord#ranked}. */
  List<CellRecord> ranked() {
    return cells.ranked();
  }

  /** The best observed cells, at most this many; those without a loss come last. */
  List<CellRecord> best(int most) {
    return cells.ranked().subList(0, Math.min(most, cells.told()));
  }

  /** The newest observed cells that a predicate accepts, the newest first, at most this many. */
  List<CellRecord> newest(int most, Predicate<CellRecord> accepted) {
    List<CellRecord> newest = new ArrayList<>();
    for (int i = cells.size() - 1; i >= 0 && newest.size() < most; i--) {
      CellRecord cell = cells.all().get(i);
      if (cell.told() && accepted.test(cell)) {
        newest.add(cell);
      }
    }
    return newest;
  }

  /** Points suggested but not yet evaluated, in the order of proposal. */
  List<double[]> pending() {
    return cells.pending().stream().map(CellRecord::point).toList();
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

  /** The first fresh point of those that a method draws; the last of them if there is none. */
  double[] firstFresh(Supplier<double[]> draw, SplittableRandom random) {
    double[] drawn = coordinates.sample(random); // every seed's suggestions rest on this draw
    for (int i = 0; i < MOST_DRAWS; i++) {
      drawn = draw.get();
      if (fresh(drawn)) {
        break;
      }
    }
    return drawn;
  }

  /** The number of points checked by {@link #fresh} that had been proposed before. */
  int duplicates() {
    return duplicates;
  }
}
