package org.attune.sweeps.state;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

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

  /** An immutable snapshot of the items. */
  @SuppressWarnings("unchecked") // only add and replace put items there
  List<T> items() {
    Object[] shared = items;
    return new Prefix<>(size, index -> (T) shared[index]);
  }
}
