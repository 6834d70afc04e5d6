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
        .map(INTERVAL::matcher)
        .filter(Matcher::matches)
        .map(DrawnInterval::read)
        .reduce(DrawnInterval::and);
  }

  private static Stream<String> values(String axis, Map<String, String> branch, String key) {
    return Stream.ofNullable(branch.get(axis.equals(key) ? "" : key));
  }

  private static DrawnInterval read(Matcher interval) {
    return new DrawnInterval(
        interval.group(1).startsWith("log"), number(interval, 2), number(interval, 3));
  }

  private static double number(Matcher interval, int group) {
    return Numbers.real(interval.group(group)).orElse(Double.NaN);
  }

  private DrawnInterval and(DrawnInterval other) {
    return new DrawnInterval(
        logarithmic && other.logarithmic, Math.min(low, other.low), Math.max(high, other.high));
  }
}
