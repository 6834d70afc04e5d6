package org.attune.sweeps.search;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Cells spread evenly over the space: a scrambled Sobol sequence, with one coordinate per axis and
 * per option's parameter. Sobol points beat random ones up to some hundred trials (Bergstra and
 * Bengio, JMLR 13, 2012, section 4). The coverage is best at powers of two.
 *
 * <p>Observations change nothing.
 */
record SobolSearch(SobolPoints points) implements Suggester {

  static final SearchMethod METHOD =
      new SearchMethod(
              "sobol",
              "cells spread evenly: a scrambled Sobol sequence; best with a power of two of them",
              "Sobol 1967; Owen 1997; Burley, JCGT 9, 2020",
              List.of(SuggestedSearch.TRIALS, SuggestedSearch.SEEDS),
              false,
              problem -> SuggestedSearch.of(problem, (all, points) -> new SobolSearch(points)))
          .forObjectives()
          .blind();

  @Override
  public double[] suggest(History history, SplittableRandom random) {
    return history.coordinates().at(points.point(history.size()));
  }
}
