package org.attune.sweeps.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;
import org.apache.commons.math3.distribution.FDistribution;
import org.apache.commons.math3.distribution.GammaDistribution;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.math3.stat.StatUtils;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.statistics.Summary;

/**
 * The cell with the best measured mean among those with the fewest failed seeds, and the mean to
 * expect with new seeds.
 *
 * <p>The best of many cells is partly lucky, so the plain interval of its mean is too optimistic.
 * The interval here is a parametric bootstrap-t that selects the best cell again in every resample
 * (Efron's correction for estimates after selection, J. Am. Stat. Assoc. 109, 2014). Cell means are
 * first shrunk towards each other to remove the spread due to noise (James and Stein, 1961).
 * Resamples include the variation between seeds that all cells share. Cells with failed seeds are
 * in no resample.
 *
 * @param cellSummary of its finished trials
 * @param expected the mean to expect with new seeds: the measured one less how much the best of so
 *     many cells is too good on average in the resamples; NaN without an interval
 * @param low lower end of the 95 % interval for the average over new seeds; NaN without an interval
 * @param high upper end of the interval
 * @param chosenAgain share of resamples in which it is the best again; NaN without an interval
 * @param cells number of cells compared
 * @param withoutInterval why there is no interval; empty if there is one
 */
public record BestCell(
    CellSummary cellSummary,
    double expected,
    double low,
    double high,
    double chosenAgain,
    int cells,
    Optional<String> withoutInterval) {

  private static final int RESAMPLES = 2000;
  private static final long SEED = 20_140_901;
  private static final double TAIL = (1 - 0.95) / 2;

  /** The error of the test whether the best cell varies less. */
  private static final double LESS = 0.001;

  /** Draw with the 75th percentile of the seeds' variance. */
  private static final double QUARTER = 0.25;

  /** The best cell; empty without trials, or if neither direction is better. */
  public static Optional<BestCell> of(Observations in) {
    if (in.goal().isEmpty() || in.runs().isEmpty()) {
      return Optional.empty();
    }
    CellSummary best = in.summaries().get(0);
    long seeds = in.runs().stream().mapToInt(Run::replicate).distinct().count();
    Set<Configuration> whole =
        in.summaries().stream()
            .filter(cell -> cell.summary().n() == seeds)
            .map(CellSummary::configuration)
            .collect(Collectors.toSet());
    Optional<String> without =
        !in.excluded().ended()
            ? Optional.of("trials are open")
            : withoutInterval(in.summaries(), seeds, whole.size());
    if (without.isPresent()) {
      return Optional.of(without(best, in, without.get()));
    }
    CellFit fit =
        new CellFit(
            in.runs().stream().filter(run -> whole.contains(run.cell())).toList(), in.rounding());
    if (!fit.varies()) {
      return Optional.of(without(best, in, "cells and seeds explain every value"));
    }
    if (variesLess(best.summary(), fit)) {
      return Optional.of(
          without(best, in, "it rests on the spread of all cells, and this cell varies far less"));
    }
    double sign = in.goal().get() == Goal.MINIMIZE ? -1 : 1;
    int index = fit.cells().indexOf(best.configuration());
    Resamples resamples = new Resamples(fit, sign, index);
    double error = resamples.error(index, fit.variance(), fit.seedEffects());
    return Optional.of(
        new BestCell(
            best,
            best.summary().mean() - resamples.luck(),
            best.summary().mean() - resamples.quantile(1 - TAIL) * error,
            best.summary().mean() - resamples.quantile(TAIL) * error,
            resamples.again(),
            fit.cells().size(),
            without));
  }

  private static BestCell without(CellSummary best, Observations in, String why) {
    return new BestCell(
        best, Double.NaN, Double.NaN, Double.NaN, Double.NaN, in.cells().size(), Optional.of(why));
  }

  /** Whether the best cell's seeds vary far less than those of all cells together. */
  private static boolean variesLess(Summary best, CellFit fit) {
    double ratio = best.std() * best.std() / fit.variance();
    return new FDistribution(best.n() - 1, fit.degrees()).cumulativeProbability(ratio) < LESS;
  }

  /** Cells that ended early by their results make the others luckier than resamples tell. */
  private static Optional<String> withoutInterval(
      List<CellSummary> cells, long seeds, int complete) {
    if (cells.stream().noneMatch(cell -> cell.summary().n() > 1)) {
      return Optional.of("no cell has two seeds");
    }
    if (cells.get(0).failed() > 0) {
      return Optional.of("seeds failed");
    }
    List<CellSummary> whole = cells.stream().filter(cell -> cell.failed() == 0).toList();
    if (whole.stream().anyMatch(cell -> cell.stopped() > 0)) {
      return Optional.of("seeds were stopped early");
    }
    if (whole.stream().anyMatch(cell -> cell.summary().n() > 0 && cell.summary().n() < seeds)) {
      return Optional.of("cells differ in their number of seeds");
    }
    return complete < 2 ? Optional.of("no other cell has all seeds") : Optional.empty();
  }

  /** The cell's configuration. */
  public Configuration cell() {
    return cellSummary.configuration();
  }

  private static int largest(double[] means, double sign) {
    int best = 0;
    for (int i = 1; i < means.length; i++) {
      best = sign * means[i] > sign * means[best] ? i : best;
    }
    return best;
  }

  /** Simulated sweeps, drawn from the fitted model. */
  private static final class Resamples {
    private final CellFit fit;
    private final double[] studentized = new double[RESAMPLES];
    private int chosenAgain;
    private double luck;

    Resamples(CellFit fit, double sign, int best) {
      this.fit = fit;
      double[] centres = shrunk();
      double variance = fit.variance();
      double seedDeviation = Math.sqrt(seedVariance());
      RandomGenerator random = new Well19937c(SEED);
      // Twice this is chi-squared.
      GammaDistribution spread = new GammaDistribution(random, fit.degrees() / 2.0, 1);
      for (int r = 0; r < RESAMPLES; r++) {
        double[] seeds = new double[fit.seeds()];
        double[] seen = new double[fit.seeds()];
        for (int s = 0; s < seeds.length; s++) {
          seeds[s] = seedDeviation * random.nextGaussian();
          seen[s] = seeds[s] + Math.sqrt(variance / fit.cellsOf(s)) * random.nextGaussian();
        }
        double shared = Arrays.stream(seeds).average().orElse(0);
        double[] means = new double[centres.length];
        for (int c = 0; c < means.length; c++) {
          means[c] =
              centres[c] + shared + Math.sqrt(variance / fit.trials(c)) * random.nextGaussian();
        }
        int chosen = largest(means, sign);
        chosenAgain += chosen == best ? 1 : 0;
        luck += (means[chosen] - centres[chosen] - shared) / RESAMPLES;
        double rest = variance * 2 * spread.sample() / fit.degrees();
        studentized[r] = (means[chosen] - centres[chosen]) / error(chosen, rest, seen);
      }
      Arrays.sort(studentized);
    }

    /** The cells' means, shrunk to remove the spread due to noise. */
    private double[] shrunk() {
      double[] means = fit.means();
      double mean = Arrays.stream(means).average().orElseThrow();
      double noise = 0;
      double seen = 0;
      for (int c = 0; c < means.length; c++) {
        noise += fit.variance() / fit.trials(c) / means.length;
        seen += (means[c] - mean) * (means[c] - mean) / Math.max(1, means.length - 1);
      }
      double kept = seen > 0 ? Math.max(0, 1 - noise / seen) : 0;
      return Arrays.stream(means).map(value -> mean + kept * (value - mean)).toArray();
    }

    /**
     * The variance of the seeds' common effect, at its upper quartile: the plain estimate from a
     * few seeds is mostly too small, and would make the intervals too narrow.
     */
    private double seedVariance() {
      if (fit.seeds() < 2) {
        return 0;
      }
      int degrees = fit.seeds() - 1;
      double quarter =
          new ChiSquaredDistribution(null, degrees).inverseCumulativeProbability(QUARTER) / degrees;
      return Math.max(
          0, StatUtils.variance(fit.seedEffects()) / quarter - fit.variance() * fit.noiseInSeeds());
    }

    /** The standard error of a cell's mean relative to new seeds. */
    double error(int cell, double variance, double[] seeds) {
      double noise = 1.0 / fit.trials(cell);
      double squared =
          fit.seeds() < 2
              ? variance * noise
              : StatUtils.variance(seeds) / fit.seeds()
                  + variance * Math.max(0, noise - fit.noiseInSeeds() / fit.seeds());
      return Math.sqrt(Math.max(squared, Double.MIN_NORMAL));
    }

    /** How far the mean of the best cell is from its centre, on average. */
    double luck() {
      return luck;
    }

    double quantile(double share) {
      return studentized[(int) Math.round(share * (RESAMPLES - 1))];
    }

    double again() {
      return (double) chosenAgain / RESAMPLES;
    }
  }
}
