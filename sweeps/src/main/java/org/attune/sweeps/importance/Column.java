package org.attune.sweeps.importance;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.analysis.Factor;

/**
 * One axis as a tree sees it, and the measure that it is averaged over: a name's levels are equally
 * likely, few numbers too, of many numbers all between the least and the largest. An axis that is
 * absent in some cells is absent with their share.
 *
 * @param values one a cell: a level's number, or a position from 0 to 1; {@link #ABSENT} where the
 *     cell lacks it
 * @param nominal whether values are numbers of levels, without order
 * @param points that stand for the measure
 * @param weights of the points; they sum to 1
 */
record Column(double[] values, boolean nominal, double[] points, double[] weights) {

  static final double ABSENT = -1;

  /** So many midpoints stand for an interval. */
  private static final int POINTS = 64;

  static Column of(Factor factor, List<Configuration> cells) {
    double[] values = new double[cells.size()];
    if (!factor.numeric()) {
      Arrays.setAll(values, i -> factor.levels().indexOf(factor.level(cells.get(i))));
      return new Column(
          values, true, rising(factor.levels().size()), equal(factor.levels().size()));
    }
    List<String> present = factor.present();
    double[] scaled =
        present.stream().mapToDouble(level -> scale(level, factor.logarithmic())).toArray();
    double low = scaled[0];
    double width = Math.max(scaled[scaled.length - 1] - low, Double.MIN_NORMAL);
    int absent = 0;
    for (int i = 0; i < values.length; i++) {
      String level = factor.level(cells.get(i));
      boolean there = !level.equals(Factor.ABSENT);
      values[i] = there ? (scale(level, factor.logarithmic()) - low) / width : ABSENT;
      absent += there ? 0 : 1;
    }
    double[] points = new double[factor.continuous() ? POINTS : scaled.length];
    Arrays.setAll(
        points, i -> factor.continuous() ? (i + 0.5) / POINTS : (scaled[i] - low) / width);
    return new Column(values, false, points, equal(points.length))
        .orAbsent((double) absent / values.length);
  }

  private Column orAbsent(double share) {
    if (share == 0) {
      return this;
    }
    double[] more = Arrays.copyOf(points, points.length + 1);
    double[] with = Arrays.copyOf(weights, points.length + 1);
    Arrays.setAll(with, i -> i < points.length ? weights[i] * (1 - share) : share);
    more[points.length] = ABSENT;
    return new Column(values, nominal, more, with);
  }

  private static double scale(String level, boolean logarithmic) {
    double value = Numbers.real(level).orElseThrow();
    return logarithmic ? Math.log(value) : value;
  }

  private static double[] rising(int size) {
    double[] rising = new double[size];
    Arrays.setAll(rising, i -> i);
    return rising;
  }

  private static double[] equal(int size) {
    double[] equal = new double[size];
    Arrays.fill(equal, 1.0 / size);
    return equal;
  }

  /** The same values in another order: an axis that does nothing. */
  Column shuffled(Random random) {
    double[] shuffled = values.clone();
    for (int i = shuffled.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      double swapped = shuffled[i];
      shuffled[i] = shuffled[j];
      shuffled[j] = swapped;
    }
    return new Column(shuffled, nominal, points, weights);
  }

  /** Some of the cells. */
  Column only(int[] cells) {
    return new Column(
        Arrays.stream(cells).mapToDouble(i -> values[i]).toArray(), nominal, points, weights);
  }

  /** A value at random, of the measure. */
  double draw(Random random) {
    double rest = random.nextDouble();
    int i = 0;
    while (i < points.length - 1 && rest >= weights[i]) {
      rest -= weights[i++];
    }
    return points[i];
  }
}
