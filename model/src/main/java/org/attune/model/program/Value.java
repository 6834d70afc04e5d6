package org.attune.model.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * An array in a program: an input, a parameter or what a primitive gives. Before the program is
 * compiled it has a shape only.
 *
 * <p>A value may be a range of columns of another one ({@link #columns(int, int)}); both then share
 * arrays and gradients. In memory the last dimension is contiguous and rows may be padded.
 */
public final class Value {

  enum Kind {
    INPUT,
    PARAMETER,
    RESULT
  }

  private final Program program;
  private final Kind kind;
  private final String name;
  private int[] shape;
  private final Value parent;
  private final int firstColumn;
  private final List<Value> ranges = new ArrayList<>();
  private boolean wantsGradient;

  private Value host; // whose storage this value uses; itself unless it takes another's place
  private INDArray array;
  private INDArray gradient;
  private boolean written;

  Value(Program program, Kind kind, String name, boolean wantsGradient, int... shape) {
    this(program, kind, name, wantsGradient, null, 0, shape);
  }

  private Value(
      Program program,
      Kind kind,
      String name,
      boolean wantsGradient,
      Value parent,
      int firstColumn,
      int... shape) {
    this.program = program;
    this.kind = kind;
    this.name = name;
    this.wantsGradient = wantsGradient;
    this.parent = parent;
    this.firstColumn = firstColumn;
    this.shape = shape;
    this.host = this;
  }

  // ---- the description

  public String name() {
    return name;
  }

  /** The program this value belongs to. */
  public Program program() {
    return program;
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
    return rows() / program.batch();
  }

  /**
   * Columns {@code [from, to)} of this matrix: no copy, and gradients flow into the same place.
   *
   * @throws IllegalArgumentException if the range is empty or outside, or overlaps an earlier one
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
            program,
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

  // ---- what a kernel uses

  /** The array: {@code shape()}, last dimension contiguous, rows perhaps padded. */
  public INDArray array() {
    return array;
  }

  /** Where the loss's derivative by this value is gathered; of the array's shape and strides. */
  public INDArray gradient() {
    return gradient;
  }

  /** Whether this is a parameter, or columns of one: what changes between steps only. */
  public boolean isParameter() {
    return kind == Kind.PARAMETER;
  }

  /** Whether the loss depends on this value through something trainable. */
  public boolean wantsGradient() {
    return wantsGradient;
  }

  /**
   * What the gradient already there is to be multiplied by: 0 for the first contribution of a
   * backward pass, 1 after it. Each call announces one contribution to every element, which must
   * follow.
   */
  public int beta() {
    Value owner = parent == null ? host : parent.host;
    if (parent == null) {
      if (!owner.written && owner.hasWrittenRange()) {
        owner.settle();
      }
      int beta = owner.written ? 1 : 0;
      owner.written = true;
      return beta;
    }
    int beta = owner.written || written ? 1 : 0;
    written = true;
    return beta;
  }

  /** Adds a contribution, of this value's shape, to its gradient. */
  public void addGradient(INDArray contribution) {
    if (beta() == 0) {
      gradient.assign(contribution);
    } else {
      gradient.addi(contribution);
    }
  }

  /**
   * Whether this value lives in the other's place, so that neither copy nor gradient copy is due.
   */
  public boolean sharesStorageWith(Value other) {
    return host == other.host && parent == null && other.parent == null;
  }

  // ---- what the program uses

  Kind kind() {
    return kind;
  }

  /** The value this one is a range of, or itself. */
  public Value root() {
    return parent == null ? this : parent;
  }

  Value host() {
    return root().host;
  }

  boolean isRange() {
    return parent != null;
  }

  boolean hasRanges() {
    return !ranges.isEmpty();
  }

  void liveIn(Value other) {
    host = other.host;
  }

  void widen(int columns) {
    shape = new int[] {shape[0], shape[1] + columns};
  }

  void bind(INDArray array, INDArray gradient) {
    this.array = array;
    this.gradient = gradient;
    for (Value range : ranges) {
      range.array = part(array, range);
      range.gradient = gradient == null ? null : part(gradient, range);
    }
  }

  private static INDArray part(INDArray whole, Value range) {
    return Views.columns(whole, range.firstColumn, range.firstColumn + range.columns());
  }

  /** Marks the gradient as holding nothing, or as holding what is to be added to. */
  void restart(boolean accumulate) {
    host.written = accumulate;
    for (int i = 0; i < ranges.size(); i++) {
      ranges.get(i).written = false;
    }
  }

  /** Puts zeros wherever nothing has been contributed. */
  void settle() {
    Value owner = root().host;
    if (owner.written) {
      return;
    }
    if (!owner.hasWrittenRange()) {
      owner.gradient.assign(0);
    } else {
      int column = 0;
      List<Value> ordered = new ArrayList<>(owner.ranges);
      ordered.sort(Comparator.comparingInt(r -> r.firstColumn));
      for (Value range : ordered) {
        zero(owner, column, range.firstColumn);
        if (!range.written) {
          range.gradient.assign(0);
        }
        column = range.firstColumn + range.columns();
      }
      zero(owner, column, owner.shape[1]);
    }
    owner.written = true;
  }

  private boolean hasWrittenRange() {
    for (int i = 0; i < ranges.size(); i++) { // called often: no iterator
      if (ranges.get(i).written) {
        return true;
      }
    }
    return false;
  }

  private static void zero(Value owner, int from, int to) {
    if (from < to) {
      Views.columns(owner.gradient, from, to).assign(0);
    }
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
