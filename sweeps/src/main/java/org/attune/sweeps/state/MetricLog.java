package org.attune.sweeps.state;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All metrics of a sweep in the order they came, in flat arrays: about 40 bytes each. */
final class MetricLog {

  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> numberOfName = new HashMap<>();
  private String[] trialIds = new String[1024];
  private int[] attempts = new int[1024];
  private int[] nameNumbers = new int[1024];
  private long[] steps = new long[1024];
  private long[] micros = new long[1024];
  private double[] values = new double[1024];
  private int size;

  /** Adds one; {@code trialId} is kept by reference. */
  void add(String trialId, int attempt, long step, String name, double value, Instant time) {
    if (size == values.length) {
      grow(size * 2);
    }
    trialIds[size] = trialId;
    attempts[size] = attempt;
    nameNumbers[size] = number(name);
    steps[size] = step;
    micros[size] = ChronoUnit.MICROS.between(Instant.EPOCH, time);
    values[size] = value;
    size++;
  }

  int size() {
    return size;
  }

  Metric at(int index) {
    return new Metric(
        trialIds[index],
        attempts[index],
        steps[index],
        names.get(nameNumbers[index]),
        values[index],
        Instant.EPOCH.plus(micros[index], ChronoUnit.MICROS));
  }

  /** The one copy of a name that is kept. */
  String intern(String name) {
    return names.get(number(name));
  }

  private int number(String name) {
    Integer known = numberOfName.get(name);
    if (known != null) {
      return known;
    }
    numberOfName.put(name, names.size());
    names.add(name);
    return names.size() - 1;
  }

  private void grow(int capacity) {
    trialIds = Arrays.copyOf(trialIds, capacity);
    attempts = Arrays.copyOf(attempts, capacity);
    nameNumbers = Arrays.copyOf(nameNumbers, capacity);
    steps = Arrays.copyOf(steps, capacity);
    micros = Arrays.copyOf(micros, capacity);
    values = Arrays.copyOf(values, capacity);
  }
}
