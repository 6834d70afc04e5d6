package org.attune.model.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An array in a program: an input, a parameter or a primitive's output. It has a shape and a name;
 * the compiler decides where it lies in memory.
 *
 * <p>A value may be a range of columns of another one ({@link #columns(int, int)}); both then share
 * memory and gradients.
 */
public final class Value {

  /** The origin of a value. */
  public enum Kind {
    INPUT,
    PARAMETER,
    RESULT
  }

  /** A value's link to its program; only programs make values. */
  interface Owner {

    /** The number of sequences. */
    int batch();
  }

  private final Owner owner;
  private final Kind kind;
  private final String name;
  private int[] shape;
  private final @Nullable Value parent; // null where it has memory of its own
  private final int firstColumn;
  private final List<Value> ranges = new ArrayList<>();
  private boolean wantsGradient;

  Value(Owner owner, Kind kind, String name, boolean wantsGradient, int... shape) {
    this(owner, kind, name, wantsGradient, null, 0, shape);
  }

  private Value(
      Owner owner,
      Kind kind,
      String name,
      boolean wantsGradient,
      @Nullable Value parent,
      int firstColumn,
      int... shape) {
    this.owner = owner;
    this.kind = kind;
    this.name = name;
    this.wantsGradient = wantsGradient;
    this.parent = parent;
    this.firstColumn = firstColumn;
    this.shape = shape;
  }

  // ---- description

  public String name() {
    return name;
  }

  /** The owner of this value: {@link Program#of}. */
  Owner owner() {
    return owner;
  }

  /** The number of sequences. */
  public int batch() {
    return owner.batch();
  }

  /** The dimensions, at least two. */
  public int[] shape() {
    return shape.clone();
  }

  /** The size of dimension {@code i}. */
  public int size(int i) {
    return shape[i];
  }

  /** The rows of a matrix. */
  public int rows() {
    requireMatrix();
    return shape[0];
  }

  /** The columns of a matrix. */
  public int columns() {
    requireMatrix();
    return shape[1];
  }

  /** Rows per sequence of the batch. */
  public int length() {
    return rows() / batch();
  }

  /**
   * Columns {@code [from, to)} of this matrix, without a copy; gradients flow into the same memory.
   *
   * @throws IllegalArgumentException if the range is empty or out of bounds, or overlaps an earlier
   *     one
   */
  public Value columns(int from, int to) {
    requireMatrix();
    if (from < 0 || to > shape[1] || from >= to) {
      throw new IllegalArgumentException(
          "Invalid columns [%d, %d) of %s: it has %d".formatted(from, to, this, shape[1]));
    }
    if (parent != null) {
      return parent.columns(firstColumn + from, firstColumn + to);
    }
    for (Value range : ranges) {
      if (range.firstColumn == from && range.columns() == to - from) {
        return range;
      }
      if (range.firstColumn < to && from < range.firstColumn + range.columns()) {
        throw new IllegalArgumentException(
            "Cannot take columns [%d, %d) of %s: they overlap [%d, %d)"
                .formatted(from, to, this, range.firstColumn, range.firstColumn + range.columns()));
      }
    }
    Value range =
        new Value(
            owner,
            kind,
            name + "[" + from + ":" + to + "]",
            wantsGradient,
            this,
            from,
            shape[0],
            to - from);
    ranges.add(range);
    return range;
  }

  /** Whether this is a parameter, or columns of one; parameters change only between steps. */
  public boolean isParameter() {
    return kind == Kind.PARAMETER;
  }

  /** Whether the loss depends on this value through something trainable. */
  public boolean wantsGradient() {
    return wantsGradient;
  }

  public Kind kind() {
    return kind;
  }

  /** The value that this is a range of, or itself. */
  public Value root() {
    return parent == null ? this : parent;
  }

  /** Whether this is a range of columns of another value. */
  public boolean isRange() {
    return parent != null;
  }

  /** The first column of this range in its {@link #root}; 0 if it is not a range. */
  public int firstColumn() {
    return firstColumn;
  }

  /** The column ranges taken of this value, in the order of their creation. */
  public List<Value> ranges() {
    return Collections.unmodifiableList(ranges);
  }

  void widen(int columns) {
    shape = new int[] {shape[0], shape[1] + columns};
  }

  private void requireMatrix() {
    if (shape.length != 2) {
      throw new IllegalStateException("Not a matrix: " + this);
    }
  }

  @Override
  public String toString() {
    return name + Arrays.toString(shape);
  }
}
