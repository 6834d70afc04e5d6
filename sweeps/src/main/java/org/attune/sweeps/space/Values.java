package org.attune.sweeps.space;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Growth;
import org.attune.api.catalog.Numbers;

/** What one parameter takes within a {@link Branch}. */
public sealed interface Values permits Values.Listed, Values.Grown, Values.Interval, Filled {

  /** The first value, in canonical spelling. */
  String first();

  /**
   * A few values, in canonical spelling.
   *
   * @param holes of formulas made from one text, what fills each one's holes; see {@link
   *     Configuration#holes}. Empty for other values.
   */
  record Listed(List<String> values, List<Map<String, String>> holes) implements Values {
    public Listed {
      values = List.copyOf(values);
      holes = List.copyOf(holes);
    }

    public Listed(List<String> values) {
      this(values, List.of());
    }

    @Override
    public String first() {
      return values.get(0);
    }
  }

  /** A formula, and those that grow from it by rewrites: for evolution only. */
  record Grown(Growth growth) implements Values {

    @Override
    public String first() {
      return growth.start();
    }
  }

  /**
   * All numbers from {@code low} to {@code high}, both included: for random search only.
   *
   * @param logarithmic whether equal ratios count as equal distances
   */
  record Interval(double low, double high, boolean logarithmic) implements Values {

    @Override
    public String first() {
      return Numbers.canonical(low);
    }

    /** Numbers between the ends are rounded to what a person would write. */
    private static final int DIGITS = 6;

    /** Below this width, as a share of a number, six digits of the number tell too few apart. */
    private static final double NARROW = 1e-3;

    /**
     * The number at a fraction of the way, 0 being {@code low} and 1 {@code high}; between them
     * with at most {@value #DIGITS} digits, of the number or of the interval's width.
     */
    public double at(double fraction) {
      if (fraction <= 0) {
        return low;
      }
      if (fraction >= 1) {
        return high;
      }
      double value =
          logarithmic
              ? Math.exp(Math.log(low) + fraction * (Math.log(high) - Math.log(low)))
              : Double.isInfinite(high - low)
                  ? low * (1 - fraction) + high * fraction
                  : low + fraction * (high - low);
      return Math.min(high, Math.max(low, rounded(value)));
    }

    private double rounded(double value) {
      if (value == 0) {
        return value;
      }
      double width = Math.min(high - low, Double.MAX_VALUE);
      boolean narrow = width < NARROW * Math.abs(value);
      double unit = logarithmic && !narrow ? Math.abs(value) : width;
      int scale = DIGITS - 1 - (int) Math.floor(Math.log10(unit));
      return BigDecimal.valueOf(value).setScale(scale, RoundingMode.HALF_EVEN).doubleValue();
    }

    /** How far along a number lies, from 0 to 1; -1 when it is outside. */
    double fraction(double number) {
      if (number < low || number > high) {
        return -1;
      }
      double fraction =
          logarithmic
              ? (Math.log(number) - Math.log(low)) / (Math.log(high) - Math.log(low))
              : Double.isInfinite(high - low)
                  ? (number / 2 - low / 2) / (high / 2 - low / 2)
                  : (number - low) / (high - low);
      return Math.min(1, Math.max(0, fraction));
    }
  }
}
