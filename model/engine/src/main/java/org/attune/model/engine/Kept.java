package org.attune.model.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * Memory for what kernels keep from a forward pass to its adjoints. Spans that run again use the
 * same memory in turn.
 */
final class Kept<B extends Buffer> {

  private final Memory<B> memory;
  private final TreeMap<Long, Deque<B>> free = new TreeMap<>(); // of earlier spans, by elements
  private final TreeMap<Long, Deque<B>> taken = new TreeMap<>(); // of the current span
  private int current = -1;

  Kept(Memory<B> memory) {
    this.memory = memory;
  }

  /**
   * A row of at least this many elements that no other kernel of its span uses.
   *
   * @param span of the kernel; negative if it is in none. Spans come in order.
   */
  B row(int span, long elements) {
    if (span < 0) {
      return memory.block(elements);
    }
    if (span != current) {
      taken.forEach((size, rows) -> rows(free, size).addAll(rows));
      taken.clear();
      current = span;
    }
    Map.Entry<Long, Deque<B>> fits = free.ceilingEntry(elements);
    boolean found = fits != null && fits.getKey() <= 2 * elements;
    long size = found ? fits.getKey() : elements;
    B row = found ? fits.getValue().pop() : memory.block(elements);
    if (found && fits.getValue().isEmpty()) {
      free.remove(size);
    }
    rows(taken, size).add(row);
    return row;
  }

  private static <B> Deque<B> rows(TreeMap<Long, Deque<B>> map, long size) {
    return map.computeIfAbsent(size, s -> new ArrayDeque<>());
  }
}
