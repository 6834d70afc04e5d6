package org.attune.sweeps.space;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The grid points of an axis, by number: a sweep of many named cells has as many branches. */
public final class AxisGrid {

  private final Axis axis;
  private final long[] ends; // for each branch: the number after its last point

  /**
   * The points of an axis.
   *
   * @throws IllegalArgumentException when the axis has an interval
   */
  public AxisGrid(Axis axis) {
    this.axis = axis;
    this.ends = new long[axis.branches().size()];
    long end = 0;
    for (int i = 0; i < ends.length; i++) {
      end = saturatedSum(end, points(axis.branches().get(i)));
      ends[i] = end;
    }
  }

  /** Their number. */
  public long points() {
    return ends[ends.length - 1];
  }

  /** A point by number, from 0: what it sets, by key. */
  public Map<String, String> point(long number) {
    Map<String, String> settings = new HashMap<>();
    take(number, settings, new HashMap<>());
    return settings;
  }

  /** Puts what a point sets, and what fills its holes, into two maps. */
  void take(long number, Map<String, String> settings, Map<String, String> holes) {
    if (number < 0 || number >= points()) {
      throw new IllegalArgumentException(
          "Cannot take point %d of axis %s: it has %d".formatted(number, axis.key(), points()));
    }
    int found = Arrays.binarySearch(ends, number);
    int branch = found >= 0 ? found + 1 : -found - 1;
    take(
        axis.branches().get(branch),
        branch == 0 ? number : number - ends[branch - 1],
        settings,
        holes);
  }

  static void take(
      Branch branch, long number, Map<String, String> settings, Map<String, String> holes) {
    long rest = number;
    for (Map.Entry<String, Values> entry : branch.values().entrySet()) {
      List<String> values = listed(entry.getValue());
      int at = (int) (rest % values.size());
      settings.put(entry.getKey(), values.get(at));
      if (entry.getValue() instanceof Values.Listed listed && !listed.holes().isEmpty()) {
        holes.putAll(listed.holes().get(at));
      }
      rest /= values.size();
    }
  }

  static long points(Branch branch) {
    long points = 1;
    for (Values values : branch.values().values()) {
      points = saturatedProduct(points, listed(values).size());
    }
    return points;
  }

  static List<String> listed(Values values) {
    if (values instanceof Values.Listed listed) {
      return listed.values();
    }
    if (values instanceof Filled filled && filled.finite()) {
      return filled.formulas();
    }
    throw new IllegalArgumentException("Cannot take a grid of an interval: list its points");
  }

  static long saturatedProduct(long a, long b) {
    return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
  }

  static long saturatedSum(long a, long b) {
    return a + b < 0 ? Long.MAX_VALUE : a + b;
  }
}
