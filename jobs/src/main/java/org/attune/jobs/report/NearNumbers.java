package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;

/**
 * Numbers that a search drew so near each other that new seeds of both would only cost trials, such
 * as learning rates of .01199 and .01201. Numbers that a file lists are never near, as its user
 * wants each of them; nor are whole numbers.
 *
 * @param drawn keys whose numbers are drawn from an interval
 */
public record NearNumbers(Set<String> drawn) {

  /** Numbers are near if they differ by at most this share of the larger one. */
  public static final double SHARE = .05;

  public NearNumbers {
    drawn = Set.copyOf(drawn);
  }

  /** Whether two values of a key are equal or near. */
  public boolean alike(String key, String one, String other) {
    if (one.equals(other)) {
      return true;
    }
    Optional<Double> first = Numbers.real(one);
    Optional<Double> second = Numbers.real(other);
    if (!drawn.contains(key) || first.isEmpty() || second.isEmpty()) {
      return false;
    }
    double a = first.get();
    double b = second.get();
    boolean whole = a == Math.rint(a) && b == Math.rint(b);
    return !whole && Math.abs(a - b) <= SHARE * Math.max(Math.abs(a), Math.abs(b));
  }

  /** Those values of a key that are near no better one; the better ones come first. */
  public List<String> apart(String key, List<String> values) {
    List<String> apart = new ArrayList<>();
    for (String value : values) {
      if (apart.stream().noneMatch(better -> alike(key, better, value))) {
        apart.add(value);
      }
    }
    return apart;
  }

  /** Those cells that are near no better one in all their values; the better ones come first. */
  List<Configuration> apart(List<Configuration> cells) {
    Map<Map<String, String>, List<Configuration>> alikeBeside = new HashMap<>();
    List<Configuration> apart = new ArrayList<>();
    for (Configuration cell : cells) {
      Map<String, String> beside = new HashMap<>(cell.values());
      beside.keySet().removeAll(drawn);
      List<Configuration> better = alikeBeside.computeIfAbsent(beside, key -> new ArrayList<>());
      if (better.stream().noneMatch(other -> alike(other, cell))) {
        better.add(cell);
        apart.add(cell);
      }
    }
    return apart;
  }

  private boolean alike(Configuration one, Configuration other) {
    return drawn.stream()
        .allMatch(
            key ->
                one.has(key) == other.has(key)
                    && (!one.has(key) || alike(key, one.text(key), other.text(key))));
  }
}
