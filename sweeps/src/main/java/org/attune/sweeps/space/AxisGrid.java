package org.attune.sweeps.space;

import java.util.Arrays;
import java.util.HashMap;
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
      end = Space.saturatedSum(end, Space.points(axis.branches().get(i)));
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
    Space.take(
        axis.branches().get(branch),
        branch == 0 ? number : number - ends[branch - 1],
        settings,
        holes);
  }
}
