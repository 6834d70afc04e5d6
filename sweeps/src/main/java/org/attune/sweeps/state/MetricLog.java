package org.attune.sweeps.state;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;

/** All metrics of a sweep in order of arrival, in flat arrays: about 40 bytes each. */
final class MetricLog {

  private static final int FIRST_CAPACITY = 1024;

  private final Map<String, String> names = new HashMap<>();
  private Columns columns = new Columns(FIRST_CAPACITY);
  private int size;

  /** Adds a metric; keeps references to {@code trialId} and {@code name}. */
  void add(String trialId, int attempt, long step, String name, double value, Instant time) {
    if (size == columns.values.length) {
      columns = new Columns(columns, 2 * size);
    }
    columns.trialIds[size] = trialId;
    columns.attempts[size] = attempt;
    columns.names[size] = name;
    columns.steps[size] = step;
    columns.micros[size] = ChronoUnit.MICROS.between(Instant.EPOCH, time);
    columns.values[size] = value;
    size++;
  }

  /** The single stored copy of a name. */
  String intern(String name) {
    return names.computeIfAbsent(name, itself -> itself);
  }

  /** An immutable snapshot of the metrics, without copying. */
  List<Metric> items() {
    return new Prefix(columns, size);
  }

  private static final class Columns {
    final String[] trialIds;
    final int[] attempts;
    final String[] names;
    final long[] steps;
    final long[] micros;
    final double[] values;

    Columns(int capacity) {
      trialIds = new String[capacity];
      attempts = new int[capacity];
      names = new String[capacity];
      steps = new long[capacity];
      micros = new long[capacity];
      values = new double[capacity];
    }

    Columns(Columns less, int capacity) {
      trialIds = Arrays.copyOf(less.trialIds, capacity);
      attempts = Arrays.copyOf(less.attempts, capacity);
      names = Arrays.copyOf(less.names, capacity);
      steps = Arrays.copyOf(less.steps, capacity);
      micros = Arrays.copyOf(less.micros, capacity);
      values = Arrays.copyOf(less.values, capacity);
    }
  }

  /** Rows below the size are never written again, so threads can share them. */
  private static final class Prefix extends AbstractList<Metric> implements RandomAccess {
    private final Columns columns;
    private final int size;

    Prefix(Columns columns, int size) {
      this.columns = columns;
      this.size = size;
    }

    @Override
    public Metric get(int index) {
      Objects.checkIndex(index, size);
      return new Metric(
          columns.trialIds[index],
          columns.attempts[index],
          columns.steps[index],
          columns.names[index],
          columns.values[index],
          Instant.EPOCH.plus(columns.micros[index], ChronoUnit.MICROS));
    }

    @Override
    public int size() {
      return size;
    }
  }
}
