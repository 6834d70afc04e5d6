package org.attune.sweeps.surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The region that no point of a front dominates, cut into disjoint boxes below a reference point;
 * lower values are better (Lacour, Klamroth and Fonseca, "A Box Decomposition Algorithm to Compute
 * the Hypervolume Indicator", 2017, section 2; here by slices along the last coordinate).
 */
public final class Boxes {

  /** A box of losses; the lower bound may be minus infinity. */
  record Box(double[] low, double[] high) {}

  private Boxes() {}

  /**
   * The boxes, whose number grows with the front's size to the power of the objectives less one.
   *
   * @param front losses of points, one row each; rows beyond the reference point count for nothing
   * @param reference the worst losses of interest
   */
  static List<Box> undominated(List<double[]> front, double[] reference) {
    int m = reference.length;
    List<double[]> inside =
        front.stream()
            .filter(point -> IntStream.range(0, m).allMatch(i -> point[i] < reference[i]))
            .toList();
    List<Box> boxes = new ArrayList<>();
    slice(inside, reference, m - 1, new double[m], new double[m], boxes);
    return boxes;
  }

  private static void slice(
      List<double[]> front, double[] reference, int c, double[] low, double[] high, List<Box> to) {
    if (c == 0) {
      double end = reference[0];
      for (double[] point : front) {
        end = Math.min(end, point[0]);
      }
      low[0] = Double.NEGATIVE_INFINITY;
      high[0] = end;
      to.add(new Box(low.clone(), high.clone()));
      return;
    }
    TreeSet<Double> cuts = new TreeSet<>();
    front.forEach(point -> cuts.add(point[c]));
    cuts.add(reference[c]);
    double from = Double.NEGATIVE_INFINITY;
    for (double cut : cuts) {
      double at = from;
      low[c] = from;
      high[c] = cut;
      slice(front.stream().filter(p -> p[c] <= at).toList(), reference, c - 1, low, high, to);
      from = cut;
    }
  }

  /**
   * The volume between a front and a reference point: the hypervolume (Zitzler and Thiele 1998).
   */
  public static double dominatedVolume(List<double[]> front, double[] reference) {
    int m = reference.length;
    List<double[]> inside = new ArrayList<>();
    double[] lowest = reference.clone();
    for (double[] point : front) {
      double[] clipped = new double[m];
      for (int i = 0; i < m; i++) {
        clipped[i] = Math.min(point[i], reference[i]);
        lowest[i] = Math.min(lowest[i], clipped[i]);
      }
      inside.add(clipped);
    }
    inside.sort(Comparator.comparingDouble(p -> p[0]));
    double free = 0;
    for (Box box : undominated(inside, reference)) {
      double volume = 1;
      for (int i = 0; i < m; i++) {
        volume *= Math.max(0, box.high[i] - Math.max(box.low[i], lowest[i]));
      }
      free += volume;
    }
    double all = 1;
    for (int i = 0; i < m; i++) {
      all *= reference[i] - lowest[i];
    }
    return all - free;
  }

  /** The distinct bounds of one coordinate, ascending, without minus infinity. */
  static double[] bounds(List<Box> boxes, int coordinate) {
    TreeSet<Double> bounds = new TreeSet<>();
    for (Box box : boxes) {
      bounds.add(box.low[coordinate]);
      bounds.add(box.high[coordinate]);
    }
    bounds.remove(Double.NEGATIVE_INFINITY);
    return bounds.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** The place of a bound among {@link #bounds}; -1 for minus infinity. */
  static int place(double[] bounds, double bound) {
    return bound == Double.NEGATIVE_INFINITY ? -1 : Arrays.binarySearch(bounds, bound);
  }
}
