package org.attune.sweeps.search;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Setting;
import org.attune.api.search.Search;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Dimension;
import org.attune.sweeps.surrogate.GaussianProcess;
import org.attune.sweeps.surrogate.HyperParameters;
import org.attune.sweeps.surrogate.Improvement;
import org.attune.sweeps.surrogate.LogExpectedImprovement;
import org.attune.sweeps.surrogate.Warp;

/**
 * Bayesian optimisation with a Gaussian process over all dimensions: Matern-5/2 with one length
 * scale per dimension. The next point has the highest log expected improvement (Jones et al. 1998;
 * Snoek et al., NeurIPS 2012; Ament et al., NeurIPS 2023).
 *
 * <p>Pending points count as observed at their expected values. This removes the uncertainty around
 * them, and only what is better than they promise improves. So parallel suggestions stay apart (the
 * kriging believer of Ginsbourger et al. 2010). A cell without a loss ranks below all others. The
 * process knows at most {@code most-fitted} cells, pending ones included: of the observed ones half
 * are the best, the others the newest. The first points come from a Sobol sequence.
 *
 * <p>Where options of an axis have settings of their own, every fourth cell comes from processes of
 * one option each. Each has its own length scales and variance. Swersky et al. 2014 have a kernel
 * for such spaces.
 */
final class GaussianSearch implements Suggester {

  private static final Setting MOST_FITTED =
      Setting.standard(
          "most-fitted",
          new Domain.IntegerRange(20, 2_000),
          "200",
          "cells that the process is fitted to; time grows with their cube");

  static final SearchMethod METHOD =
      new SearchMethod(
              "gaussian-process",
              "a Gaussian process and log expected improvement; the fewest trials, some ms for each",
              "Jones et al. 1998; Snoek et al. 2012; Ament et al. 2023",
              List.of(
                  SuggestedSearch.TRIALS, SuggestedSearch.SEEDS, TpeSearch.STARTUP, MOST_FITTED),
              false,
              GaussianSearch::begin)
          .forObjectives();

  private static final int INCUMBENTS = 5;
  private static final int LATER_ITERATIONS = 8;

  /**
   * Where options have settings of their own, one cell in this many comes from {@link
   * BranchImprovement}. Regret was alike with 2, 3 and 4 on the bench's conditional functions.
   */
  private static final int BRANCH_EVERY = 4;

  private final Coordinates coordinates;
  private final SobolPoints sobol;
  private final int startup;
  private final int mostFitted;
  private final List<Integer> branching; // axes with options that have settings of their own
  private final Refits refits;

  GaussianSearch(Coordinates coordinates, SobolPoints sobol, int startup, int mostFitted) {
    this.coordinates = coordinates;
    this.sobol = sobol;
    this.startup = startup;
    this.mostFitted = mostFitted;
    this.branching =
        coordinates.dimensions().stream()
            .map(Dimension::parent)
            .filter(parent -> parent >= 0)
            .distinct()
            .toList();
    this.refits = new Refits(coordinates, 1, LATER_ITERATIONS);
  }

  private static Search begin(SearchProblem problem) {
    return SuggestedSearch.of(
        problem,
        (space, sobol) ->
            of(
                problem,
                space,
                sobol,
                problem.count(TpeSearch.STARTUP),
                problem.count(MOST_FITTED)));
  }

  /** The suggester for a problem with one or several objectives. */
  static Suggester of(
      SearchProblem problem, Coordinates coordinates, SobolPoints sobol, int startup, int most) {
    int objectives = problem.objectives().size();
    return objectives == 1
        ? new GaussianSearch(coordinates, sobol, startup, most)
        : new GaussianFrontSearch(coordinates, objectives, sobol, startup, most);
  }

  @Override
  public boolean thinks() {
    return true;
  }

  @Override
  public double[] suggest(History history, SplittableRandom random) {
    if (history.told() < startup) {
      return coordinates.at(sobol.point(history.size()));
    }
    Refits.Data data = data(history);
    if (refits.due(history.told())) {
      refits.owe(data, history.told());
    }
    List<double[]> out = FittedCells.pending(history, mostFitted);
    if (!branching.isEmpty() && history.size() % BRANCH_EVERY == 0) {
      int axis = branching.get(history.size() / BRANCH_EVERY % branching.size());
      List<CellRecord> kept = FittedCells.kept(history, mostFitted);
      return highest(history, new BranchImprovement(coordinates, axis, kept, out), random);
    }
    HyperParameters fit = refits.renewed()[0];
    GaussianProcess process = fit.process(data.points(), data.values()[0]);
    double best = lowest(process, data.points(), data.values()[0]);
    if (!out.isEmpty()) {
      double[][] pending = FittedCells.positions(coordinates, out);
      best = Math.min(best, process.lowest(pending));
      process = process.with(pending);
    }
    return highest(history, new LogExpectedImprovement(process, best), random);
  }

  private static double[] highest(
      History history, Improvement improvement, SplittableRandom random) {
    return new Acquisition(history, history.best(INCUMBENTS), improvement, random).highest();
  }

  private Refits.Data data(History history) {
    List<CellRecord> kept = FittedCells.kept(history, mostFitted);
    double[] losses = kept.stream().mapToDouble(CellRecord::ranked).toArray();
    return new Refits.Data(
        FittedCells.ofCells(coordinates, kept), new double[][] {Warp.halfRank(losses)});
  }

  @Override
  public void recalled(int told, int size, Supplier<History> history) {
    if (told >= startup && refits.due(told)) {
      refits.owe(data(history.get()), told);
    }
  }

  /** The lowest expected value at a measured point. */
  private static double lowest(GaussianProcess process, double[][] points, double[] values) {
    double seen = Arrays.stream(values).min().orElse(0);
    return process.lowest(
        IntStream.range(0, points.length)
            .filter(i -> values[i] <= seen + 1)
            .mapToObj(i -> points[i])
            .toArray(double[][]::new));
  }
}
