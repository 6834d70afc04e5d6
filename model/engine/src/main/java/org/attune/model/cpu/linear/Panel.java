package org.attune.model.cpu.linear;

import java.util.Arrays;

/**
 * A row-major float32 matrix in memory that moves over a larger one: a sequence's head, or a head's
 * factor. Operations are named after their formulas.
 *
 * <p>An operation's result is the panel it is called on, which must overlap no argument. Triangles
 * are lower triangles; the numbers above them stay unchanged. Sizes that do not match are the
 * caller's error, detected at the latest at an array's end.
 */
public final class Panel {

  private final Algebra algebra;
  private final float[] memory;
  private final int base;
  private final int stride;
  private final int height;
  private int at;
  private int rows;
  private int columns;

  private Panel(Algebra algebra, float[] memory, int base, int stride, int rows, int columns) {
    this.algebra = algebra;
    this.memory = memory;
    this.base = base;
    this.stride = stride;
    this.height = rows;
    this.at = base;
    this.rows = rows;
    this.columns = columns;
  }

  /** A panel of {@code rows x columns} at {@code base}, rows {@code stride} apart. */
  public static Panel over(
      Algebra algebra, float[] memory, int base, int stride, int rows, int columns) {
    return new Panel(algebra, memory, base, stride, rows, columns);
  }

  /** Another panel over the same memory, which moves independently. */
  public Panel sharing() {
    return new Panel(algebra, memory, base, stride, height, columns);
  }

  /** Moves the panel's corner to a row and a column of the larger matrix. */
  public Panel moveTo(int row, int column) {
    at = base + row * stride + column;
    return this;
  }

  /** Moves to the i-th of consecutive matrices. */
  public Panel number(int i) {
    return moveTo(i * height, 0);
  }

  /** Sets the number of rows, within the larger matrix. */
  public Panel rows(int count) {
    rows = count;
    return this;
  }

  /** Sets the number of columns, within its rows. */
  public Panel columns(int count) {
    columns = count;
    return this;
  }

  /** The number at a row and a column. */
  public float get(int row, int column) {
    return memory[at + row * stride + column];
  }

  /** Replaces a row. */
  public void setRow(int row, float[] numbers) {
    System.arraycopy(numbers, 0, memory, row(row), columns);
  }

  /** Adds one number to each element of the diagonal. */
  public void addToDiagonal(float value) {
    for (int i = 0; i < columns; i++) {
      memory[at + i * (stride + 1)] += value;
    }
  }

  /** {@code this = other}. */
  public void copy(Panel other) {
    for (int i = 0; i < rows; i++) {
      System.arraycopy(other.memory, other.row(i), memory, row(i), columns);
    }
  }

  /** {@code this = other} on and below the diagonal. */
  public void copyLower(Panel other) {
    for (int i = 0; i < rows; i++) {
      System.arraycopy(other.memory, other.row(i), memory, row(i), Math.min(i + 1, columns));
    }
  }

  /** {@code this = beta this + other}. */
  public void add(float beta, Panel other) {
    if (beta == 0) {
      copy(other);
      return;
    }
    for (int i = 0; i < rows; i++) {
      int to = row(i);
      int from = other.row(i);
      for (int j = 0; j < columns; j++) {
        memory[to + j] = beta * memory[to + j] + other.memory[from + j];
      }
    }
  }

  /** {@code this = beta this + alpha a b}. */
  public void product(float beta, float alpha, Panel a, Panel b) {
    algebra.products.multiply(
        rows, columns, a.columns, alpha, a.memory, a.at, a.stride, 1, b.memory, b.at, b.stride, 1,
        beta, memory, at, stride);
  }

  /** {@code this = beta this + alpha a b}. */
  public void product(float beta, float alpha, Panel a, PackedMatrix b) {
    algebra.products.product(rows, alpha, a.memory, a.at, a.stride, b, beta, memory, at, stride);
  }

  /** {@code this = beta this + alpha aᵀ b}. */
  public void productTN(float beta, float alpha, Panel a, Panel b) {
    algebra.products.multiply(
        rows, columns, a.rows, alpha, a.memory, a.at, 1, a.stride, b.memory, b.at, b.stride, 1,
        beta, memory, at, stride);
  }

  /** {@code this = beta this + alpha a bᵀ}. */
  public void productNT(float beta, float alpha, Panel a, Panel b) {
    algebra.products.multiply(
        rows, columns, a.columns, alpha, a.memory, a.at, a.stride, 1, b.memory, b.at, 1, b.stride,
        beta, memory, at, stride);
  }

  /** {@code this = beta this + aᵀa}, the lower triangle. */
  public void gram(float beta, Panel a) {
    lower(a.rows, a, 1, a.stride, a, a.stride, 1, beta, false);
  }

  /** {@code this = aaᵀ}, the lower triangle. */
  public void gramOfRows(Panel a) {
    lower(a.columns, a, a.stride, 1, a, 1, a.stride, 0, false);
  }

  /** {@code this = this + aᵀb + bᵀa}, the lower triangle. */
  public void addCross(Panel a, Panel b) {
    lower(a.rows, a, 1, a.stride, b, b.stride, 1, 1, true);
  }

  private void lower(
      int k,
      Panel a,
      int aDown,
      int aAlong,
      Panel b,
      int bDown,
      int bAlong,
      float beta,
      boolean both) {
    algebra.symmetric.lower(
        columns, k, a.memory, a.at, aDown, aAlong, b.memory, b.at, bDown, bAlong, beta, both,
        memory, at, stride);
  }

  /** {@code this = this - s b} for a symmetric s, given by its lower triangle. */
  public void subtractSymmetric(Panel s, Panel b) {
    float[] whole = algebra.symmetric.whole(rows, s.memory, s.at, s.stride);
    algebra.products.multiply(
        rows, columns, rows, -1, whole, 0, rows, 1, b.memory, b.at, b.stride, 1, 1, memory, at,
        stride);
  }

  /** {@code this = this - b s} for a symmetric s, given by its lower triangle. */
  public void subtractSymmetricRight(Panel b, Panel s) {
    float[] whole = algebra.symmetric.whole(columns, s.memory, s.at, s.stride);
    algebra.products.multiply(
        rows, columns, columns, -1, b.memory, b.at, b.stride, 1, whole, 0, columns, 1, 1, memory,
        at, stride);
  }

  /**
   * Replaces the lower triangle by its Cholesky factor.
   *
   * @return 0, or the order of the leading minor that is not positive
   */
  public int cholesky() {
    return algebra.triangles.cholesky(columns, memory, at, stride);
  }

  /** {@code this = (LLᵀ)⁻¹ this}. */
  public void solve(Panel l) {
    Triangles triangles = algebra.triangles;
    triangles.solve(rows, columns, l.memory, l.at, l.stride, memory, at, stride);
    triangles.solveTransposed(rows, columns, l.memory, l.at, l.stride, memory, at, stride);
  }

  /** {@code this = this (LLᵀ)⁻¹}. */
  public void divide(Panel l) {
    divideRightTransposed(l);
    divideRight(l);
  }

  /** {@code this = this L⁻¹}. */
  public void divideRight(Panel l) {
    algebra.triangles.divide(rows, columns, l.memory, l.at, l.stride, memory, at, stride);
  }

  /** {@code this = this L⁻ᵀ}. */
  public void divideRightTransposed(Panel l) {
    algebra.triangles.divideTransposed(rows, columns, l.memory, l.at, l.stride, memory, at, stride);
  }

  /**
   * Replaces a square matrix A by the factors of its elimination with pivots.
   *
   * @param order receives A's rows in the order of the pivots
   * @return whether factors exist; false if the matrix is singular or not finite
   */
  public boolean eliminate(int[] order) {
    return algebra.elimination.factor(columns, memory, at, stride, order);
  }

  /** {@code this = this A⁻¹}, with A's factors from {@link #eliminate}. */
  public void divideRight(Panel a, int[] order) {
    algebra.elimination.divide(rows, columns, a.memory, a.at, a.stride, order, memory, at, stride);
  }

  /** {@code this = this A⁻ᵀ}, with A's factors from {@link #eliminate}. */
  public void divideRightTransposed(Panel a, int[] order) {
    algebra.elimination.divideTransposed(
        rows, columns, a.memory, a.at, a.stride, order, memory, at, stride);
  }

  /** Sets all numbers to zero, also above the diagonal. */
  public void zero() {
    scale(0);
  }

  /** {@code this = beta this}; a beta of 0 sets zeros even where it is not finite. */
  public void scale(float beta) {
    for (int i = 0; i < rows; i++) {
      int from = row(i);
      if (beta == 0) {
        Arrays.fill(memory, from, from + columns, 0);
      } else if (beta != 1) {
        for (int j = from; j < from + columns; j++) {
          memory[j] *= beta;
        }
      }
    }
  }

  /** The sum of the elementwise products. */
  public double dot(Panel other) {
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      int start = row(i);
      int otherStart = other.row(i);
      for (int j = 0; j < columns; j++) {
        sum += (double) memory[start + j] * other.memory[otherStart + j];
      }
    }
    return sum;
  }

  /** Whether the diagonal is finite. A factor's diagonal is finite if its matrix was. */
  public boolean finiteDiagonal() {
    for (int i = 0; i < columns; i++) {
      if (!Float.isFinite(memory[at + i * (stride + 1)])) {
        return false;
      }
    }
    return true;
  }

  private int row(int i) {
    return at + i * stride;
  }
}
