package org.attune.sweeps.importance;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.statistics.Order;

/**
 * One axis as a tree sees it, and the measure that it is averaged over: a name's levels are equally
 * likely, few numbers too, of many numbers all between the least and the largest. A cell that lacks
 * the axis gets a value at random. That it lacks the axis counts for the option that has the axis.
 *
 * @param values one a cell: a level's number, or a position from 0 to 1
 * @param nominal whether values are numbers of levels, without order
 * @param points that stand for the measure
 * @param weights of the points; they sum to 1
 */
record TreeFeature(double[] values, boolean nominal, double[] points, double[] weights) {

  /** The number of midpoints that stand for an interval. */
  private static final int POINTS = 64;

  static TreeFeature of(Factor factor, List<Configuration> cells, Random random) {
    List<String> present = factor.present();
    ToDoubleFunction<String> position = factor.numeric() ? factor.places() : present::indexOf;
    double[] points =
        factor.continuous()
            ? IntStream.range(0, POINTS).mapToDouble(i -> (i + 0.5) / POINTS).toArray()
            : present.stream().mapToDouble(position).toArray();
    double[] weights = new double[points.length];
    Arrays.fill(weights, 1.0 / points.length);
    TreeFeature column =
        new TreeFeature(new double[cells.size()], !factor.numeric(), points, weights);
    for (int i = 0; i < cells.size(); i++) {
      String level = factor.level(cells.get(i));
      boolean absent = level.equals(Factor.ABSENT);
      column.values[i] = absent ? column.draw(random) : position.applyAsDouble(level);
    }
    return column;
  }

  /** The same values in another order: an axis that does nothing. */
  TreeFeature shuffled(Random random) {
    double[] shuffled = values.clone();
    Order.shuffle(shuffled, random);
    return new TreeFeature(shuffled, nominal, points, weights);
  }

  /** Some of the cells. */
  TreeFeature only(int[] cells) {
    return new TreeFeature(
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
