package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.attune.sweeps.space.Coordinates;
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
  private static final int FIRST_ITERATIONS = 40;
  private static final int LATER_ITERATIONS = 10;

  /** Refit after this many new cells, as a share of those fitted. */
  private static final double RENEWED_AFTER = 0.05;

  /** The reference point lies beyond the worst losses by this share of their extent. */
  private static final double MARGIN = 0.1;

  /** The most points of a front, by number of objectives; the time grows with a power of them. */
  private static final int[] MOST_IN_FRONT = {0, 200, 200, 60, 16, 8};

  private final Coordinates coordinates;
  private final SobolPoints sobol;
  private final int startup;
  private final int mostFitted;
  private final HyperParameters[] fits; // by objective
  private final List<Data> owed = new ArrayList<>(); // refits that were recalled, not computed
  private int fittedTo;
  private boolean fitted;

  /** Points, and for each objective their values. */
  private record Data(double[][] points, double[][] values) {}

  GaussianFrontSearch(
      Coordinates coordinates, int objectives, long seed, int startup, int mostFitted) {
    this.coordinates = coordinates;
    this.sobol = new SobolPoints(coordinates.dimensions().size(), seed);
    this.startup = startup;
    this.mostFitted = mostFitted;
    this.fits = new HyperParameters[objectives];
    Arrays.fill(fits, FittedCells.prior(coordinates));
  }

  @Override
  public boolean thinks() {
    return true;
  }

  @Override
  public double[] suggest(History history, SplittableRandom random) {
    List<CellRecord> cells = FittedCells.kept(history, mostFitted);
    if (history.told() < startup || cells.stream().noneMatch(GaussianFrontSearch::whole)) {
      return coordinates.at(sobol.point(history.size()));
    }
    Data data = data(cells);
    if (due(history.told())) {
      owed.add(data);
      fittedTo = history.told();
    }
    renew();
    double[][] pending =
        FittedCells.pending(history, mostFitted).stream()
            .map(coordinates::positions)
            .toArray(double[][]::new);
    int objectives = fits.length;
    double[][] expected = new double[data.points.length + pending.length][objectives];
    List<GaussianProcess> processes = new ArrayList<>();
    for (int k = 0; k < objectives; k++) {
      GaussianProcess process = fits[k].process(data.points, data.values[k]);
      for (int i = 0; i < expected.length; i++) {
        double[] at = i < data.points.length ? data.points[i] : pending[i - data.points.length];
        expected[i][k] = process.expected(at);
      }
      processes.add(pending.length == 0 ? process : process.with(pending, fits[k].noise()));
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
    return IntStream.range(0, alone.length)
        .boxed()
        .sorted((a, b) -> Double.compare(alone[b], alone[a]))
        .limit(most)
        .map(front::get)
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

  private static boolean whole(CellRecord cell) {
    double[] losses = cell.finishedLosses();
    return losses.length > 0 && Arrays.stream(losses).noneMatch(Double::isNaN);
  }

  private Data data(List<CellRecord> cells) {
    List<double[]> losses = cells.stream().map(CellRecord::finishedLosses).toList();
    List<double[]> known =
        cells.stream().filter(GaussianFrontSearch::whole).map(CellRecord::finishedLosses).toList();
    List<Integer> front = ParetoFronts.first(known);
    double[][] values = new double[fits.length][];
    for (int k = 0; k < fits.length; k++) {
      int at = k;
      double nadir = front.stream().mapToDouble(i -> known.get(i)[at]).max().orElse(0);
      double median = median(known.stream().mapToDouble(l -> l[at]).sorted().toArray());
      double[] column =
          losses.stream()
              .mapToDouble(l -> l.length > at && whole(l) ? l[at] : Double.NaN)
              .toArray();
      values[k] = Warp.beyond(column, Math.max(nadir, median));
    }
    return new Data(
        cells.stream().map(cell -> coordinates.positions(cell.point())).toArray(double[][]::new),
        values);
  }

  private static double median(double[] sorted) {
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }

  private static boolean whole(double[] losses) {
    return Arrays.stream(losses).noneMatch(Double::isNaN);
  }

  private boolean due(int told) {
    return told >= fittedTo + Math.max(1, RENEWED_AFTER * fittedTo);
  }

  /** Performs all refits owed. Each starts where the one before ended, so none is skipped. */
  private void renew() {
    for (Data data : owed) {
      for (int k = 0; k < fits.length; k++) {
        int iterations = fitted ? LATER_ITERATIONS : FIRST_ITERATIONS;
        fits[k] = fits[k].fitted(data.points, data.values[k], iterations);
      }
      fitted = true;
    }
    owed.clear();
  }

  /** Stores the data of a refit that was recalled; the next suggestion performs it. */
  @Override
  public void recalled(int told, int size, Supplier<History> history) {
    if (told >= startup && due(told)) {
      List<CellRecord> cells = FittedCells.kept(history.get(), mostFitted);
      if (cells.stream().anyMatch(GaussianFrontSearch::whole)) {
        owed.add(data(cells));
        fittedTo = told;
      }
    }
  }
}
