package org.attune.sweeps.search;

import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Suggests the next point from earlier results: the decision-making part of a search method. */
interface Suggester {

  /**
   * A point to try.
   *
   * <p>It depends only on its arguments, so a search can resume at any point. The point should be
   * {@link History#free}; otherwise a random free point replaces it.
   *
   * @param random for this suggestion only
   */
  double[] suggest(History history, SplittableRandom random);

  /**
   * Notes that a suggestion comes from the journal instead of {@link #suggest}. Stores data that
   * later suggestions need; most methods need none.
   *
   * @param told the number of observed cells
   * @param size the number of proposed cells
   * @param history the history at that time; costly, so get it only if needed
   */
  default void recalled(int told, int size, Supplier<History> history) {}
}
