package org.attune.sweeps.state;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.attune.api.catalog.SharedText;

/**
 * The latest value of each metric that an attempt reported, with its furthest step. An attempt
 * reports a handful of metrics many times, so arrays serve better than maps.
 */
final class LatestValues {

  private static final int FEW = 2;

  private String[] names = new String[FEW];
  private long[] steps = new long[FEW];
  private double[] values = new double[FEW];
  private int size;
  private long lastStep;

  /**
   * Records a measurement, unless the same step or a later one is known: reports may arrive twice.
   *
   * @return whether it was new
   */
  boolean putIfLater(String name, long step, double value) {
    int at = find(name);
    if (at < size && step <= steps[at]) {
      return false;
    }
    put(name, step, value);
    return true;
  }

  /**
   * Records a measurement that is known to be new, whatever its step.
   *
   * @return the furthest step of the metric before
   */
  OptionalLong put(String name, long step, double value) {
    int at = find(name);
    OptionalLong before = at == size ? OptionalLong.empty() : OptionalLong.of(steps[at]);
    if (at == size) {
      add(name);
    }
    steps[at] = Math.max(step, before.orElse(step));
    values[at] = value;
    lastStep = Math.max(lastStep, step);
    return before;
  }

  private int find(String name) {
    int at = 0;
    while (at < size && !names[at].equals(name)) {
      at++;
    }
    return at;
  }

  private void add(String name) {
    if (size == names.length) {
      names = Arrays.copyOf(names, 2 * size);
      steps = Arrays.copyOf(steps, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    names[size++] = SharedText.of(name);
  }

  /** The last step of any metric; 0 before the first. */
  long lastStep() {
    return lastStep;
  }

  /** The values by name, replaced and extended by final ones. */
  Map<String, Double> with(Map<String, Double> last) {
    if (size == 0 || size == 1 && last.containsKey(names[0])) {
      return Map.copyOf(last);
    }
    Map<String, Double> all = new HashMap<>();
    for (int i = 0; i < size; i++) {
      all.put(names[i], values[i]);
    }
    all.putAll(last);
    return Map.copyOf(all);
  }
}
