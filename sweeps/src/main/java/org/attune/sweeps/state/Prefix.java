package org.attune.sweeps.state;

import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/** The first items of a log, as a list that shares the log's arrays and never changes. */
final class Prefix<T> extends AbstractList<T> implements RandomAccess {

  private final int size;
  private final IntFunction<T> items;

  /**
   * @param items by index; threads can share them, since a log never writes an item again
   */
  Prefix(int size, IntFunction<T> items) {
    this.size = size;
    this.items = items;
  }

  @Override
  public T get(int index) {
    return items.apply(Objects.checkIndex(index, size));
  }

  @Override
  public int size() {
    return size;
  }
}
