package org.attune.sweeps.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Dimension;

/**
 * The covariance matrix adaptation evolution strategy, over the ordered axes (Hansen, "The CMA
 * Evolution Strategy: A Tutorial", 2016). Points are drawn from a normal distribution. Its mean,
 * width and shape follow the better half of each generation.
 *
 * <p>Generations are consecutive cells in the order of their first ends, so no suggestion waits for
 * the end of a generation, and each generation counts once. Each cell counts at its rounded and
 * clamped position, and unlikely long steps are shortened (Hansen, "Injecting External Solutions
 * Into CMA-ES", 2011). Values of unordered axes come from one of the best cells, and occasionally
 * mutate. A cell without a loss ranks below all others.
 */
final class CmaEsSearch implements Suggester {

  static final SearchMethod METHOD =
      new SearchMethod(
          "cma-es",
          "covariance matrix adaptation: a normal distribution that follows the better cells",
          "Hansen 2016",
          List.of(SuggestedSearch.TRIALS, SuggestedSearch.SEEDS),
          false,
          problem -> SuggestedSearch.of(problem, CmaEsSearch::new));

  /** Unordered values come from this share of the cells, the best. */
  private static final double GOOD_SHARE = 0.25;

  /** How often an unordered value mutates. */
  private static final double MUTATED = 0.1;

  private final Coordinates coordinates;
  private final SobolPoints sobol;
  private final int[] ordered;
  private final List<CellRecord> generation = new ArrayList<>(); // the one that is not complete
  private final Deque<List<double[]>> complete = new ArrayDeque<>(); // the best first; to follow
  private Optional<NormalSteps> steps = Optional.empty(); // after the generations followed

  private CmaEsSearch(Coordinates coordinates, SobolPoints sobol) {
    this.coordinates = coordinates;
    this.sobol = sobol;
    this.ordered =
        IntStream.range(0, coordinates.dimensions().size())
            .filter(d -> coordinates.dimensions().get(d).ordered())
            .toArray();
  }

  @Override
  public double[] suggest(History history, SplittableRandom random) {
    List<CellRecord> ranked = history.ranked();
    boolean none = ranked.isEmpty() || Double.isNaN(ranked.get(0).ranked());
    if (ranked.size() < generationSize() || none) {
      return coordinates.at(sobol.point(history.size()));
    }
    follow();
    return history.firstFresh(() -> draw(ranked, random), random);
  }

  private int generationSize() {
    return NormalSteps.generation(Math.max(1, ordered.length));
  }

  @Override
  public void told(CellRecord cell, boolean first) {
    if (!first) {
      return;
    }
    generation.add(cell);
    if (generation.size() == generationSize()) {
      // The sort is stable, and comparing doubles puts NaN last.
      generation.sort(Comparator.comparingDouble(CellRecord::ranked));
      complete.add(generation.stream().map(CellRecord::point).toList());
      generation.clear();
    }
  }

  /** Follows the generations completed since; the first generation only sets the start. */
  private void follow() {
    for (; !complete.isEmpty(); complete.remove()) {
      List<double[]> points = complete.peek();
      if (steps.isEmpty()) {
        double[] middle = new double[ordered.length];
        Arrays.fill(middle, 0.5);
        steps = Optional.of(new NormalSteps(positions(points.get(0), middle)));
        continue;
      }
      double[] mean = steps.get().mean();
      steps.get().follow(points.stream().map(p -> positions(p, mean)).toArray(double[][]::new));
    }
  }

  /**
   * The positions of the ordered coordinates; a dimension that does not apply carries no
   * information and takes the position otherwise.
   */
  private double[] positions(double[] point, double[] otherwise) {
    double[] positions = new double[ordered.length];
    for (int i = 0; i < ordered.length; i++) {
      double coordinate = point[ordered[i]];
      positions[i] =
          Double.isNaN(coordinate)
              ? otherwise[i]
              : coordinates.dimensions().get(ordered[i]).position(coordinate);
    }
    return positions;
  }

  private double[] draw(List<CellRecord> ranked, SplittableRandom random) {
    double[] drawn = steps.orElseThrow().draw(random);
    int good = Math.max(1, (int) (GOOD_SHARE * ranked.size()));
    double[] like = ranked.get(random.nextInt(good)).point();
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
