package org.attune.model.cpu.linear;

import java.util.Arrays;

/**
 * A float32 matrix in memory, row by row, that moves over a larger one: the head of a sequence, the
 * factor of a head. The operations are called by their formulas; the result is the panel they are
 * called on and overlaps no argument, triangles are lower ones and what lies above them is left
 * alone. Sizes that do not fit each other are an error of the caller's, seen at the latest where an
 * array ends.
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

  /** Fresh memory for {@code count} matrices of {@code rows x columns}, one after the other. */
  public static Panel fresh(Algebra algebra, int count, int rows, int columns) {
    int size = Math.toIntExact((long) count * rows * columns);
    return new Panel(algebra, new float[size], 0, columns, rows, columns);
  }

  /** Another panel over the same memory, to be moved by itself. */
  public Panel sharing() {
    return new Panel(algebra, memory, base, stride, height, columns);
  }

  /** Puts the panel's corner at a row and a column of what it moves over. */
  public Panel moveTo(int row, int column) {
    at = base + row * stride + column;
    return this;
  }

  /** Goes to the i-th of the matrices of fresh memory. */
  public Panel number(int i) {
    return moveTo(i * height, 0);
  }

  /** Makes it shorter or longer, within what it moves over. */
  public Panel rows(int count) {
    rows = count;
    return this;
  }

  /** Makes it narrower or wider, within the rows it has. */
  public Panel columns(int count) {
    columns = count;
    return this;
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  /** The number at a row and a column. */
  public float get(int row, int column) {
    return memory[at + row * stride + column];
  }

  /** Replaces the number at a row and a column. */
  public void set(int row, int column, float value) {
    memory[at + row * stride + column] = value;
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
    algebra
        .products()
        .product(
            rows, columns, a.columns, alpha, a.memory, a.at, a.stride, b.memory, b.at, b.stride,
            beta, memory, at, stride);
  }

  /** {@code this = beta this + alpha a b}. */
  public void product(float beta, float alpha, Panel a, PackedMatrix b) {
    algebra.products().product(rows, alpha, a.memory, a.at, a.stride, b, beta, memory, at, stride);
  }

  /** {@code this = beta this + alpha aᵀ b}. */
  public void productTN(float beta, float alpha, Panel a, Panel b) {
    algebra
        .products()
        .productTransposedA(
            rows, columns, a.rows, alpha, a.memory, a.at, a.stride, b.memory, b.at, b.stride, beta,
            memory, at, stride);
  }

  /** {@code this = beta this + alpha a bᵀ}. */
  public void productNT(float beta, float alpha, Panel a, Panel b) {
    algebra
        .products()
        .productTransposedB(
            rows, columns, a.columns, alpha, a.memory, a.at, a.stride, b.memory, b.at, b.stride,
            beta, memory, at, stride);
  }

  /** {@code this = beta this + aᵀa}, the lower triangle. */
  public void gram(float beta, Panel a) {
    algebra.symmetric().gram(columns, a.rows, a.memory, a.at, a.stride, beta, memory, at, stride);
  }

  /** {@code this = aaᵀ}, the lower triangle. */
  public void gramOfRows(Panel a) {
    algebra
        .symmetric()
        .gramOfRows(columns, a.columns, a.memory, a.at, a.stride, 0, memory, at, stride);
  }

  /** {@code this = this + aᵀb + bᵀa}, the lower triangle. */
  public void addCross(Panel a, Panel b) {
    algebra
        .symmetric()
        .addCross(
            columns, a.rows, a.memory, a.at, a.stride, b.memory, b.at, b.stride, memory, at,
            stride);
  }

  /** {@code this = this - s b} for a symmetric s of which the lower triangle is there. */
  public void subtractSymmetric(Panel s, Panel b) {
    algebra
        .symmetric()
        .addProduct(
            rows, columns, -1, s.memory, s.at, s.stride, b.memory, b.at, b.stride, memory, at,
            stride);
  }

  /** {@code this = this - b s} for a symmetric s of which the lower triangle is there. */
  public void subtractSymmetricRight(Panel b, Panel s) {
    algebra
        .symmetric()
        .addProductRight(
            rows, columns, -1, b.memory, b.at, b.stride, s.memory, s.at, s.stride, memory, at,
            stride);
  }

  /**
   * Replaces the lower triangle by Cholesky's factor.
   *
   * @return 0, or the order of the leading minor that is not positive
   */
  public int cholesky() {
    return algebra.triangles().cholesky(columns, memory, at, stride);
  }

  /** {@code this = (LLᵀ)⁻¹ this}. */
  public void solve(Panel l) {
    Triangles triangles = algebra.triangles();
    triangles.solve(rows, columns, l.memory, l.at, l.stride, memory, at, stride);
    triangles.solveTransposed(rows, columns, l.memory, l.at, l.stride, memory, at, stride);
  }

  /** {@code this = this L⁻¹}. */
  public void divideRight(Panel l) {
    algebra.triangles().divide(rows, columns, l.memory, l.at, l.stride, memory, at, stride);
  }

  /** {@code this = this L⁻ᵀ}. */
  public void divideRightTransposed(Panel l) {
    algebra
        .triangles()
        .divideTransposed(rows, columns, l.memory, l.at, l.stride, memory, at, stride);
  }

  /**
   * Replaces a square matrix A by the factors of its elimination with pivots.
   *
   * @param order filled with the rows of A in the order of the pivots
   * @return whether there are factors: not for a matrix that is singular or not finite
   */
  public boolean eliminate(int[] order) {
    return algebra.elimination().factor(columns, memory, at, stride, order);
  }

  /** {@code this = this A⁻¹}, with the factors that {@link #eliminate} left of A. */
  public void divideRight(Panel a, int[] order) {
    algebra
        .elimination()
        .divide(rows, columns, a.memory, a.at, a.stride, order, memory, at, stride);
  }

  /** {@code this = this A⁻ᵀ}, with the factors that {@link #eliminate} left of A. */
  public void divideRightTransposed(Panel a, int[] order) {
    algebra
        .elimination()
        .divideTransposed(rows, columns, a.memory, a.at, a.stride, order, memory, at, stride);
  }

  /** All zeros, and above the diagonal too. */
  public void zero() {
    scale(0);
  }

  /** {@code this = beta this}; zeros for 0, whatever was there. */
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

  /** The sum of the products of the elements. */
  public double dot(Panel other) {
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      int mine = row(i);
      int theirs = other.row(i);
      for (int j = 0; j < columns; j++) {
        sum += (double) memory[mine + j] * other.memory[theirs + j];
      }
    }
    return sum;
  }

  /** Whether the diagonal is finite, as a factor's is when its matrix was. */
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
