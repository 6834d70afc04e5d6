package org.attune.model.cuda;

import org.attune.model.cuda.device.Blas;
import org.attune.model.engine.Operands;

/**
 * {@code c = alpha op(a) op(b)}, stored in or added to c, by cuBLAS. cuBLAS is column-major and
 * these matrices are row-major, so it computes {@code c' = op(b)' op(a)'}.
 */
final class Product implements Work {

  private static final int NUMBERS = 6; // of four bytes: three addresses

  private final Lane lane;
  private final Blas.ProductForm put;
  private final Blas.ProductForm add;
  private final Target to;
  private final long first;
  private final long second;
  private final long result;
  private final int count; // 0: a single product of the matrices themselves

  /**
   * @param all the addresses of all matrices
   * @param addresses of the factors and the result, or of arrays of their addresses
   */
  private Product(
      Factor a, Factor b, Target c, double alpha, long[] all, long[] addresses, int count) {
    lane = c.buffer().lane();
    int inner = a.transposed() ? a.matrix().rows() : a.matrix().columns();
    boolean reduced = lane.reduced() && aligned(a, b, c.buffer(), all);
    put = form(a, b, c.buffer(), inner, (float) alpha, 0, reduced);
    add = form(a, b, c.buffer(), inner, (float) alpha, 1, reduced);
    to = c;
    first = addresses[0];
    second = addresses[1];
    result = addresses[2];
    this.count = count;
  }

  private static Blas.ProductForm form(
      Factor a, Factor b, DeviceBuffer c, int inner, float alpha, float beta, boolean reduced) {
    return new Blas.ProductForm(
        b.transposed(),
        a.transposed(),
        c.columns(),
        c.rows(),
        inner,
        alpha,
        leading(b.matrix()),
        leading(a.matrix()),
        beta,
        leading(c),
        reduced);
  }

  /** Whether TF32 may read and write columns of matrices that begin at some addresses. */
  private static boolean aligned(Factor a, Factor b, DeviceBuffer c, long[] addresses) {
    long bits = Float.BYTES * (long) (leading(a.matrix()) | leading(b.matrix()) | leading(c));
    for (long address : addresses) {
      bits |= address;
    }
    return bits % Blas.REDUCED_ALIGNMENT == 0;
  }

  private static int leading(DeviceBuffer m) {
    return Math.max(m.stride(), m.columns());
  }

  /** A factor, read transposed or not. */
  record Factor(DeviceBuffer matrix, boolean transposed) {}

  static Factor plain(DeviceBuffer matrix) {
    return new Factor(matrix, false);
  }

  static Factor transposed(DeviceBuffer matrix) {
    return new Factor(matrix, true);
  }

  /** A product; none if its result is unwanted. */
  static Work of(Factor a, Factor b, Target c, double alpha) {
    if (!c.isWanted()) {
      return Work.NONE;
    }
    long[] matrices = {b.matrix().address(), a.matrix().address(), c.buffer().address()};
    return new Product(a, b, c, alpha, matrices, matrices, 0);
  }

  /** The offset of each matrix in a batch, in elements after the first. */
  @FunctionalInterface
  interface Places {
    long element(int i);
  }

  /** The matrices of a batch: the first, how it is read, and where the others lie. */
  record Stack(DeviceBuffer first, boolean transposed, Places places) {

    static Stack of(DeviceBuffer first, Places places) {
      return new Stack(first, false, places);
    }

    /** These matrices, read transposed if {@code turned}. */
    Stack turned(boolean turned) {
      return new Stack(first, transposed != turned, places);
    }

    Stack turned() {
      return turned(true);
    }

    private Factor factor() {
      return new Factor(first, transposed);
    }
  }

  /**
   * A batch of products of one form.
   *
   * @param mode says whether c is added to
   * @param at of the kernel that multiplies, for the matrices' addresses
   */
  static Product each(
      int count, Stack a, Stack b, Stack c, Target mode, double alpha, Operands<DeviceBuffer> at) {
    long[] all = new long[3 * count];
    for (int i = 0; i < count; i++) {
      all[i] = place(b.first(), b.places().element(i));
      all[count + i] = place(a.first(), a.places().element(i));
      all[2 * count + i] = place(c.first(), c.places().element(i));
    }
    DeviceBuffer keep = at.keep((long) NUMBERS * count);
    keep.upload(all);
    long bytes = (long) Long.BYTES * count;
    long[] addresses = {keep.address(), keep.address() + bytes, keep.address() + 2 * bytes};
    Target to = new Target(c.first(), mode.sink(), mode.added());
    return new Product(a.factor(), b.factor(), to, alpha, all, addresses, count);
  }

  private static long place(DeviceBuffer m, long element) {
    return m.address() + Float.BYTES * element;
  }

  @Override
  public void enqueue() {
    boolean added = to.adds();
    Blas.ProductForm form = added ? add : put;
    long m = form.m();
    long elements = m * form.k() + (long) form.k() * form.n() + m * form.n() * (added ? 2 : 1);
    lane.stream().countMoved(Float.BYTES * elements * Math.max(1, count));
    if (count == 0) {
      lane.blas().multiply(lane.handle(), form, first, second, result);
    } else {
      lane.blas().multiplyEach(lane.handle(), form, first, second, result, count);
    }
  }
}
