package org.attune.sweeps.search;

import java.util.SplittableRandom;

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
}
