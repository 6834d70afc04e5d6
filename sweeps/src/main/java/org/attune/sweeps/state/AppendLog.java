package org.attune.sweeps.state;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

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
  List<T> items() {
    return new Prefix<>(items, size);
  }

  private static final class Prefix<T> extends AbstractList<T> implements RandomAccess {
    private final Object[] items;
    private final int size;

    Prefix(Object[] items, int size) {
      this.items = items;
      this.size = size;
    }

    @Override
    @SuppressWarnings("unchecked") // only add and replace put items there
    public T get(int index) {
      return (T) items[Objects.checkIndex(index, size)];
    }

    @Override
    public int size() {
      return size;
    }
  }
}
