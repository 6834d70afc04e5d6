package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.attune.sweeps.statistics.Order;

/**
 * Pareto fronts: sets of points where none dominates another (Deb et al., "A Fast and Elitist
 * Multiobjective Genetic Algorithm: NSGA-II", IEEE Transactions on Evolutionary Computation 6(2),
 * 2002, section III). A point is a row of losses, all of one length; lower is better in each.
 */
public final class ParetoFronts {

  private ParetoFronts() {}

  /** Whether a point is worse than another in no coordinate and better in at least one. */
  public static boolean dominates(double[] point, double[] other) {
    boolean better = false;
    for (int i = 0; i < point.length; i++) {
      if (point[i] > other[i]) {
        return false;
      }
      better |= point[i] < other[i];
    }
    return better;
  }

  /**
   * Indices of the non-dominated points, sorted by the first coordinate; includes all equal points.
   */
  public static List<Integer> first(List<double[]> points) {
    return points.isEmpty() ? List.of() : peel(points, 1).get(0);
  }

  /**
   * Successive fronts: the non-dominated points, then the points that only the previous fronts
   * dominate, and so on.
   *
   * @param enough stops once the fronts contain this many points
   */
  static List<List<Integer>> peel(List<double[]> points, int enough) {
    // In this order only earlier points can dominate a point.
    List<Integer> left =
        new ArrayList<>(
            IntStream.range(0, points.size())
                .boxed()
                .sorted((a, b) -> Arrays.compare(points.get(a), points.get(b)))
                .toList());
    List<List<Integer>> fronts = new ArrayList<>();
    int found = 0;
    while (!left.isEmpty() && found < enough) {
      List<Integer> front = new ArrayList<>();
      List<Integer> behind = new ArrayList<>();
      for (int i : left) {
        boolean dominated = front.stream().anyMatch(f -> dominates(points.get(f), points.get(i)));
        (dominated ? behind : front).add(i);
      }
      fronts.add(front);
      found += front.size();
      left = behind;
    }
    return fronts;
  }

  /**
   * The crowding distance of each point of a front. It sums, over the coordinates, the gap between
   * the point's two neighbours as a share of the front's extent. It is infinite at either end.
   *
   * @return in the front's order
   */
  static double[] crowding(List<double[]> points, List<Integer> front) {
    double[] distances = new double[front.size()];
    int coordinates = points.get(front.get(0)).length;
    for (int c = 0; c < coordinates; c++) {
      int at = c;
      int[] order = Order.ascending(front.stream().mapToDouble(i -> points.get(i)[at]).toArray());
      double low = points.get(front.get(order[0]))[c];
      double high = points.get(front.get(order[order.length - 1]))[c];
      distances[order[0]] = Double.POSITIVE_INFINITY;
      distances[order[order.length - 1]] = Double.POSITIVE_INFINITY;
      for (int i = 1; i < order.length - 1 && high > low; i++) {
        double gap =
            points.get(front.get(order[i + 1]))[c] - points.get(front.get(order[i - 1]))[c];
        distances[order[i]] += gap / (high - low);
      }
    }
    return distances;
  }
}
