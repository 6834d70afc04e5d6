package org.attune.model.cpu;

import static org.bytedeco.openblas.global.openblas.CblasLeft;
import static org.bytedeco.openblas.global.openblas.CblasLower;
import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasNonUnit;
import static org.bytedeco.openblas.global.openblas.CblasRight;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.LAPACKE_slacpy_work;
import static org.bytedeco.openblas.global.openblas.LAPACKE_slaset_work;
import static org.bytedeco.openblas.global.openblas.LAPACKE_spotrf_work;
import static org.bytedeco.openblas.global.openblas.LAPACK_COL_MAJOR;
import static org.bytedeco.openblas.global.openblas.cblas_sasum;
import static org.bytedeco.openblas.global.openblas.cblas_saxpy;
import static org.bytedeco.openblas.global.openblas.cblas_sdot;
import static org.bytedeco.openblas.global.openblas.cblas_sgemm;
import static org.bytedeco.openblas.global.openblas.cblas_sscal;
import static org.bytedeco.openblas.global.openblas.cblas_ssymm;
import static org.bytedeco.openblas.global.openblas.cblas_ssyr2k;
import static org.bytedeco.openblas.global.openblas.cblas_ssyrk;
import static org.bytedeco.openblas.global.openblas.cblas_strsm;

import org.bytedeco.javacpp.FloatPointer;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A float32 matrix in memory, row by row, that moves over a larger array: the head of a sequence,
 * the factor of a head. The operations are BLAS's and LAPACK's by the names of their formulas; the
 * result is the panel they are called on, triangles are lower ones.
 */
final class Panel {

  private final FloatPointer memory;
  private final long base;
  private final int stride;
  private final int height;
  private int rows;
  private int columns;
  private FloatPointer number; // made when first needed

  private Panel(FloatPointer memory, long base, int stride, int rows, int columns) {
    this.memory = memory;
    this.base = base;
    this.stride = stride;
    this.height = rows;
    this.rows = rows;
    this.columns = columns;
  }

  /** A panel of {@code rows x columns} at the start of a matrix of perhaps more. */
  static Panel over(INDArray matrix, int rows, int columns) {
    FloatPointer memory = new FloatPointer(matrix.data().pointer());
    // The stride of a single row may be anything.
    int stride = (int) (matrix.size(0) == 1 ? matrix.size(1) : matrix.stride(0));
    return new Panel(memory, matrix.offset(), stride, rows, columns).moveTo(0, 0);
  }

  /** Fresh memory for {@code count} matrices of {@code rows x columns}, one after the other. */
  static Panel fresh(int count, int rows, int columns) {
    long elements = Math.max(1, (long) count * rows * columns);
    FloatPointer memory = new FloatPointer(elements);
    memory.zero();
    return new Panel(memory, 0, columns, rows, columns).moveTo(0, 0);
  }

  /** Another panel over the same memory, to be moved by itself. */
  Panel sharing() {
    FloatPointer same = new FloatPointer(memory);
    same.position(0);
    return new Panel(same, base, stride, rows, columns).moveTo(0, 0);
  }

  /** Puts the panel's corner at a row and a column of what it moves over. */
  Panel moveTo(long row, long column) {
    memory.position(base + row * stride + column);
    return this;
  }

  /** Goes to the i-th of the matrices of fresh memory. */
  Panel number(long i) {
    return moveTo(i * height, 0);
  }

  /** Makes it shorter or longer, within what it moves over. */
  Panel rows(int count) {
    rows = count;
    return this;
  }

  /** Makes it narrower or wider, within the rows it has. */
  Panel columns(int count) {
    columns = count;
    return this;
  }

  int rows() {
    return rows;
  }

  int columns() {
    return columns;
  }

  /** Adds one number to each element of the diagonal. */
  void addToDiagonal(float value) {
    if (number == null) {
      number = new FloatPointer(1);
    }
    number.put(0, value);
    cblas_saxpy(columns, 1f, number, 0, memory, stride + 1);
  }

  /** {@code this = other}. */
  void copy(Panel other) {
    LAPACKE_slacpy_work(
        LAPACK_COL_MAJOR, (byte) 'A', columns, rows, other.memory, other.stride, memory, stride);
  }

  /** {@code this = other} on and below the diagonal. */
  void copyLower(Panel other) {
    LAPACKE_slacpy_work(
        LAPACK_COL_MAJOR, (byte) 'U', columns, rows, other.memory, other.stride, memory, stride);
  }

  /** {@code this = beta this + other}. */
  void add(float beta, Panel other) {
    if (beta == 0) {
      copy(other);
      return;
    }
    long mine = memory.position();
    long theirs = other.memory.position();
    for (int i = 0; i < rows; i++) {
      memory.position(mine + (long) i * stride);
      other.memory.position(theirs + (long) i * other.stride);
      cblas_saxpy(columns, 1f, other.memory, 1, memory, 1);
    }
    memory.position(mine);
    other.memory.position(theirs);
  }

  /** {@code this = beta this + alpha a b}. */
  void product(float beta, float alpha, Panel a, Panel b) {
    product(beta, alpha, a, CblasNoTrans, b, CblasNoTrans, a.columns);
  }

  /** {@code this = beta this + alpha aᵀ b}. */
  void productTN(float beta, float alpha, Panel a, Panel b) {
    product(beta, alpha, a, CblasTrans, b, CblasNoTrans, a.rows);
  }

  /** {@code this = beta this + alpha a bᵀ}. */
  void productNT(float beta, float alpha, Panel a, Panel b) {
    product(beta, alpha, a, CblasNoTrans, b, CblasTrans, a.columns);
  }

  private void product(float beta, float alpha, Panel a, int ta, Panel b, int tb, int inner) {
    cblas_sgemm(
        CblasRowMajor,
        ta,
        tb,
        rows,
        columns,
        inner,
        alpha,
        a.memory,
        a.stride,
        b.memory,
        b.stride,
        beta,
        memory,
        stride);
  }

  /** {@code this = beta this + aᵀa}, the lower triangle. */
  void gram(float beta, Panel a) {
    cblas_ssyrk(
        CblasRowMajor,
        CblasLower,
        CblasTrans,
        columns,
        a.rows,
        1f,
        a.memory,
        a.stride,
        beta,
        memory,
        stride);
  }

  /** {@code this = aaᵀ}, the lower triangle. */
  void gramOfRows(Panel a) {
    cblas_ssyrk(
        CblasRowMajor,
        CblasLower,
        CblasNoTrans,
        columns,
        a.columns,
        1f,
        a.memory,
        a.stride,
        0f,
        memory,
        stride);
  }

  /** {@code this = this + aᵀb + bᵀa}, the lower triangle. */
  void addCross(Panel a, Panel b) {
    cblas_ssyr2k(
        CblasRowMajor,
        CblasLower,
        CblasTrans,
        columns,
        a.rows,
        1f,
        a.memory,
        a.stride,
        b.memory,
        b.stride,
        1f,
        memory,
        stride);
  }

  /** {@code this = this - s b} for a symmetric s of which the lower triangle is there. */
  void subtractSymmetric(Panel s, Panel b) {
    symmetric(CblasLeft, s, b);
  }

  /** {@code this = this - b s} for a symmetric s of which the lower triangle is there. */
  void subtractSymmetricRight(Panel b, Panel s) {
    symmetric(CblasRight, s, b);
  }

  private void symmetric(int side, Panel s, Panel b) {
    cblas_ssymm(
        CblasRowMajor,
        side,
        CblasLower,
        rows,
        columns,
        -1f,
        s.memory,
        s.stride,
        b.memory,
        b.stride,
        1f,
        memory,
        stride);
  }

  /**
   * Replaces the lower triangle by Cholesky's factor.
   *
   * @return 0, or the order of the leading minor that is not positive
   */
  int cholesky() {
    return LAPACKE_spotrf_work(LAPACK_COL_MAJOR, (byte) 'U', columns, memory, stride);
  }

  /** {@code this = (LLᵀ)⁻¹ this}. */
  void solve(Panel l) {
    triangular(CblasLeft, l, CblasNoTrans);
    triangular(CblasLeft, l, CblasTrans);
  }

  /** {@code this = this L⁻¹}. */
  void divideRight(Panel l) {
    triangular(CblasRight, l, CblasNoTrans);
  }

  /** {@code this = this L⁻ᵀ}. */
  void divideRightTransposed(Panel l) {
    triangular(CblasRight, l, CblasTrans);
  }

  private void triangular(int side, Panel l, int transposed) {
    cblas_strsm(
        CblasRowMajor,
        side,
        CblasLower,
        transposed,
        CblasNonUnit,
        rows,
        columns,
        1f,
        l.memory,
        l.stride,
        memory,
        stride);
  }

  /** All zeros, and above the diagonal too. */
  void zero() {
    scale(0);
  }

  /** {@code this = beta this}; zeros for 0, whatever was there. */
  void scale(float beta) {
    if (beta == 0) {
      LAPACKE_slaset_work(LAPACK_COL_MAJOR, (byte) 'A', columns, rows, 0f, 0f, memory, stride);
    } else if (beta != 1) {
      long start = memory.position();
      for (int i = 0; i < rows; i++) {
        cblas_sscal(columns, beta, memory.position(start + (long) i * stride), 1);
      }
      memory.position(start);
    }
  }

  /** The sum of the products of the elements. */
  double rowwiseDot(Panel other) {
    long mine = memory.position();
    long theirs = other.memory.position();
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      memory.position(mine + (long) i * stride);
      other.memory.position(theirs + (long) i * other.stride);
      sum += cblas_sdot(columns, memory, 1, other.memory, 1);
    }
    memory.position(mine);
    other.memory.position(theirs);
    return sum;
  }

  /** The sum of the products of the elements; both lie close in memory. */
  double dot(Panel other) {
    return cblas_sdot(rows * columns, memory, 1, other.memory, 1);
  }

  /** Whether the diagonal is finite, as a factor's is when its matrix was. */
  boolean finiteDiagonal() {
    return Float.isFinite(cblas_sasum(columns, memory, stride + 1));
  }
}
