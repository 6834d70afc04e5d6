package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
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
 * them and so keeps parallel suggestions apart (the kriging believer of Ginsbourger et al. 2010). A
 * cell without a loss ranks below all others. The process knows at most {@code most-fitted} cells,
 * pending ones included: of the observed ones half are the best, the others the newest. The first
 * points come from a Sobol sequence.
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
  private static final int FIRST_ITERATIONS = 40;
  private static final int LATER_ITERATIONS = 8;

  /** Refit after this many new cells, as a share of those fitted. */
  private static final double RENEWED_AFTER = 0.05;

  /**
   * Where options have settings of their own, one cell in so many comes from {@link
   * BranchImprovement}. Regret was alike with 2, 3 and 4 on the bench's conditional functions.
   */
  private static final int BRANCH_EVERY = 4;

  private final Coordinates coordinates;
  private final SobolPoints sobol;
  private final int startup;
  private final int mostFitted;
  private final List<Data> owed = new ArrayList<>(); // refits that were recalled, not computed
  private final List<Integer> branching; // axes with options that have settings of their own
  private HyperParameters fit; // of the latest refit
  private int fittedTo;
  private boolean fitted;

  /** The observations that the process is fitted to. */
  private record Data(double[][] points, double[] values) {}

  GaussianSearch(Coordinates coordinates, long seed, int startup, int mostFitted) {
    this.coordinates = coordinates;
    this.sobol = new SobolPoints(coordinates.dimensions().size(), seed);
    this.startup = startup;
    this.mostFitted = mostFitted;
    this.branching =
        coordinates.dimensions().stream()
            .map(Dimension::parent)
            .filter(parent -> parent >= 0)
            .distinct()
            .toList();
    this.fit = FittedCells.prior(coordinates);
  }

  private static Search begin(SearchProblem problem) {
    Coordinates coordinates = new Coordinates(problem.space());
    return new SuggestedSearch(
        problem,
        coordinates,
        of(
            problem,
            coordinates,
            Math.toIntExact(problem.settings().integer(TpeSearch.STARTUP.name())),
            Math.toIntExact(problem.settings().integer(MOST_FITTED.name()))));
  }

  /** The suggester for a problem with one or several objectives. */
  static Suggester of(SearchProblem problem, Coordinates coordinates, int startup, int most) {
    int objectives = problem.objectives().size();
    return objectives == 1
        ? new GaussianSearch(coordinates, problem.seed(), startup, most)
        : new GaussianFrontSearch(coordinates, objectives, problem.seed(), startup, most);
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
    Data data = data(history);
    if (due(history.told())) {
      owed.add(data);
      fittedTo = history.told();
    }
    if (!branching.isEmpty() && history.size() % BRANCH_EVERY == 0) {
      int axis = branching.get(history.size() / BRANCH_EVERY % branching.size());
      List<CellRecord> kept = FittedCells.kept(history, mostFitted);
      List<double[]> pending = FittedCells.pending(history, mostFitted);
      Improvement improvement = new BranchImprovement(coordinates, axis, kept, pending);
      return new Acquisition(history, history.best(INCUMBENTS), improvement, random).highest();
    }
    renew();
    GaussianProcess process = fit.process(data.points(), data.values());
    double best = lowest(process, data.points(), data.values());
    double[][] pending =
        FittedCells.pending(history, mostFitted).stream()
            .map(coordinates::positions)
            .toArray(double[][]::new);
    if (pending.length > 0) {
      process = process.with(pending, fit.noise());
    }
    return new Acquisition(
            history, history.best(INCUMBENTS), new LogExpectedImprovement(process, best), random)
        .highest();
  }

  private Data data(History history) {
    List<CellRecord> kept = FittedCells.kept(history, mostFitted);
    double[] losses = kept.stream().mapToDouble(CellRecord::ranked).toArray();
    return new Data(
        kept.stream().map(cell -> coordinates.positions(cell.point())).toArray(double[][]::new),
        Warp.halfRank(losses));
  }

  /** Whether to refit after this many observed cells. */
  private boolean due(int told) {
    return told >= fittedTo + Math.max(1, RENEWED_AFTER * fittedTo);
  }

  /** Performs all refits owed. Each starts where the one before ended, so none is skipped. */
  private void renew() {
    for (Data data : owed) {
      fit = fit.fitted(data.points(), data.values(), fitted ? LATER_ITERATIONS : FIRST_ITERATIONS);
      fitted = true;
    }
    owed.clear();
  }

  /** Stores the data of a refit that was recalled; the next suggestion performs it. */
  @Override
  public void recalled(int told, int size, Supplier<History> history) {
    if (told >= startup && due(told)) {
      owed.add(data(history.get()));
      fittedTo = told;
    }
  }

  /** The lowest expected value at a measured point. */
  private static double lowest(GaussianProcess process, double[][] points, double[] values) {
    double lowest = Double.POSITIVE_INFINITY;
    double seen = Arrays.stream(values).min().orElse(0);
    for (int i = 0; i < points.length; i++) {
      if (values[i] <= seen + 1) {
        lowest = Math.min(lowest, process.expected(points[i]));
      }
    }
    return lowest;
  }
}
