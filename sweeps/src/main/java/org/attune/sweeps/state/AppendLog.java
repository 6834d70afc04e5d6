package org.attune.sweeps.state;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Items in order of arrival. A snapshot as a list costs nothing: it shares the log's array, whose
 * entries below the list's size are never written again.
 */
final class AppendLog<T> {

  private static final int FIRST_CAPACITY = 16;

  private Object[] items = new Object[FIRST_CAPACITY];
  private int size;

  /** Adds an item; returns its index. */
  int add(T item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, 2 * size);
    }
    items[size] = item;
    return size++;
  }

  /** Replaces an earlier item; lists taken before keep the old one. */
  void replace(int index, T item) {
    items = items.clone();
    items[Objects.checkIndex(index, size)] = item;
  }

  /** Replaces every item; lists taken before keep the old ones. */
  @SuppressWarnings("unchecked") // as in items
  void replaceAll(UnaryOperator<T> by) {
    items = items.clone();
    for (int i = 0; i < size; i++) {
      items[i] = by.apply((T) items[i]);
    }
  }

  /** An immutable snapshot of the items. */
  @SuppressWarnings("unchecked") // only items are put there
  List<T> items() {
    Object[] shared = items;
    return new Prefix<>(size, index -> (T) shared[index]);
  }
}
