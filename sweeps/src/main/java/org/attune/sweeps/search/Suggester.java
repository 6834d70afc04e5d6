package org.attune.sweeps.search;

import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Suggests the next point from earlier results: the decision-making part of a search method. */
interface Suggester {

  /**
   * A point to try.
   *
   * <p>It depends only on its arguments and on calls of {@link #recalled} and {@link #told}, so a
   * search can resume at any point. The point should be {@link History#free}; otherwise a random
   * free point replaces it.
   *
   * @param random for this suggestion only
   */
  double[] suggest(History history, SplittableRandom random);

  /** Whether a suggestion may take longer than a few milliseconds. */
  default boolean thinks() {
    return false;
  }

  /**
   * Notes that a suggestion comes from the journal instead of {@link #suggest}. Stores data that
   * later suggestions need; most methods need none.
   *
   * @param told the number of observed cells
   * @param size the number of proposed cells
   * @param history the history at that time
   */
  default void recalled(int told, int size, Supplier<History> history) {}

  /**
   * Notes that a replicate of a cell has ended. Called in every process, whether or not suggestions
   * come from the journal; must be cheap.
   *
   * @param first whether it is the cell's first end
   */
  default void told(CellRecord cell, boolean first) {}
}
