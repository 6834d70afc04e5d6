package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Setting;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Search;
import org.attune.sweeps.space.Coordinates;

/**
 * The tree-structured Parzen estimator, over all dimensions at once (Bergstra et al., "Algorithms
 * for Hyper-Parameter Optimization", NeurIPS 2011, section 4; Falkner et al., "BOHB", ICML 2018,
 * section 4.1; Watanabe, "Tree-Structured Parzen Estimator", 2023).
 *
 * <p>The best observed points form a density l, the rest a density g. The search draws several
 * points from l and proposes the one with the largest l / g. Pending points count among the rest,
 * which keeps parallel suggestions apart (the constant liar of Ginsbourger et al. 2010). So do
 * points that failed or have a NaN or infinite loss. Of more than {@value #MOST_REST} such points,
 * g takes a random sample, so that a suggestion costs no more in a long sweep. The first points
 * come from a Sobol sequence.
 */
record TpeSearch(SobolPoints sobol, int startup, int candidates) implements Suggester {

  static final Setting STARTUP =
      Setting.standard(
          "startup",
          new Domain.IntegerRange(1, 1_000_000),
          "10",
          "cells spread evenly before the method begins to choose");

  private static final Setting CANDIDATES =
      Setting.standard(
          "candidates",
          new Domain.IntegerRange(1, 10_000),
          "24",
          "points drawn for each suggestion");

  static final SearchMethod METHOD =
      new SearchMethod(
          "tpe",
          "the tree-structured Parzen estimator over all axes at once; cheap with many trials",
          "Bergstra et al. 2011; Falkner et al. 2018; Watanabe 2023",
          List.of(SuggestedSearch.TRIALS, SuggestedSearch.SEEDS, STARTUP, CANDIDATES),
          false,
          TpeSearch::begin);

  /** The most points that count as good; of n points, ceil(n / 10) do, up to this limit. */
  private static final int MOST_GOOD = 25;

  private static final double GOOD_SHARE = 0.1;

  /** The most points that density g is made of. */
  private static final int MOST_REST = 400;

  /** Creates a suggester with the default settings. */
  static TpeSearch standard(SobolPoints sobol) {
    Settings standard = Settings.of(METHOD, Map.of());
    return new TpeSearch(
        sobol,
        Integer.parseInt(standard.text(STARTUP.name())),
        Integer.parseInt(standard.text(CANDIDATES.name())));
  }

  private static Search begin(SearchProblem problem) {
    return SuggestedSearch.of(
        problem,
        (all, sobol) -> new TpeSearch(sobol, problem.count(STARTUP), problem.count(CANDIDATES)));
  }

  @Override
  public double[] suggest(History history, SplittableRandom random) {
    Coordinates coordinates = history.coordinates();
    if (history.told() < startup) {
      return coordinates.at(sobol.point(history.size()));
    }
    int most = (int) Math.min(MOST_GOOD, Math.ceil(GOOD_SHARE * history.told()));
    List<double[]> good =
        history.best(most).stream()
            .filter(cell -> !Double.isNaN(cell.ranked()))
            .map(CellRecord::point)
            .toList();
    ParzenEstimator l = new ParzenEstimator(coordinates, good);
    ParzenEstimator g = new ParzenEstimator(coordinates, rest(history, good.size(), random));
    double[] chosen = null;
    double highest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < candidates; i++) {
      double[] candidate = l.sample(random);
      double score = l.logDensity(candidate) - g.logDensity(candidate);
      if ((chosen == null || score > highest) && history.free(candidate)) {
        chosen = candidate;
        highest = score;
      }
    }
    return chosen == null ? coordinates.sample(random) : chosen;
  }

  /** The pending points and those worse than the best, or a sample of them. */
  private static List<double[]> rest(History history, int good, SplittableRandom random) {
    List<double[]> rest = new ArrayList<>(history.pending());
    int worse = history.told() - good;
    if (rest.size() + worse <= MOST_REST) {
      history.ranked().subList(good, history.told()).forEach(cell -> rest.add(cell.point()));
      return rest;
    }
    int waiting = rest.size();
    return random
        .ints(MOST_REST, 0, waiting + worse)
        .mapToObj(i -> i < waiting ? rest.get(i) : history.ranked().get(good + i - waiting).point())
        .toList();
  }
}
