package org.attune.sweeps.analysis;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.statistics.Rounding;

/**
 * Fits {@code value = cell + seed + rest}: a mean for each cell, an effect for each shared seed,
 * and residuals. Alternating least squares (Wilkinson, "Imprecise analysis of variance", 1970:
 * sweeping) puts cells with missing seeds on equal terms.
 */
final class CellFit {

  private static final int MOST_TURNS = 500;

  /** The fit has converged when means move by a smaller share of the largest value. */
  private static final double CONVERGED = 1e-14;

  /** A smaller share of the largest value is rounding: a double has 16 digits. */
  private static final double ROUNDING = 1e-13;

  private final List<Configuration> cells;
  private final int[] cellOf;
  private final int[] seedOf;
  private final double[] values;
  private final double trace; // what rounding may add to a value
  private final double[] means;
  private final double[] seeds;
  private final int[] perCell;
  private final int[] perSeed;

  /**
   * Fits runs.
   *
   * @param rounding of their values
   */
  CellFit(List<Run> runs, Rounding rounding) {
    Map<Configuration, Integer> cellNumbers = new LinkedHashMap<>();
    Map<Integer, Integer> seedNumbers = new LinkedHashMap<>();
    int n = runs.size();
    cellOf = new int[n];
    seedOf = new int[n];
    values = new double[n];
    for (int i = 0; i < n; i++) {
      Run run = runs.get(i);
      cellNumbers.putIfAbsent(run.cell(), cellNumbers.size());
      seedNumbers.putIfAbsent(run.replicate(), seedNumbers.size());
      cellOf[i] = cellNumbers.get(run.cell());
      seedOf[i] = seedNumbers.get(run.replicate());
      values[i] = run.value();
    }
    double doubles = ROUNDING * largest();
    trace = rounding == Rounding.FLOAT64 ? doubles : Math.max(doubles, rounding.of(usual()));
    cells = List.copyOf(cellNumbers.keySet());
    means = new double[cells.size()];
    seeds = new double[seedNumbers.size()];
    perCell = counts(cellOf, means.length);
    perSeed = counts(seedOf, seeds.length);
    fit();
  }

  private static int[] counts(int[] groups, int size) {
    int[] counts = new int[size];
    for (int group : groups) {
      counts[group]++;
    }
    return counts;
  }

  private void fit() {
    double still = CONVERGED * largest();
    for (int turn = 0; turn < MOST_TURNS; turn++) {
      double[] before = means.clone();
      average(means, cellOf, perCell, seeds, seedOf);
      if (seeds.length > 1) {
        average(seeds, seedOf, perSeed, means, cellOf);
        double centre = IntStream.range(0, values.length).mapToDouble(i -> seeds[seedOf[i]]).sum();
        for (int s = 0; s < seeds.length; s++) {
          seeds[s] -= centre / values.length;
        }
      }
      if (alike(before, means, still)) {
        break;
      }
    }
    average(means, cellOf, perCell, seeds, seedOf);
  }

  /** Each group's mean after subtracting the other effects. */
  private void average(double[] into, int[] group, int[] count, double[] other, int[] otherOf) {
    double[] sums = new double[into.length];
    for (int i = 0; i < values.length; i++) {
      sums[group[i]] += values[i] - other[otherOf[i]];
    }
    for (int g = 0; g < sums.length; g++) {
      into[g] = sums[g] / count[g];
    }
  }

  private static boolean alike(double[] a, double[] b, double within) {
    for (int i = 0; i < a.length; i++) {
      if (Math.abs(a[i] - b[i]) > within) {
        return false;
      }
    }
    return true;
  }

  List<Configuration> cells() {
    return cells;
  }

  /** A cell's mean, adjusted as if it had all seeds. */
  double mean(int cell) {
    return means[cell];
  }

  double[] means() {
    return means.clone();
  }

  /** Each cell's mean, in the order of the cells. */
  Map<Configuration, Double> byCell() {
    Map<Configuration, Double> byCell = new LinkedHashMap<>();
    for (int i = 0; i < means.length; i++) {
      byCell.put(cells.get(i), means[i]);
    }
    return Collections.unmodifiableMap(byCell);
  }

  /** The number of a cell's trials. */
  int trials(int cell) {
    return perCell[cell];
  }

  int seeds() {
    return seeds.length;
  }

  /** The number of cells with a seed. */
  int cellsOf(int seed) {
    return perSeed[seed];
  }

  /** Residual degrees of freedom for the spread between seeds; 0 if the spread is unknown. */
  int degrees() {
    return Math.max(0, values.length - cells.size() - seeds.length + 1);
  }

  /** The residual variance of one trial; NaN if it cannot be estimated. */
  double variance() {
    if (degrees() == 0) {
      return Double.NaN;
    }
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      double rest = values[i] - means[cellOf[i]] - seeds[seedOf[i]];
      sum += rest * rest;
    }
    return sum / degrees();
  }

  /** What rounding may add to a sum of squares over all trials. */
  double rounding() {
    return values.length * trace * trace;
  }

  /** A cell that diverged has huge values, whose rounding is no measure for the others. */
  private double usual() {
    return new Median().evaluate(Arrays.stream(values).map(Math::abs).toArray());
  }

  private double largest() {
    return Arrays.stream(values).map(Math::abs).max().orElse(0);
  }

  /** Whether trials vary around their cells and seeds by more than rounding. */
  boolean varies() {
    return variance() > rounding() / values.length;
  }

  /** The seeds' effects, centred. */
  double[] seedEffects() {
    return seeds.clone();
  }

  /**
   * The residuals' contribution to the variance of the seeds' effects, as a share of the residual
   * variance.
   */
  double noiseInSeeds() {
    double sum = 0;
    for (int cells : perSeed) {
      sum += 1.0 / cells;
    }
    return sum / perSeed.length;
  }
}
