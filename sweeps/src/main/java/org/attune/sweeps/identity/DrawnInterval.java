package org.attune.sweeps.identity;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.api.catalog.Numbers;

/**
 * An interval from which a search draws the numbers of a key.
 *
 * @param logarithmic whether by equal ratios; else by equal distances
 * @param low its lower end
 * @param high its upper end
 */
public record DrawnInterval(boolean logarithmic, double low, double high) {

  private static final Pattern INTERVAL =
      Pattern.compile("((?:log-)?uniform) ([-+.\\dE]+) to ([-+.\\dE]+)");

  /**
   * The interval of a key; where several options each draw it, the least that holds them all. Empty
   * if the key is not drawn.
   *
   * @param canonicalText of the spec
   */
  public static Optional<DrawnInterval> of(String canonicalText, String key) {
    SpecText text = SpecText.of(canonicalText);
    return text.axes().stream()
        .flatMap(axis -> text.branches(axis).stream().flatMap(branch -> values(axis, branch, key)))
        .flatMap(values -> read(values).stream())
        .reduce(DrawnInterval::and);
  }

  private static Stream<String> values(String axis, Map<String, String> branch, String key) {
    return Stream.ofNullable(branch.get(axis.equals(key) ? "" : key));
  }

  /** The interval that an axis has for its values; empty if it lists them. */
  static Optional<DrawnInterval> read(String values) {
    Matcher interval = INTERVAL.matcher(values);
    return interval.matches()
        ? Optional.of(
            new DrawnInterval(
                interval.group(1).startsWith("log"),
                number(interval.group(2)),
                number(interval.group(3))))
        : Optional.empty();
  }

  /** Whether a search can draw a value; never one that is no number. */
  boolean holds(String value) {
    return low <= number(value) && number(value) <= high;
  }

  /** Whether another interval, drawn alike, reaches as far at both ends. */
  boolean isWithin(DrawnInterval wider) {
    return logarithmic == wider.logarithmic && wider.low <= low && high <= wider.high;
  }

  private static double number(String text) {
    return Numbers.real(text).orElse(Double.NaN);
  }

  private DrawnInterval and(DrawnInterval other) {
    return new DrawnInterval(
        logarithmic && other.logarithmic, Math.min(low, other.low), Math.max(high, other.high));
  }
}
