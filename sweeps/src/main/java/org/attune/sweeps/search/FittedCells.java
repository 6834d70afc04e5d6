package org.attune.sweeps.search;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.surrogate.HyperParameters;

/** The cells that a Gaussian process of a history is fitted to. */
final class FittedCells {

  private FittedCells() {}

  /** The hyperparameters before any observation. */
  static HyperParameters prior(Coordinates coordinates) {
    boolean[] categories = new boolean[coordinates.dimensions().size()];
    for (int d = 0; d < categories.length; d++) {
      categories[d] = !coordinates.dimensions().get(d).ordered();
    }
    return HyperParameters.prior(categories);
  }

  /** The pending points to count: the newest, at most half of the points allowed. */
  static List<double[]> pending(History history, int mostFitted) {
    List<double[]> all = history.pending();
    return all.subList(Math.max(0, all.size() - mostFitted / 2), all.size());
  }

  /**
   * The cells to fit, in the order of proposal: with the pending ones no more than allowed. Half of
   * them are the best, the others the newest.
   */
  static List<CellRecord> kept(History history, int mostFitted) {
    int most = mostFitted - pending(history, mostFitted).size();
    Set<CellRecord> kept = new HashSet<>();
    if (history.told() > most) {
      kept.addAll(history.best(most / 2));
    }
    Set<CellRecord> best = Set.copyOf(kept);
    kept.addAll(history.newest(most - kept.size(), cell -> !best.contains(cell)));
    return kept.stream().sorted(Comparator.comparingInt(CellRecord::index)).toList();
  }

  /** The positions of points. */
  static double[][] positions(Coordinates coordinates, List<double[]> points) {
    return points.stream().map(coordinates::positions).toArray(double[][]::new);
  }

  /** The positions of cells' points. */
  static double[][] ofCells(Coordinates coordinates, List<CellRecord> cells) {
    return positions(coordinates, cells.stream().map(CellRecord::point).toList());
  }
}
