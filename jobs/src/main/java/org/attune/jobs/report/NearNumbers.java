package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.state.SweepView;

/**
 * Numbers that a search drew so near each other that new seeds of both would only cost trials, such
 * as learning rates of .01199 and .01201. Numbers that a file lists are never near, as its user
 * wants each of them; nor are whole numbers.
 *
 * @param drawn how far apart the largest and the smallest number are, by the keys whose numbers
 *     were drawn from an interval
 */
public record NearNumbers(Map<String, Double> drawn) {

  /**
   * Numbers are near if they differ by at most this share of the larger one, and of the range that
   * was tried: in a narrow range far from 0 a difference of 5 % may be all there is.
   */
  public static final double SHARE = .05;

  public NearNumbers {
    drawn = Map.copyOf(drawn);
  }

  /** Which numbers of a sweep may be near each other. */
  public static NearNumbers of(SweepView sweep) {
    Map<String, Double> drawn = new HashMap<>();
    for (String key : sweep.header().axes().intervals().keySet()) {
      DoubleSummaryStatistics tried =
          sweep.trials().stream()
              .map(trial -> trial.trial().configuration())
              .filter(cell -> cell.has(key))
              .flatMap(cell -> Numbers.real(cell.text(key)).stream())
              .mapToDouble(Double::doubleValue)
              .summaryStatistics();
      drawn.put(key, tried.getCount() == 0 ? 0 : tried.getMax() - tried.getMin());
    }
    return new NearNumbers(drawn);
  }

  /** Whether two values of a key are equal or near. */
  public boolean alike(String key, String one, String other) {
    if (one.equals(other)) {
      return true;
    }
    Optional<Double> first = Numbers.real(one);
    Optional<Double> second = Numbers.real(other);
    if (!drawn.containsKey(key) || first.isEmpty() || second.isEmpty()) {
      return false;
    }
    double a = first.get();
    double b = second.get();
    boolean whole = a == Math.rint(a) && b == Math.rint(b);
    double size = Math.min(Math.max(Math.abs(a), Math.abs(b)), drawn.get(key));
    return !whole && Math.abs(a - b) <= SHARE * size;
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
      beside.keySet().removeAll(drawn.keySet());
      List<Configuration> better = alikeBeside.computeIfAbsent(beside, key -> new ArrayList<>());
      if (better.stream().noneMatch(other -> alike(other, cell))) {
        better.add(cell);
        apart.add(cell);
      }
    }
    return apart;
  }

  private boolean alike(Configuration one, Configuration other) {
    return drawn.keySet().stream()
        .allMatch(
            key ->
                one.has(key) == other.has(key)
                    && (!one.has(key) || alike(key, one.text(key), other.text(key))));
  }
}
