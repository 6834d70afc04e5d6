package org.attune.api;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number that trials report, or a family of numbers with indices in its name.
 *
 * <pre>{@code
 * Metric gates = Metric.plain("gate_l<layer>", "", "mean opening").with(Map.of("layer", 2));
 * gates.covers("gate_l1"); // true
 * gates.covers("gate_l2"); // false
 * gates.spelled(); // gate_l<0-1>
 * }</pre>
 *
 * @param name as trials report it. Placeholders such as {@code <layer>} stand for an index from 0:
 *     {@code ipmr_l<layer>_h<head>} covers {@code ipmr_l0_h3} and others
 * @param describes one line for {@code attune list tasks}
 * @param unit its unit; empty for a plain number
 * @param better the better direction
 * @param counts the number of indices per placeholder, such as {@code layer} 2; a placeholder
 *     without an entry has no limit
 */
public record Metric(
    String name, String describes, String unit, Better better, SortedMap<String, Integer> counts) {

  /**
   * Begins the name of a metric on the sealed split: {@code sealed_accuracy} is {@code accuracy}
   * there. Only claims read these metrics.
   */
  public static final String SEALED = "sealed_";

  private static final Pattern PLACE = Pattern.compile("<([a-z]+)>");
  private static final int MOST_DIGITS = 6;

  /** The better direction of a metric. */
  public enum Better {
    LOWER,
    HIGHER,
    /** It describes a model; neither direction is better. */
    NEITHER
  }

  public Metric {
    if (name == null) {
      throw new IllegalArgumentException("A metric has null for its name");
    }
    counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
  }

  /** A metric of one number. */
  public static Metric of(String name, String describes, String unit, Better better) {
    return new Metric(name, describes, unit, better, new TreeMap<>());
  }

  /** A metric of one number where lower is better. */
  public static Metric lower(String name, String unit, String describes) {
    return of(name, describes, unit, Better.LOWER);
  }

  /** A metric of one number where higher is better. */
  public static Metric higher(String name, String unit, String describes) {
    return of(name, describes, unit, Better.HIGHER);
  }

  /** A metric of one number that describes a model and is neither good nor bad. */
  public static Metric plain(String name, String unit, String describes) {
    return of(name, describes, unit, Better.NEITHER);
  }

  /** A copy with these numbers of indices for its placeholders. */
  public Metric with(Map<String, Integer> counts) {
    return new Metric(name, describes, unit, better, new TreeMap<>(counts));
  }

  /** Whether this metric covers a reported name. */
  public boolean covers(String reported) {
    Matcher place = PLACE.matcher(name);
    Matcher indices =
        Pattern.compile(place.replaceAll("(\\\\d{1," + MOST_DIGITS + "})")).matcher(reported);
    if (!indices.matches()) {
      return false;
    }
    place.reset();
    for (int i = 1; place.find(); i++) {
      int count = counts.getOrDefault(place.group(1), Integer.MAX_VALUE);
      if (Integer.parseInt(indices.group(i)) >= count) {
        return false;
      }
    }
    return true;
  }

  /** An example of a reported name: {@link #name} itself, or the name with the last indices. */
  public String example() {
    return PLACE
        .matcher(name)
        .replaceAll(
            place -> String.valueOf(Math.max(0, counts.getOrDefault(place.group(1), 1) - 1)));
  }

  /** Whether a metric of this name was measured on the sealed split. */
  public static boolean isSealed(String name) {
    return name.startsWith(SEALED);
  }

  /** Its name with the ranges of its indices: {@code ipmr_l<0-1>_h<0-3>}. */
  public String spelled() {
    return PLACE
        .matcher(name)
        .replaceAll(
            place ->
                switch (counts.getOrDefault(place.group(1), 0)) {
                  case 0 -> place.group();
                  case 1 -> "0";
                  default -> "<0-" + (counts.get(place.group(1)) - 1) + ">";
                });
  }
}
