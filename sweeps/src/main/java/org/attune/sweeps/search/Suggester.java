package org.attune.sweeps.search;

import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Says where to look next, by what earlier cells gave: the thinking part of a search method. */
interface Suggester {

  /**
   * A point to try.
   *
   * <p>A function of its arguments, so that a search can be taken up at any point. It should be
   * {@link History#free}; one that is not is replaced by a free one at random.
   *
   * @param random of this suggestion alone
   */
  double[] suggest(History history, SplittableRandom random);

  /**
   * A suggestion is taken from the journal in place of {@link #suggest}: notes what a later one
   * would otherwise lack. Most need nothing.
   *
   * @param told how many cells have been told of
   * @param size how many were proposed
   * @param history as it was then; costly, so only for whom it is of use
   */
  default void recalled(int told, int size, Supplier<History> history) {}
}
