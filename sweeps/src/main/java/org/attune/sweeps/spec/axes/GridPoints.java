package org.attune.sweeps.spec.axes;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.space.Values;

/**
 * Points between two numbers, both included, at equal distances or ratios. A point has six digits,
 * or as many more as keep it near its exact place. So all points differ, and none leaves the
 * interval.
 */
final class GridPoints {

  private static final int FEWEST_DIGITS = 6; // what a person would write
  private static final int MOST_DIGITS = 17; // they tell all doubles apart

  /** How far a point may lie from its exact place, in distances to the next point. */
  private static final double SLACK = 0.01;

  /** The slack for the fewest digits, so that grids of earlier versions keep their points. */
  private static final double SLACK_OF_FEWEST = 0.05;

  /** Below this ratio of the ends, their logarithms have lost digits. */
  private static final double NARROW = 2;

  /** Below it doubles have every whole number. */
  private static final BigDecimal ALL_WHOLE = BigDecimal.valueOf(1L << 53);

  private static final MathContext EXACTLY = new MathContext(40);

  private final BigDecimal low;
  private final BigDecimal high;
  private final boolean logarithmic;
  private final double[] exact;

  /**
   * @param low the first point
   * @param high the last point, above the first
   * @param logarithmic whether ratios are equal, not distances
   * @param points how many, at least 2
   */
  GridPoints(BigDecimal low, BigDecimal high, boolean logarithmic, int points) {
    this.low = low;
    this.high = high;
    this.logarithmic = logarithmic;
    exact = new double[points];
    for (int i = 0; i < points; i++) {
      exact[i] = logarithmic ? byRatio(i) : byDistance(i).doubleValue();
    }
  }

  private BigDecimal byDistance(int i) {
    BigDecimal share = BigDecimal.valueOf(i).divide(BigDecimal.valueOf(last()), EXACTLY);
    return i == last() ? high : low.add(high.subtract(low).multiply(share));
  }

  private double byRatio(int i) {
    double from = low.doubleValue();
    double to = high.doubleValue();
    if (i == 0 || i == last()) {
      return i == 0 ? from : to;
    }
    double fraction = fraction(i);
    return to / from < NARROW
        ? from * Math.exp(fraction * Math.log1p((to - from) / from))
        : Math.exp(Math.log(from) + fraction * (Math.log(to) - Math.log(from)));
  }

  private int last() {
    return exact.length - 1;
  }

  private double fraction(int i) {
    return i / (double) last();
  }

  /** Returns the points as canonical real numbers; empty if no such numbers are so close. */
  Optional<List<String>> reals() {
    for (int digits = FEWEST_DIGITS; digits <= MOST_DIGITS; digits++) {
      double[] points = new double[exact.length];
      for (int i = 0; i < points.length; i++) {
        points[i] =
            i == 0 || i == last()
                ? exact[i]
                : new BigDecimal(digits == FEWEST_DIGITS ? drawn(i) : exact[i])
                    .round(new MathContext(digits))
                    .doubleValue();
      }
      if (isNear(points, 0, digits == FEWEST_DIGITS ? SLACK_OF_FEWEST : SLACK)) {
        List<String> listed = new ArrayList<>();
        for (double point : points) {
          listed.add(Numbers.canonical(point));
        }
        return Optional.of(listed);
      }
    }
    return Optional.empty();
  }

  /** Returns the points as whole numbers. Points that are nearest to one number are one. */
  List<String> wholeNumbers() {
    double[] points = new double[exact.length];
    for (int i = 0; i < points.length; i++) {
      points[i] = Math.rint(drawn(i));
    }
    boolean near = high.abs().max(low.abs()).compareTo(ALL_WHOLE) < 0 && isNear(points, 0.5, SLACK);
    Set<String> listed = new LinkedHashSet<>();
    for (int i = 0; i < points.length; i++) {
      BigDecimal point = near ? new BigDecimal(points[i]) : whole(i);
      listed.add((i == 0 ? low : i == last() ? high : point).toBigInteger().toString());
    }
    return List.copyOf(listed);
  }

  private BigDecimal whole(int i) {
    BigDecimal point = logarithmic ? new BigDecimal(exact[i]) : byDistance(i);
    return point.setScale(0, RoundingMode.HALF_EVEN).max(low).min(high);
  }

  /** The number that a search would draw here. */
  private double drawn(int i) {
    return new Values.Interval(low.doubleValue(), high.doubleValue(), logarithmic).at(fraction(i));
  }

  /**
   * Whether each point is near its exact place.
   *
   * @param rounding how much further away it may be
   * @param slack share of a gap by which a point may be off
   */
  private boolean isNear(double[] points, double rounding, double slack) {
    for (int i = 0; i < points.length; i++) {
      double before = i == 0 ? Double.POSITIVE_INFINITY : exact[i] - exact[i - 1];
      double after = i == last() ? Double.POSITIVE_INFINITY : exact[i + 1] - exact[i];
      double gap = Math.min(before, after);
      if (gap + rounding <= 0 || Math.abs(points[i] - exact[i]) > rounding + slack * gap) {
        return false;
      }
    }
    return true;
  }
}
