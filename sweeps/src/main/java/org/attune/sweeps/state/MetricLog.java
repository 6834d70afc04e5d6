package org.attune.sweeps.state;

import java.time.Instant;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * All metrics of a sweep in order of arrival, in flat arrays: 21 bytes each where the rows of a
 * part are near to each other in time and steps, else 36. The arrays have a fixed length, because
 * doubling one would need three times the memory for a moment.
 */
final class MetricLog {

  private static final int SHIFT = 12;
  private static final int ROWS = 1 << SHIFT;

  private final Map<String, String> names = new HashMap<>();
  private MetricRows[] parts = new MetricRows[16];
  private WideRows last = new WideRows(ROWS);
  private int size;

  /** Adds a metric; keeps references to {@code trialId} and {@code name}. */
  void add(String trialId, int attempt, long step, String name, double value, Instant time) {
    int part = size >>> SHIFT;
    int row = size & ROWS - 1;
    if (row == 0) {
      if (part == parts.length) {
        parts = Arrays.copyOf(parts, 2 * part);
      }
      last = new WideRows(ROWS);
      parts[part] = last;
    }
    last.set(row, trialId, attempt, step, name, value, time);
    size++;
    if (row == ROWS - 1) {
      // Equal rows: a list that shares the array shows the same whichever of the two it finds.
      parts[part] = last.packed();
    }
  }

  /** The single stored copy of a name. */
  String intern(String name) {
    return names.computeIfAbsent(name, itself -> itself);
  }

  /** An immutable snapshot of the metrics, without copying. */
  List<Metric> items() {
    return new Prefix(parts, size);
  }

  /** Rows below the size are never written again, so threads can share them. */
  private static final class Prefix extends AbstractList<Metric> implements RandomAccess {
    private final MetricRows[] parts;
    private final int size;

    Prefix(MetricRows[] parts, int size) {
      this.parts = parts;
      this.size = size;
    }

    @Override
    public Metric get(int index) {
      Objects.checkIndex(index, size);
      return parts[index >>> SHIFT].get(index & ROWS - 1);
    }

    @Override
    public int size() {
      return size;
    }
  }
}
