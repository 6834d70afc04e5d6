package org.attune.sweeps.state;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All metrics of a sweep in order of arrival, in flat arrays: 25 bytes each where the rows of a
 * part are near to each other in time and steps, else 40. The arrays have a fixed length, because
 * doubling one would need three times the memory for a moment.
 */
final class MetricLog {

  private static final int SHIFT = 12;
  static final int ROWS = 1 << SHIFT;

  private final Map<String, String> names = new HashMap<>();
  private MetricRows[] parts = new MetricRows[16];
  private WideRows last = new WideRows();
  private int size;

  /** Adds a metric; keeps a reference to its trial's id, and one copy of each name. */
  void add(MetricPoint metric) {
    int part = size >>> SHIFT;
    int row = size & ROWS - 1;
    if (row == 0) {
      if (part == parts.length) {
        parts = Arrays.copyOf(parts, 2 * part);
      }
      last = new WideRows();
      parts[part] = last;
    }
    last.set(row, metric, names.computeIfAbsent(metric.name(), itself -> itself));
    size++;
    if (row == ROWS - 1) {
      // Equal rows: a list that shares the array shows the same whichever of the two it finds.
      parts[part] = last.packed();
    }
  }

  /** An immutable snapshot of the metrics, without copying. */
  List<MetricPoint> items() {
    MetricRows[] shared = parts;
    return new Prefix<>(size, index -> shared[index >>> SHIFT].get(index & ROWS - 1));
  }
}
