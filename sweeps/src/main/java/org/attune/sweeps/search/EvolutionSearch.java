package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Setting;
import org.attune.api.search.Search;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Dimension;

/**
 * Regularised evolution, for architecture axes (Real et al., "Regularized Evolution for Image
 * Classifier Architecture Search", AAAI 2019, algorithm 1). The population is the newest cells that
 * have a loss: old cells leave it, however good they are. The best of a small random sample has a
 * child. The child differs in one dimension, and in dimensions that this change makes applicable. A
 * grown formula differs in one rewrite.
 *
 * <p>A cell without a loss (failed or NaN) is never a parent. The first points come from a Sobol
 * sequence.
 */
record EvolutionSearch(SobolPoints sobol, int population, int sample) implements Suggester {

  private static final Setting POPULATION =
      Setting.standard(
          "population",
          new Domain.IntegerRange(2, 100_000),
          "25",
          "the newest cells that may have children, and the cells spread evenly at first");
  private static final Setting SAMPLE =
      Setting.standard(
          "sample",
          new Domain.IntegerRange(1, 100_000),
          "8",
          "cells drawn; the best of them is the parent");

  static final SearchMethod METHOD =
      new SearchMethod(
          "evolution",
          "regularised evolution: children of recent good cells, one thing changed",
          "Real et al., AAAI 2019",
          List.of(SuggestedSearch.TRIALS, SuggestedSearch.SEEDS, POPULATION, SAMPLE),
          false,
          EvolutionSearch::begin);

  /** The standard deviation of an ordered value's move, in positions. */
  private static final double STRIDE = 0.2;

  private static Search begin(SearchProblem problem) {
    return SuggestedSearch.of(
        problem,
        (all, sobol) ->
            new EvolutionSearch(sobol, problem.count(POPULATION), problem.count(SAMPLE)));
  }

  @Override
  public double[] suggest(History history, SplittableRandom random) {
    Coordinates coordinates = history.coordinates();
    if (history.size() < population) {
      return coordinates.at(sobol.point(history.size()));
    }
    List<CellRecord> young =
        new ArrayList<>(history.newest(population, cell -> !Double.isNaN(cell.ranked())));
    if (young.isEmpty()) {
      return coordinates.at(sobol.point(history.size()));
    }
    Collections.reverse(young);
    return history.firstFresh(() -> child(coordinates, parent(young, random), random), random);
  }

  private double[] parent(List<CellRecord> young, SplittableRandom random) {
    return random
        .ints(sample, 0, young.size())
        .mapToObj(young::get)
        .min(Comparator.comparingDouble(CellRecord::ranked))
        .orElseThrow()
        .point();
  }

  private static double[] child(Coordinates coordinates, double[] parent, SplittableRandom random) {
    int changed;
    do {
      changed = random.nextInt(parent.length);
    } while (Double.isNaN(parent[changed]));
    Dimension dimension = coordinates.dimensions().get(changed);
    double value = parent[changed];
    if (dimension.ordered()) {
      value = dimension.nearest(dimension.position(value) + STRIDE * Gaussian.next(random));
    } else if (dimension.kind() == Dimension.Kind.GROWN) {
      value = dimension.grown().orElseThrow().rewritten(value, random);
    } else {
      value = dimension.other(value, random);
    }
    return coordinates.changed(parent, changed, value, random);
  }
}
