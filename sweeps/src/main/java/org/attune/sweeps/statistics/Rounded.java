package org.attune.sweeps.statistics;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Formats numbers for tables. A number is rounded once, to its spread's second significant digit.
 * Numbers below 1e-4 or from 1e7 on have an exponent, except whole numbers without a spread.
 */
public final class Rounded {

  private static final int DIGITS_WITHOUT_SPREAD = 4;
  private static final double LEAST_PLAIN = 1e-4;
  private static final double MOST_PLAIN = 1e7;
  private static final double LEAST_LONG = 1e4;
  private static final double MOST_WHOLE = 1e15;

  private Rounded() {}

  /**
   * A number, rounded to its spread's second digit: {@code 0.676} for a spread of {@code 0.0128}.
   *
   * @param spread standard deviation or error; if it is 0 or unknown, the number has four
   *     significant digits, and a whole number from 10,000 has all its digits
   */
  public static String number(double value, double spread) {
    if (!Double.isFinite(value)) {
      return Double.isNaN(value) ? "NaN" : value > 0 ? "∞" : "-∞";
    }
    boolean known = spread > 0 && Double.isFinite(spread);
    if (!known && (value == 0 || isLongWhole(value))) {
      return String.valueOf((long) value);
    }
    return text(value, place(value, spread));
  }

  /**
   * An end of a difference's interval: {@link #number} with as many more digits as show on which
   * side of 0 it lies, and {@code 0} only for 0.
   */
  public static String end(double value, double spread) {
    if (value == 0) {
      return "0";
    }
    String text = number(value, spread);
    boolean hidden = Double.isFinite(value) && Double.parseDouble(text) == 0;
    return hidden ? number(value, Math.abs(value)) : text;
  }

  /**
   * A mean and its sample standard deviation: {@code 0.676 ± 0.013}; only the mean for one value,
   * and empty for none.
   */
  public static String meanAndDeviation(Summary summary) {
    if (summary.n() == 0) {
      return "";
    }
    String mean = number(summary.mean(), summary.std());
    return summary.n() == 1 || !Double.isFinite(summary.std())
        ? mean
        : mean
            + " ± "
            + (summary.std() == 0
                ? "0"
                : text(summary.std(), place(summary.mean(), summary.std())));
  }

  /** A probability: {@code .031}, {@code <.0001}. */
  public static String probability(double p) {
    if (Double.isNaN(p)) {
      return "";
    }
    return p < 1e-4
        ? "<.0001"
        : String.format(Locale.ROOT, p < 0.1 ? "%.4f" : "%.2f", p).replaceFirst("^0", "");
  }

  /** A level of a test in two digits: {@code .05}, {@code .0089}, {@code .000012}. */
  public static String level(double level) {
    return new BigDecimal(level)
        .round(new MathContext(2))
        .stripTrailingZeros()
        .toPlainString()
        .replaceFirst("^0", "");
  }

  /** Whether four digits would change a whole number that a double holds exactly. */
  private static boolean isLongWhole(double value) {
    double size = Math.abs(value);
    return value == Math.rint(value) && size >= LEAST_LONG && size < MOST_WHOLE;
  }

  /** The number of decimals; negative if even the units digit is unknown. */
  private static int place(double value, double spread) {
    boolean known = spread > 0 && Double.isFinite(spread);
    int digits = known ? 2 : DIGITS_WITHOUT_SPREAD;
    BigDecimal size = BigDecimal.valueOf(Math.abs(known ? spread : value));
    // Rounding may carry: 0.0996 has two digits in 0.10, not in 0.100.
    BigDecimal rounded = size.round(new MathContext(digits, RoundingMode.HALF_UP));
    return digits - 1 - exponent(rounded.doubleValue());
  }

  private static int exponent(double positive) {
    return (int) Math.floor(Math.log10(positive) + 1e-12);
  }

  private static String text(double value, int decimals) {
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    double size = Math.abs(value);
    boolean plain = size == 0 || (size >= LEAST_PLAIN && size < MOST_PLAIN);
    if (plain || rounded.signum() == 0) {
      return decimals < 0 ? rounded.toBigInteger().toString() : rounded.toPlainString();
    }
    int digits = Math.max(0, exponent(rounded.abs().doubleValue()) + decimals);
    return String.format(Locale.ROOT, "%." + digits + "e", rounded)
        .replaceAll("e([+-])0?", "e$1")
        .replace("e+", "e");
  }
}
