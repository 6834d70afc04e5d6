package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.surrogate.GaussianProcess;
import org.attune.sweeps.surrogate.HyperParameters;
import org.attune.sweeps.surrogate.Improvement;
import org.attune.sweeps.surrogate.LogExpectedImprovement;

/**
 * The expected improvement by a Gaussian process of its own for each option of an axis, with its
 * own length scales, variance and mean. Improvements are in the objective's units, so that options
 * compare.
 *
 * <p>One process of all cells shares what the options have in common. But it scales losses by those
 * of the best option, and so it no longer doubts what a few cells say of the others.
 */
final class BranchImprovement implements Improvement {

  private static final int ITERATIONS = 15;

  /** Cells of an option from which a process can say anything. */
  private static final int LEAST = 2;

  /** The score of an option with too few cells to fit. */
  private static final double UNKNOWN = 1e3;

  private final int axis;
  private final Map<Double, Improvement> options = new HashMap<>();

  /**
   * Fits a process to each option's cells.
   *
   * @param axis the index of the dimension whose values are the options
   * @param cells observed, best first
   * @param pending points that are not observed yet
   */
  BranchImprovement(
      Coordinates coordinates, int axis, List<CellRecord> cells, List<double[]> pending) {
    this.axis = axis;
    double best =
        cells.stream().mapToDouble(CellRecord::ranked).filter(l -> l == l).min().orElse(0);
    Map<Double, List<CellRecord>> byOption = new HashMap<>();
    cells.forEach(
        cell -> byOption.computeIfAbsent(cell.point()[axis], o -> new ArrayList<>()).add(cell));
    byOption.forEach(
        (option, improvement) -> {
          double[][] out =
              FittedCells.positions(
                  coordinates, pending.stream().filter(p -> p[axis] == option).toList());
          if (improvement.size() + out.length >= LEAST) {
            options.put(option, improvement(coordinates, improvement, best, out));
          }
        });
  }

  private static Improvement improvement(
      Coordinates coordinates, List<CellRecord> cells, double best, double[][] pending) {
    double[] losses =
        cells.stream().mapToDouble(CellRecord::ranked).filter(l -> l == l).sorted().toArray();
    if (losses.length == 0) {
      return new Flat(Double.NEGATIVE_INFINITY);
    }
    double median = losses[losses.length / 2];
    double scale = median > losses[0] ? median - losses[0] : 1;
    double worst = losses[losses.length - 1];
    double[] values =
        cells.stream()
            .mapToDouble(cell -> cell.ranked() == cell.ranked() ? cell.ranked() : worst)
            .map(loss -> (loss - median) / scale)
            .map(value -> value > 0 ? Math.log1p(value) : value)
            .toArray();
    double[][] points = FittedCells.ofCells(coordinates, cells);
    HyperParameters fit = FittedCells.prior(coordinates).fitted(points, values, ITERATIONS);
    GaussianProcess process = fit.process(points, values);
    double toBeat = (best - median) / scale;
    if (pending.length > 0) {
      toBeat = Math.min(toBeat, process.lowest(pending));
      process = process.with(pending);
    }
    return new Scaled(new LogExpectedImprovement(process, toBeat), Math.log(scale));
  }

  @Override
  public double at(double[] point) {
    return option(point).at(point);
  }

  @Override
  public double at(double[] point, double[] gradient) {
    return option(point).at(point, gradient);
  }

  private Improvement option(double[] point) {
    return options.getOrDefault(point[axis], new Flat(UNKNOWN));
  }

  /** An improvement that is equal at all points. */
  private record Flat(double value) implements Improvement {
    @Override
    public double at(double[] point) {
      return value;
    }

    @Override
    public double at(double[] point, double[] gradient) {
      Arrays.fill(gradient, 0);
      return value;
    }
  }

  /** An improvement of losses that were divided by a scale. */
  private record Scaled(Improvement scaled, double logScale) implements Improvement {
    @Override
    public double at(double[] point) {
      return logScale + scaled.at(point);
    }

    @Override
    public double at(double[] point, double[] gradient) {
      return logScale + scaled.at(point, gradient);
    }
  }
}
