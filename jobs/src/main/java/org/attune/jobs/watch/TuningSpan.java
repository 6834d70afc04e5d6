package org.attune.jobs.watch;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.identity.DrawnInterval;

/**
 * The values over which a number that a search drew is tuned again. Those at which the search found
 * its best cells may lie a few per cent apart, which tunes nothing. So of near values one stays,
 * and where all lie close, one on either side joins them, within the interval of the search.
 *
 * @param interval from which the search drew the number
 */
record TuningSpan(DrawnInterval interval) {

  /** Each value costs trials of every cell. */
  static final int MOST_VALUES = 5;

  /** With the two at the ends they are {@value #MOST_VALUES}. */
  private static final int MOST_BETWEEN = 3;

  /** How far the ends lie from the middle: on a logarithmic scale a factor of this. */
  private static final double FACTOR = 2;

  /** How far the ends lie from the middle on a linear scale, as a share of the interval. */
  private static final double SHARE = 1 / 8.0;

  /** The digits of a value that no trial had. */
  private static final MathContext DIGITS = new MathContext(2);

  /**
   * The values, ascending.
   *
   * @param found those at which cells were found, the best cell's first
   */
  List<String> values(List<String> found) {
    List<Double> kept = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (String value : found) {
      if (isApart(place(value), kept) && values.size() < MOST_VALUES) {
        kept.add(place(value));
        values.add(value);
      }
    }
    double middle = (least(kept) + most(kept)) / 2;
    if (most(kept) - least(kept) < 2 * reach()) {
      List<String> between = values.subList(0, Math.min(MOST_BETWEEN, values.size()));
      values = new ArrayList<>(between);
      boolean whole = found.stream().allMatch(value -> number(value) == Math.rint(number(value)));
      for (double end : new double[] {middle - reach(), middle + reach()}) {
        String text = text(end, whole);
        if (isApart(place(text), kept)) {
          values.add(text);
        }
      }
    }
    values.sort(Comparator.comparingDouble(TuningSpan::number));
    return values;
  }

  /** How far they span, for people. */
  String said() {
    return interval.logarithmic() ? "a factor of 2" : "an eighth of the interval";
  }

  private boolean isApart(double place, List<Double> kept) {
    return kept.stream().allMatch(other -> Math.abs(other - place) > reach() / 2);
  }

  private double reach() {
    return interval.logarithmic() ? Math.log(FACTOR) : SHARE * (interval.high() - interval.low());
  }

  private double place(String value) {
    return interval.logarithmic() ? Math.log(number(value)) : number(value);
  }

  /** The number at a place, or the end of the interval before it. */
  private String text(double place, boolean whole) {
    double number = interval.logarithmic() ? Math.exp(place) : place;
    BigDecimal rounded =
        whole ? BigDecimal.valueOf(Math.rint(number)) : new BigDecimal(number).round(DIGITS);
    double inside = Math.min(interval.high(), Math.max(interval.low(), rounded.doubleValue()));
    return BigDecimal.valueOf(inside).stripTrailingZeros().toPlainString();
  }

  private static double number(String value) {
    Optional<Double> number = Numbers.real(value);
    return number.orElseThrow();
  }

  private static double least(List<Double> places) {
    return stream(places).min().orElseThrow();
  }

  private static double most(List<Double> places) {
    return stream(places).max().orElseThrow();
  }

  private static DoubleStream stream(List<Double> places) {
    return places.stream().mapToDouble(Double::doubleValue);
  }
}
