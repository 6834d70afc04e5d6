package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.statistics.Order;
import org.attune.sweeps.surrogate.GaussianProcess;
import org.attune.sweeps.surrogate.HyperParameters;
import org.attune.sweeps.surrogate.Warp;

/**
 * The cell whose new seeds promise the best value, where each cell has one seed: the best expected
 * value of a Gaussian process over all cells, which tells a cell's luck by its neighbours. The best
 * measured value of many is mostly lucky; what is expected of it is less than half as much so.
 * Without noise, the process expects what was measured.
 *
 * @param cell with the best expected value
 * @param measured its value
 * @param expected its expected value
 * @param expectedOfBest the expected value of the cell that measured best
 * @param ranked the cells that the process is fitted to, the best expected value first
 */
public record ExpectedBest(
    Configuration cell,
    double measured,
    double expected,
    double expectedOfBest,
    List<Configuration> ranked) {

  /** With fewer cells a process tells noise from structure by its prior alone. */
  static final int FEWEST = 10;

  /** Losses keep their distances up to this multiple of the median's from the best. */
  private static final double FAR = 4;

  /** Beyond this number, half of the cells fitted are the best, the others the newest. */
  private static final int MOST = 200;

  /** Number of cells that the process is fitted to. */
  public int cells() {
    return ranked.size();
  }

  /** What a process is fitted to: the runs, and their values with the lower the better. */
  private record Fitted(List<Run> runs, double sign, double[] losses, int best, int middle) {

    static Optional<Fitted> of(Observations observations) {
      if (observations.goal().isEmpty()
          || observations.factors().isEmpty()
          || observations.runs().size() < FEWEST
          || observations.cells().size() < observations.runs().size()) {
        return Optional.empty();
      }
      double sign = observations.goal().get() == Goal.MINIMIZE ? 1 : -1;
      List<Run> runs = fitted(observations.runs(), sign);
      double[] losses = runs.stream().mapToDouble(run -> sign * run.value()).toArray();
      int[] order = Order.ascending(losses);
      return Optional.of(new Fitted(runs, sign, losses, order[0], order[(order.length - 1) / 2]))
          .filter(fitted -> fitted.half() != 0); // half of all cells may have the best value
    }

    double half() {
      return losses[middle] - losses[best];
    }
  }

  /** Whether there is such a cell, without the time that a process takes to fit. */
  public static boolean suits(Observations observations) {
    return Fitted.of(observations).isPresent();
  }

  /** The cell to expect most of; empty with few cells, with second seeds, and without a goal. */
  public static Optional<ExpectedBest> of(Observations observations) {
    return Fitted.of(observations).map(fitted -> of(observations, fitted));
  }

  private static ExpectedBest of(Observations observations, Fitted fitted) {
    List<Run> runs = fitted.runs();
    double[] losses = fitted.losses();
    double sign = fitted.sign();
    int best = fitted.best();
    int middle = fitted.middle();
    double half = fitted.half();
    double[] warped = Warp.beyond(losses, losses[best] + FAR * half);
    double unit = half / (warped[middle] - warped[best]);
    List<ToDoubleFunction<String>> places =
        observations.factors().stream().map(Factor::places).toList();
    double[][] points = new double[runs.size()][places.size()];
    for (int i = 0; i < points.length; i++) {
      for (int f = 0; f < places.size(); f++) {
        points[i][f] =
            places.get(f).applyAsDouble(observations.factors().get(f).level(runs.get(i).cell()));
      }
    }
    GaussianProcess process = process(points, warped, observations.factors());
    double[] expected = new double[points.length];
    for (int i = 0; i < points.length; i++) {
      double beyondBest = unit * (process.expected(points[i]) - warped[best]);
      expected[i] = sign * (losses[best] + beyondBest);
    }
    int[] ranks = Order.ascending(Arrays.stream(expected).map(value -> sign * value).toArray());
    int promising = ranks[0];
    return new ExpectedBest(
        runs.get(promising).cell(),
        runs.get(promising).value(),
        expected[promising],
        expected[best],
        Arrays.stream(ranks).mapToObj(run -> runs.get(run).cell()).toList());
  }

  private static List<Run> fitted(List<Run> runs, double sign) {
    if (runs.size() <= MOST) {
      return runs;
    }
    Set<Run> fitted = new LinkedHashSet<>();
    runs.stream()
        .sorted(Comparator.comparingDouble(run -> sign * run.value()))
        .limit(MOST / 2)
        .forEach(fitted::add);
    for (int i = runs.size() - 1; fitted.size() < MOST; i--) {
      fitted.add(runs.get(i));
    }
    return new ArrayList<>(fitted);
  }

  private static GaussianProcess process(double[][] points, double[] values, List<Factor> factors) {
    boolean[] categories = new boolean[factors.size()];
    for (int i = 0; i < categories.length; i++) {
      categories[i] = !factors.get(i).numeric();
    }
    return HyperParameters.likelier(categories, points, values).process(points, values);
  }
}
