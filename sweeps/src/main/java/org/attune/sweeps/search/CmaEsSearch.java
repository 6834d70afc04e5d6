package org.attune.sweeps.search;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Dimension;

/**
 * The covariance matrix adaptation evolution strategy, over the ordered axes (Hansen, "The CMA
 * Evolution Strategy: A Tutorial", 2016). Points are drawn from a normal distribution. Its mean,
 * width and shape follow the better half of each generation.
 *
 * <p>Generations are consecutive observed cells in the order of proposal, so no suggestion waits
 * for the end of a generation. Each cell counts at its rounded and clamped position, and unlikely
 * long steps are shortened (Hansen, "Injecting External Solutions Into CMA-ES", 2011). Values of
 * unordered axes come from one of the best cells, and occasionally mutate. A cell without a loss
 * ranks below all others.
 */
final class CmaEsSearch implements Suggester {

  static final SearchMethod METHOD =
      new SearchMethod(
          "cma-es",
          "covariance matrix adaptation: a normal distribution that follows the better cells",
          "Hansen 2016",
          List.of(SuggestedSearch.TRIALS, SuggestedSearch.SEEDS),
          false,
          CmaEsSearch::begin);

  /** Unordered values come from this share of the cells, the best. */
  private static final double GOOD_SHARE = 0.25;

  /** How often an unordered value mutates. */
  private static final double MUTATED = 0.1;

  private static final int MOST_DRAWS = 100;

  private final Coordinates coordinates;
  private final SobolPoints sobol;
  private final int[] ordered;

  private CmaEsSearch(Coordinates coordinates, SobolPoints sobol) {
    this.coordinates = coordinates;
    this.sobol = sobol;
    this.ordered =
        IntStream.range(0, coordinates.dimensions().size())
            .filter(d -> coordinates.dimensions().get(d).ordered())
            .toArray();
  }

  private static Search begin(SearchProblem problem) {
    Coordinates coordinates = new Coordinates(problem.space());
    SobolPoints sobol = new SobolPoints(coordinates.dimensions().size(), problem.seed());
    return new SuggestedSearch(problem, coordinates, new CmaEsSearch(coordinates, sobol));
  }

  @Override
  public double[] suggest(History history, SplittableRandom random) {
    int generation = NormalSteps.generation(Math.max(1, ordered.length));
    int[] ranked = history.ranked();
    boolean none = ranked.length == 0 || Double.isNaN(history.losses()[ranked[0]]);
    if (history.points().size() < generation || none) {
      return coordinates.at(sobol.point(history.size()));
    }
    NormalSteps steps = adapted(history, generation);
    double[] child = coordinates.sample(random);
    for (int i = 0; i < MOST_DRAWS; i++) {
      child = draw(history, ranked, steps, random);
      if (history.fresh(child)) {
        break;
      }
    }
    return child;
  }

  /** The distribution after all complete generations; the first generation only sets the start. */
  private NormalSteps adapted(History history, int generation) {
    int best = 0;
    for (int i = 1; i < generation; i++) {
      best = Double.compare(history.losses()[i], history.losses()[best]) < 0 ? i : best;
    }
    NormalSteps steps = new NormalSteps(positions(history.points().get(best), null));
    for (int from = generation; from + generation <= history.points().size(); from += generation) {
      int start = from;
      Integer[] order = new Integer[generation];
      Arrays.setAll(order, i -> start + i);
      // The sort is stable, and Double.compare puts NaN last.
      Arrays.sort(order, (a, b) -> Double.compare(history.losses()[a], history.losses()[b]));
      double[][] sorted = new double[generation][];
      for (int i = 0; i < generation; i++) {
        sorted[i] = positions(history.points().get(order[i]), steps.mean());
      }
      steps.follow(sorted);
    }
    return steps;
  }

  /**
   * The positions of the ordered coordinates; a dimension that does not apply carries no
   * information and takes the mean's position.
   */
  private double[] positions(double[] point, double[] mean) {
    double[] positions = new double[ordered.length];
    for (int i = 0; i < ordered.length; i++) {
      double coordinate = point[ordered[i]];
      double otherwise = mean == null ? 0.5 : mean[i];
      positions[i] =
          Double.isNaN(coordinate)
              ? otherwise
              : coordinates.dimensions().get(ordered[i]).position(coordinate);
    }
    return positions;
  }

  private double[] draw(History history, int[] ranked, NormalSteps steps, SplittableRandom random) {
    double[] drawn = steps.draw(random);
    int good = Math.max(1, (int) (GOOD_SHARE * ranked.length));
    double[] like = history.points().get(ranked[random.nextInt(good)]);
    double[] child = new double[like.length];
    int at = 0;
    for (int d = 0; d < child.length; d++) {
      Dimension dimension = coordinates.dimensions().get(d);
      double value =
          dimension.ordered()
              ? dimension.nearest(drawn[at++])
              : Double.isNaN(like[d]) || random.nextDouble() < MUTATED
                  ? dimension.at(random.nextDouble())
                  : like[d];
      child[d] = coordinates.applies(d, child) ? value : Double.NaN;
    }
    return child;
  }
}
