package org.attune.sweeps.catalog;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One number that trials report, or one for each of several places.
 *
 * @param name as trials report it; {@code <layer>} and the like in it stand for an index from 0, so
 *     that {@code ipmr_l<layer>_h<head>} is {@code ipmr_l0_h3} and its like
 * @param describes one line for {@code attune list tasks}
 * @param unit what it is counted in; empty for a plain number
 * @param better which way is better
 * @param counts how many indices a place has, such as {@code layer} 2: one that is not there has as
 *     many as asked for
 */
public record Metric(
    String name, String describes, String unit, Better better, SortedMap<String, Integer> counts) {

  private static final Pattern PLACE = Pattern.compile("<([a-z]+)>");
  private static final int MOST_DIGITS = 6;

  /** Which way a metric is better. */
  public enum Better {
    LOWER,
    HIGHER,
    /** It describes a model, and is neither good nor bad. */
    NEITHER
  }

  public Metric {
    counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
  }

  /** A metric of one number. */
  public static Metric of(String name, String describes, String unit, Better better) {
    return new Metric(name, describes, unit, better, new TreeMap<>());
  }

  /** The same with so many indices at its places. */
  public Metric with(Map<String, Integer> counts) {
    return new Metric(name, describes, unit, better, new TreeMap<>(counts));
  }

  /** Whether trials report a number of this name by it. */
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

  /** A name that trials report: {@link #name} itself, or that of the last of its places. */
  public String example() {
    return PLACE
        .matcher(name)
        .replaceAll(
            place -> String.valueOf(Math.max(0, counts.getOrDefault(place.group(1), 1) - 1)));
  }

  /** Its name, and how far the indices in it go: {@code ipmr_l<0-1>_h<0-3>}. */
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
