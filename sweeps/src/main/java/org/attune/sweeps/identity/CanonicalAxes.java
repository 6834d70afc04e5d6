package org.attune.sweeps.identity;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.sweeps.space.Axis;

/**
 * The keys that a spec varies. A journal's header has them; in journals of earlier versions only
 * the spec's canonical text says them.
 *
 * @param keys of parameters that the file varies, excluding those of named cells
 * @param cellKeys of parameters that named cells set
 * @param intervals for each interval, by key: whether numbers are drawn log-uniformly
 * @param base every parameter's value before axes are applied, by key
 */
public record CanonicalAxes(
    SortedSet<String> keys,
    SortedSet<String> cellKeys,
    Map<String, Boolean> intervals,
    Map<String, String> base) {

  private static final Pattern INTERVAL = Pattern.compile("(log-)?uniform .*");

  public CanonicalAxes {
    keys = Collections.unmodifiableSortedSet(new TreeSet<>(keys));
    cellKeys = Collections.unmodifiableSortedSet(new TreeSet<>(cellKeys));
    intervals = Map.copyOf(intervals);
    base = Map.copyOf(base);
  }

  /** Reads a canonical text; a text without axes varies nothing. */
  public static CanonicalAxes of(String canonicalText) {
    SpecText text = SpecText.of(canonicalText);
    SortedSet<String> keys = new TreeSet<>();
    SortedSet<String> cellKeys = new TreeSet<>();
    Map<String, Boolean> intervals = new HashMap<>();
    for (String axis : text.axes()) {
      boolean named = axis.equals(Axis.CELLS);
      Set<String> labels = new HashSet<>();
      for (Map<String, String> branch : text.branches(axis)) {
        branch.forEach(
            (key, values) -> {
              if (key.isEmpty()) {
                labels.add(values);
              } else {
                (named ? cellKeys : keys).add(key);
              }
              if (!named && INTERVAL.matcher(values).matches()) {
                intervals.put(key.isEmpty() ? axis : key, values.startsWith("log-"));
              }
            });
      }
      if (!named && (labels.size() > 1 || labels.stream().anyMatch(CanonicalAxes::several))) {
        keys.add(axis);
      }
    }
    Map<String, String> base = new HashMap<>();
    text.keys().stream()
        .filter(key -> !SpecText.isAxis(key))
        .forEach(key -> base.put(key, text.all(key).get(0)));
    return new CanonicalAxes(keys, cellKeys, intervals, base);
  }

  /** Whether an axis or a named cell sets a key, or chooses the part that has it. */
  public boolean vary(String key) {
    return Stream.of(keys, cellKeys)
        .flatMap(Set::stream)
        .anyMatch(set -> key.equals(set) || key.startsWith(set + "."));
  }

  /** Whether a branch's values are a list of several, or an interval. */
  private static boolean several(String values) {
    return values.contains(", ") || INTERVAL.matcher(values).matches();
  }
}
