package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Points of which none is better than another in everything (Deb et al., "A Fast and Elitist
 * Multiobjective Genetic Algorithm: NSGA-II", IEEE Transactions on Evolutionary Computation 6(2),
 * 2002, section III). A point is a row of losses, all of one length; less is better in each.
 */
public final class ParetoFronts {

  private ParetoFronts() {}

  /** Whether a point is nowhere worse than another and somewhere better. */
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
   * Indices of the points that no other dominates, by the first coordinate; equal ones are all in.
   */
  public static List<Integer> first(List<double[]> points) {
    return points.isEmpty() ? List.of() : peel(points, 1).get(0);
  }

  /**
   * Front after front: the points that none dominates, then those that only points of the front
   * before dominate, and so on.
   *
   * @param enough ends it once the fronts have so many points
   */
  static List<List<Integer>> peel(List<double[]> points, int enough) {
    // In this order a point is dominated by earlier ones only.
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
   * How far each point of a front is from its neighbours: over the coordinates, the sum of the gaps
   * between the two beside it as shares of the front's extent; infinite at either end.
   *
   * @return in the front's order
   */
  static double[] crowding(List<double[]> points, List<Integer> front) {
    double[] distances = new double[front.size()];
    int coordinates = points.get(front.get(0)).length;
    for (int c = 0; c < coordinates; c++) {
      int at = c;
      int[] order =
          IntStream.range(0, front.size())
              .boxed()
              .sorted(Comparator.comparingDouble(i -> points.get(front.get(i))[at]))
              .mapToInt(Integer::intValue)
              .toArray();
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
