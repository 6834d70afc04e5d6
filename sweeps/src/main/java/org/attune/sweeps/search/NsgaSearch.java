package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Setting;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Dimension;

/**
 * NSGA-II, for several objectives (Deb et al., IEEE Transactions on Evolutionary Computation 6(2),
 * 2002). Parents rank by Pareto front, and within a front by crowding distance, the most isolated
 * first. The winners of two binary tournaments have a child by simulated binary crossover and
 * polynomial mutation.
 *
 * <p>Trials end one by one, so there are no generations: each child's parents are the best of all
 * cells finished so far (the steady-state scheme; Durillo et al., "On the Effect of the
 * Steady-State Selection Scheme in Multi-Objective Genetic Algorithms", EMO 2009). A cell that
 * lacks a number for some objective (failed, stopped or NaN) is never a parent. The first points
 * come from a Sobol sequence.
 */
final class NsgaSearch implements Suggester {

  private static final int STANDARD_POPULATION = 40;
  private static final int LEAST_POPULATION = 8;

  private static final Setting POPULATION =
      Setting.standard(
          "population",
          new Domain.IntegerRange(4, 10_000),
          Integer.toString(STANDARD_POPULATION),
          "the best cells, which may have children, and the cells spread evenly at first");

  static final SearchMethod METHOD =
      new SearchMethod(
              "nsga-ii",
              "for several objectives: children of cells that none beats in all of them",
              "Deb et al., IEEE TEC 2002",
              List.of(SuggestedSearch.TRIALS, POPULATION),
              false,
              problem -> begin(problem, problem.count(POPULATION)))
          .forObjectives();

  private static final double CROSSOVER = 0.9;
  private static final double EXCHANGE = 0.5;

  /** How near children stay to their parents; the paper's value. */
  private static final double CROSSOVER_INDEX = 20;

  private static final double MUTATION_INDEX = 20;

  /** The cells kept as possible parents, in populations; beyond twice as many, the worst leave. */
  private static final int KEPT = 8;

  private final SobolPoints sobol;
  private final int population;
  private final Set<CellRecord> kept = new LinkedHashSet<>();

  private NsgaSearch(SobolPoints sobol, int population) {
    this.sobol = sobol;
    this.population = population;
  }

  private static SuggestedSearch begin(SearchProblem problem, int population) {
    return SuggestedSearch.of(problem, (all, sobol) -> new NsgaSearch(sobol, population));
  }

  /** Begins a search with a population size that suits this many cells. */
  static SuggestedSearch standard(SearchProblem problem, long cells) {
    return begin(
        problem, (int) Math.max(LEAST_POPULATION, Math.min(STANDARD_POPULATION, cells / 4)));
  }

  /** A cell that may be a parent. */
  private record Parent(double[] point, int front, double alone) {
    static final Comparator<Parent> ORDER =
        Comparator.comparingInt(Parent::front)
            .thenComparing(Comparator.comparingDouble(Parent::alone).reversed());
  }

  @Override
  public double[] suggest(History history, SplittableRandom random) {
    Coordinates coordinates = history.coordinates();
    List<Parent> parents = history.size() < population ? List.of() : parents();
    if (parents.isEmpty()) {
      return coordinates.at(sobol.point(history.size()));
    }
    return history.firstFresh(
        () -> child(coordinates, winner(parents, random), winner(parents, random), random), random);
  }

  @Override
  public void told(CellRecord cell, boolean first) {
    kept.remove(cell);
    if (cell.whole()) {
      kept.add(cell);
    }
    if (kept.size() > 2L * KEPT * population) {
      List<CellRecord> cells = List.copyOf(kept);
      List<double[]> losses = cells.stream().map(CellRecord::finishedLosses).toList();
      kept.clear();
      ParetoFronts.peel(losses, KEPT * population)
          .forEach(front -> front.forEach(i -> kept.add(cells.get(i))));
    }
  }

  private List<Parent> parents() {
    List<CellRecord> cells =
        kept.stream().sorted(Comparator.comparingInt(CellRecord::index)).toList();
    List<double[]> points = cells.stream().map(CellRecord::point).toList();
    List<double[]> losses = cells.stream().map(CellRecord::finishedLosses).toList();
    List<Parent> parents = new ArrayList<>();
    List<List<Integer>> fronts = ParetoFronts.peel(losses, population);
    for (int f = 0; f < fronts.size(); f++) {
      List<Integer> front = fronts.get(f);
      double[] alone = ParetoFronts.crowding(losses, front);
      for (int i = 0; i < alone.length; i++) {
        parents.add(new Parent(points.get(front.get(i)), f, alone[i]));
      }
    }
    parents.sort(Parent.ORDER);
    return parents.subList(0, Math.min(population, parents.size()));
  }

  private static double[] winner(List<Parent> parents, SplittableRandom random) {
    Parent one = parents.get(random.nextInt(parents.size()));
    Parent other = parents.get(random.nextInt(parents.size()));
    return (Parent.ORDER.compare(one, other) <= 0 ? one : other).point();
  }

  private static double[] child(
      Coordinates coordinates, double[] mother, double[] father, SplittableRandom random) {
    boolean crossed = random.nextDouble() < CROSSOVER;
    double[] child = mother.clone();
    long varying = IntStream.range(0, child.length).filter(i -> !Double.isNaN(mother[i])).count();
    for (int i = 0; i < child.length; i++) {
      Dimension dimension = coordinates.dimensions().get(i);
      if (!coordinates.applies(i, child)) {
        child[i] = Double.NaN;
        continue;
      }
      if (Double.isNaN(child[i])) { // if the mother lacks it, take the father's or a new value
        child[i] = Double.isNaN(father[i]) ? dimension.at(random.nextDouble()) : father[i];
      } else if (crossed && !Double.isNaN(father[i]) && random.nextDouble() < EXCHANGE) {
        child[i] =
            dimension.ordered() ? between(dimension, child[i], father[i], random) : father[i];
      }
      if (random.nextDouble() * Math.max(1, varying) < 1) {
        child[i] = mutated(dimension, child[i], random);
      }
    }
    return child;
  }

  /**
   * Simulated binary crossover (Deb and Agrawal, 1995): near one parent, relative to their
   * distance.
   */
  private static double between(
      Dimension dimension, double mother, double father, SplittableRandom random) {
    double u = random.nextDouble();
    double spread = Math.pow(u <= 0.5 ? 2 * u : 1 / (2 * (1 - u)), 1 / (CROSSOVER_INDEX + 1));
    double a = dimension.position(mother);
    double b = dimension.position(father);
    double sign = random.nextBoolean() ? 1 : -1;
    double position = 0.5 * ((1 + sign * spread) * a + (1 - sign * spread) * b);
    return dimension.nearest(Math.min(1, Math.max(0, position)));
  }

  /** Polynomial mutation (Deb and Goyal, 1996); an unordered value changes to another. */
  private static double mutated(Dimension dimension, double value, SplittableRandom random) {
    if (!dimension.ordered()) {
      return dimension.other(value, random);
    }
    double u = random.nextDouble();
    double power = 1 / (MUTATION_INDEX + 1);
    double step = u < 0.5 ? Math.pow(2 * u, power) - 1 : 1 - Math.pow(2 * (1 - u), power);
    return dimension.nearest(Math.min(1, Math.max(0, dimension.position(value) + step)));
  }
}
