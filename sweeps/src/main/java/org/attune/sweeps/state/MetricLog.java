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

/**
 * All metrics of a sweep in order of arrival, in flat arrays: about 40 bytes each. The arrays have
 * a fixed length, because doubling one would need three times the memory for a moment.
 */
final class MetricLog {

  private static final int SHIFT = 12;
  private static final int ROWS = 1 << SHIFT;

  private final Map<String, String> names = new HashMap<>();
  private Rows[] parts = new Rows[16];
  private int size;

  /** Adds a metric; keeps references to {@code trialId} and {@code name}. */
  void add(String trialId, int attempt, long step, String name, double value, Instant time) {
    int part = size >>> SHIFT;
    int row = size & ROWS - 1;
    if (row == 0) {
      if (part == parts.length) {
        parts = Arrays.copyOf(parts, 2 * part);
      }
      parts[part] = new Rows();
    }
    Rows rows = parts[part];
    rows.trialIds[row] = trialId;
    rows.attempts[row] = attempt;
    rows.names[row] = name;
    rows.steps[row] = step;
    rows.micros[row] = ChronoUnit.MICROS.between(Instant.EPOCH, time);
    rows.values[row] = value;
    size++;
  }

  /** The single stored copy of a name. */
  String intern(String name) {
    return names.computeIfAbsent(name, itself -> itself);
  }

  /** An immutable snapshot of the metrics, without copying. */
  List<Metric> items() {
    return new Prefix(parts, size);
  }

  private static final class Rows {
    final String[] trialIds = new String[ROWS];
    final int[] attempts = new int[ROWS];
    final String[] names = new String[ROWS];
    final long[] steps = new long[ROWS];
    final long[] micros = new long[ROWS];
    final double[] values = new double[ROWS];
  }

  /** Rows below the size are never written again, so threads can share them. */
  private static final class Prefix extends AbstractList<Metric> implements RandomAccess {
    private final Rows[] parts;
    private final int size;

    Prefix(Rows[] parts, int size) {
      this.parts = parts;
      this.size = size;
    }

    @Override
    public Metric get(int index) {
      Objects.checkIndex(index, size);
      Rows rows = parts[index >>> SHIFT];
      int row = index & ROWS - 1;
      return new Metric(
          rows.trialIds[row],
          rows.attempts[row],
          rows.steps[row],
          rows.names[row],
          rows.values[row],
          Instant.EPOCH.plus(rows.micros[row], ChronoUnit.MICROS));
    }

    @Override
    public int size() {
      return size;
    }
  }
}
