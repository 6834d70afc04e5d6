package org.attune.sweeps.state;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * Items in the order they came. What is there at one moment can be had as a list at no cost: it
 * shares the log's array, in which nothing below the list's size is written again.
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

  /** Puts another item in an earlier one's place: lists that were taken before keep theirs. */
  void replace(int index, T item) {
    items = items.clone();
    items[Objects.checkIndex(index, size)] = item;
  }

  /** What is there now; it stays as it is. */
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
