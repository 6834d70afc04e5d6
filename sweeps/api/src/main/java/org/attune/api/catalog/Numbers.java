package org.attune.api.catalog;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads numbers as written in sweep files, and writes each in its canonical form.
 *
 * <pre>{@code
 * Numbers.integer("1e3"); // Optional[1000]
 * Numbers.real("many"); // Optional.empty
 * Numbers.canonical(0.50); // 0.5
 * }</pre>
 */
public final class Numbers {

  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,4})?");

  /** A value in a label in Java's scientific notation. */
  private static final Pattern OF_JAVA =
      Pattern.compile("(?<==)-?\\d+\\.\\d+E-?\\d{1,3}(?![\\w.])");

  /** No meaningful number in a sweep is longer; more digits only cost time. */
  private static final int MAX_LENGTH = 64;

  private static final MathContext SHOWN = new MathContext(6);

  /** Smaller numbers have an exponent; Java writes those with a capital and a needless zero. */
  private static final double PLAIN_FROM = 1e-3;

  private static final double PLAIN_BELOW = 1e6;

  private Numbers() {}

  /** A finite number; empty for anything else, including NaN and infinities. */
  public static Optional<Double> real(String text) {
    if (text.length() > MAX_LENGTH || !DECIMAL.matcher(text).matches()) {
      return Optional.empty();
    }
    double number = Double.parseDouble(text);
    return Double.isFinite(number) ? Optional.of(number) : Optional.empty();
  }

  /** A whole number that fits in 64 bits, including forms such as {@code 1e3}. */
  public static Optional<Long> integer(String text) {
    if (real(text).isEmpty()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(text);
    if (number.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(number.longValueExact());
    } catch (ArithmeticException fraction) {
      return Optional.empty();
    }
  }

  /**
   * The shortest text that parses to the same double: {@code 0.001}, {@code 128}, {@code 1.0E-5}.
   */
  public static String canonical(double number) {
    if (number == Math.rint(number) && Math.abs(number) < 1e15) {
      return Long.toString((long) number);
    }
    return Double.toString(number);
  }

  /**
   * The form of a value in names and tables: numbers have at most 6 digits, other values are
   * unchanged.
   */
  public static String shown(String value) {
    return real(value)
        .map(number -> readable(new BigDecimal(number).round(SHOWN).doubleValue()))
        .orElse(value);
  }

  /**
   * The form in messages, as people write it, with all digits: {@code 0.5}, {@code 1e-8}, {@code
   * 1e8}.
   */
  public static String readable(double number) {
    if (!Double.isFinite(number)) {
      return Double.toString(number);
    }
    double size = Math.abs(number);
    return size == 0 || size >= PLAIN_FROM && size < PLAIN_BELOW
        ? canonical(number)
        : scientific(BigDecimal.valueOf(number).stripTrailingZeros());
  }

  /**
   * A cell's label as people write it: {@code learning-rate=5e-4} for {@code learning-rate=5.0E-4}.
   * The label itself names the cell in claims and files, and stays.
   */
  public static String readableLabel(String label) {
    return OF_JAVA
        .matcher(label)
        .replaceAll(number -> readable(Double.parseDouble(number.group())));
  }

  /** Scientific notation with one digit before the point: {@code 1.5e-5}. */
  private static String scientific(BigDecimal number) {
    int exponent = number.precision() - number.scale() - 1;
    return number.movePointLeft(exponent).toPlainString() + "e" + exponent;
  }
}
