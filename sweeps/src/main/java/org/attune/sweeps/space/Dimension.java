package org.attune.sweeps.space;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * One coordinate of a {@link Coordinates} system.
 *
 * <p>A coordinate is the index of a value for {@link Kind#CATEGORY} and {@link Kind#ORDINAL}, and
 * the fraction of the way, from 0 to 1, for {@link Kind#INTERVAL}, and a formula's number for
 * {@link Kind#GROWN}; it is NaN where the dimension does not apply.
 *
 * @param key of the axis or of the option's parameter
 * @param kind how coordinates relate to each other
 * @param values spelled, of a category or an ordinal; the branches' numbers for an axis whose
 *     values bring parameters of their own; empty for an interval
 * @param positions of an ordinal's values from 0 to 1, on a scale of equal steps or of equal
 *     ratios, whichever spreads them more evenly; empty for the other kinds
 * @param interval of an interval; empty for the other kinds
 * @param grown of grown formulas; empty for the other kinds
 * @param parent index of the dimension that decides whether this one applies; -1 where it always
 *     does
 * @param appliesAt the parent's values at which it applies
 */
public record Dimension(
    String key,
    Kind kind,
    List<String> values,
    double[] positions,
    Optional<Values.Interval> interval,
    Optional<GrownFormulas> grown,
    int parent,
    BitSet appliesAt) {

  /** How the coordinates of a dimension relate to each other. */
  public enum Kind {
    /** Values without an order. */
    CATEGORY,
    /** Numbers, listed, in rising order. */
    ORDINAL,
    /** All numbers between two. */
    INTERVAL,
    /** Formulas that grow from one. */
    GROWN
  }

  static Dimension category(String key, List<String> values) {
    return listed(key, Kind.CATEGORY, List.copyOf(values), new double[0]);
  }

  static Dimension ordinal(String key, List<String> values) {
    List<String> rising =
        values.stream()
            .sorted((a, b) -> Double.compare(Double.parseDouble(a), Double.parseDouble(b)))
            .toList();
    double[] numbers = rising.stream().mapToDouble(Double::parseDouble).toArray();
    return listed(key, Kind.ORDINAL, rising, positions(numbers));
  }

  private static Dimension listed(String key, Kind kind, List<String> values, double[] positions) {
    return new Dimension(
        key, kind, values, positions, Optional.empty(), Optional.empty(), -1, new BitSet());
  }

  static Dimension interval(String key, Values.Interval interval) {
    return unlisted(key, Kind.INTERVAL, Optional.of(interval), Optional.empty());
  }

  static Dimension grown(String key, GrownFormulas grown) {
    return unlisted(key, Kind.GROWN, Optional.empty(), Optional.of(grown));
  }

  private static Dimension unlisted(
      String key, Kind kind, Optional<Values.Interval> interval, Optional<GrownFormulas> grown) {
    return new Dimension(key, kind, List.of(), new double[0], interval, grown, -1, new BitSet());
  }

  Dimension under(int parent, BitSet appliesAt) {
    return new Dimension(key, kind, values, positions, interval, grown, parent, appliesAt);
  }

  /** The number of values; 0 for an interval and for grown formulas. */
  public int size() {
    return values.size();
  }

  /** Whether distances between coordinates mean something. */
  public boolean ordered() {
    return kind == Kind.ORDINAL || kind == Kind.INTERVAL;
  }

  /** Where a coordinate of an ordered dimension lies, from 0 to 1. */
  public double position(double coordinate) {
    return kind == Kind.ORDINAL ? positions[(int) coordinate] : coordinate;
  }

  /** The coordinate of an ordered dimension that is nearest to a position. */
  public double nearest(double position) {
    if (kind == Kind.INTERVAL) {
      return Math.min(1, Math.max(0, position));
    }
    int after = Arrays.binarySearch(positions, position);
    if (after >= 0) {
      return after;
    }
    after = -after - 1;
    if (after == 0) {
      return 0;
    }
    if (after == positions.length) {
      return positions.length - 1;
    }
    return position - positions[after - 1] <= positions[after] - position ? after - 1 : after;
  }

  /** The coordinate at a fraction of the values, all equally wide: 0 is the first, below 1. */
  public double at(double fraction) {
    if (kind == Kind.GROWN) {
      return grown.orElseThrow().at(fraction);
    }
    return kind == Kind.INTERVAL ? fraction : Math.min(size() - 1, Math.floor(fraction * size()));
  }

  /** Another value of a category, each equally likely; the same if there is no other. */
  public double other(double value, SplittableRandom random) {
    if (size() < 2) {
      return value;
    }
    int other = random.nextInt(size() - 1);
    return other < value ? other : other + 1;
  }

  private static double[] positions(double[] rising) {
    int last = rising.length - 1;
    double[] linear = scaled(rising);
    if (last < 2 || rising[0] <= 0) {
      return linear;
    }
    double[] logarithmic = scaled(Arrays.stream(rising).map(Math::log).toArray());
    return unevenness(logarithmic) < unevenness(linear) ? logarithmic : linear;
  }

  private static double[] scaled(double[] rising) {
    double low = rising[0];
    double width = rising[rising.length - 1] - low;
    return Arrays.stream(rising).map(x -> width == 0 ? 0 : (x - low) / width).toArray();
  }

  private static double unevenness(double[] positions) {
    double sum = 0;
    for (int i = 1; i < positions.length; i++) {
      double gap = positions[i] - positions[i - 1];
      sum += gap * gap;
    }
    return sum;
  }
}
