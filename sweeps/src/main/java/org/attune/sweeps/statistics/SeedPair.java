package org.attune.sweeps.statistics;

import java.util.Arrays;
import java.util.List;

/**
 * One seed's values of both arms; NaN for an arm that failed.
 *
 * @param unit of the difference: 1, or such as the control's distance from its floor; NaN if it is
 *     unknown, which counts as a failure of both
 * @param largest absolute value behind them: it says what is rounding
 * @param rounded whether the arms differed, and by rounding alone: then the cell has the control's
 *     value
 */
public record SeedPair(double cell, double control, double unit, double largest, boolean rounded) {

  /** A pair of doubles whose differences are in the metric's unit. */
  public static SeedPair of(double cell, double control) {
    return of(cell, control, 1, Rounding.FLOAT64);
  }

  /** A pair whose differences are in this unit. */
  public static SeedPair of(double cell, double control, double unit, Rounding rounding) {
    boolean rounded = rounding.isBetween(cell, control);
    double largest = Math.max(size(cell), size(control));
    return new SeedPair(rounded ? control : cell, control, unit, largest, rounded);
  }

  /** A seed's pair of means over settings, each with the values of both arms. */
  public static SeedPair over(List<double[]> settings, Rounding rounding) {
    double largest =
        settings.stream().flatMapToDouble(Arrays::stream).map(SeedPair::size).max().orElse(0);
    List<double[]> told =
        settings.stream()
            .map(v -> rounding.isBetween(v[0], v[1]) ? new double[] {v[1], v[1]} : v)
            .toList();
    double cell = mean(told, 0);
    double control = mean(told, 1);
    return new SeedPair(cell, control, 1, largest, cell == control && mean(settings, 0) != control);
  }

  /** The same seed, with the arms in each other's place. */
  public SeedPair swapped() {
    return new SeedPair(control, cell, unit, largest, rounded);
  }

  private static double size(double value) {
    return Double.isNaN(value) ? 0 : Math.abs(value);
  }

  private static double mean(List<double[]> settings, int arm) {
    return settings.stream().mapToDouble(values -> values[arm]).average().orElse(Double.NaN);
  }
}
