package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.statistics.Order;
import org.attune.sweeps.surrogate.GaussianProcess;
import org.attune.sweeps.surrogate.HyperParameters;
import org.attune.sweeps.surrogate.LogHypervolumeImprovement;
import org.attune.sweeps.surrogate.Warp;

/**
 * Bayesian optimisation of several objectives: a Gaussian process for each, and the point with the
 * highest log expected hypervolume improvement (Daulton et al., NeurIPS 2020; Ament et al., NeurIPS
 * 2023).
 *
 * <p>The front is that of the expected losses at the cells. Pending points count as observed at
 * their expected losses. A cell that lacks a number for some objective (failed, stopped or NaN)
 * counts as the worst in each. The first points come from a Sobol sequence.
 */
final class GaussianFrontSearch implements Suggester {

  private static final int INCUMBENTS = 8;
  private static final int LATER_ITERATIONS = 10;

  /** The reference point lies beyond the worst losses by this share of their extent. */
  private static final double MARGIN = 0.1;

  /** The most points of a front, by number of objectives; the time grows with a power of them. */
  private static final int[] MOST_IN_FRONT = {0, 200, 200, 60, 16, 8};

  private final Coordinates coordinates;
  private final SobolPoints sobol;
  private final int startup;
  private final int mostFitted;
  private final int objectives;
  private final Refits refits;

  GaussianFrontSearch(
      Coordinates coordinates, int objectives, SobolPoints sobol, int startup, int mostFitted) {
    this.coordinates = coordinates;
    this.objectives = objectives;
    this.sobol = sobol;
    this.startup = startup;
    this.mostFitted = mostFitted;
    this.refits = new Refits(coordinates, objectives, LATER_ITERATIONS);
  }

  @Override
  public boolean thinks() {
    return true;
  }

  @Override
  public double[] suggest(History history, SplittableRandom random) {
    List<CellRecord> cells = FittedCells.kept(history, mostFitted);
    if (history.told() < startup || cells.stream().noneMatch(CellRecord::whole)) {
      return coordinates.at(sobol.point(history.size()));
    }
    Refits.Data data = data(cells);
    if (refits.due(history.told())) {
      refits.owe(data, history.told());
    }
    HyperParameters[] fits = refits.renewed();
    double[][] pending =
        FittedCells.positions(coordinates, FittedCells.pending(history, mostFitted));
    double[][] points =
        Stream.of(data.points(), pending).flatMap(Stream::of).toArray(double[][]::new);
    double[][] expected = new double[points.length][objectives];
    List<GaussianProcess> processes = new ArrayList<>();
    for (int k = 0; k < objectives; k++) {
      GaussianProcess process = fits[k].process(data.points(), data.values()[k]);
      for (int i = 0; i < points.length; i++) {
        expected[i][k] = process.expected(points[i]);
      }
      processes.add(pending.length == 0 ? process : process.with(pending));
    }
    List<double[]> losses = List.of(expected);
    List<Integer> front = thinned(losses, ParetoFronts.first(losses));
    List<CellRecord> incumbents =
        front.stream().filter(i -> i < cells.size()).map(cells::get).toList();
    return new Acquisition(
            history,
            chosen(incumbents, random),
            new LogHypervolumeImprovement(
                processes, front.stream().map(losses::get).toList(), reference(losses)),
            random)
        .highest();
  }

  /** Some of the front's cells, around which candidates are drawn. */
  private static List<CellRecord> chosen(List<CellRecord> front, SplittableRandom random) {
    return front.size() <= INCUMBENTS
        ? front
        : random.ints(INCUMBENTS, 0, front.size()).distinct().mapToObj(front::get).toList();
  }

  /** The front, or its least crowded points where it is too large. */
  private static List<Integer> thinned(List<double[]> losses, List<Integer> front) {
    int objectives = losses.get(0).length;
    int most = MOST_IN_FRONT[Math.min(objectives, MOST_IN_FRONT.length - 1)];
    if (front.size() <= most) {
      return front;
    }
    double[] alone = ParetoFronts.crowding(losses, front);
    return Arrays.stream(Order.ascending(Arrays.stream(alone).map(a -> -a).toArray()))
        .limit(most)
        .mapToObj(front::get)
        .sorted()
        .toList();
  }

  /** The worst losses at the cells, which stay wide apart while the front has few points. */
  private static double[] reference(List<double[]> losses) {
    double[] reference = new double[losses.get(0).length];
    for (int k = 0; k < reference.length; k++) {
      int at = k;
      double worst = losses.stream().mapToDouble(l -> l[at]).max().orElse(0);
      double best = losses.stream().mapToDouble(l -> l[at]).min().orElse(0);
      reference[k] = worst + MARGIN * Math.max(worst - best, 1e-3);
    }
    return reference;
  }

  private Refits.Data data(List<CellRecord> cells) {
    List<double[]> known =
        cells.stream().filter(CellRecord::whole).map(CellRecord::finishedLosses).toList();
    List<Integer> front = ParetoFronts.first(known);
    double[][] values = new double[objectives][];
    for (int k = 0; k < objectives; k++) {
      int at = k;
      double nadir = front.stream().mapToDouble(i -> known.get(i)[at]).max().orElse(0);
      double median = median(known.stream().mapToDouble(l -> l[at]).sorted().toArray());
      double[] column =
          cells.stream()
              .mapToDouble(cell -> cell.whole() ? cell.finishedLosses()[at] : Double.NaN)
              .toArray();
      values[k] = Warp.beyond(column, Math.max(nadir, median));
    }
    return new Refits.Data(FittedCells.ofCells(coordinates, cells), values);
  }

  private static double median(double[] sorted) {
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }

  @Override
  public void recalled(int told, int size, Supplier<History> history) {
    if (told >= startup && refits.due(told)) {
      List<CellRecord> cells = FittedCells.kept(history.get(), mostFitted);
      if (cells.stream().anyMatch(CellRecord::whole)) {
        refits.owe(data(cells), told);
      }
    }
  }
}
