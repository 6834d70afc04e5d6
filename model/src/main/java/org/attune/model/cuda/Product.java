package org.attune.model.cuda;

import org.attune.model.cuda.device.Blas;
import org.attune.model.engine.Sink;

/**
 * {@code c = alpha op(a) op(b)}, stored in or added to c, by cuBLAS. cuBLAS is column-major and
 * these matrices are row-major, so it computes {@code c' = op(b)' op(a)'}.
 */
final class Product implements Work {

  private final Lane lane;
  private final Blas.Form put;
  private final Blas.Form add;
  private final Sink<DeviceBuffer> sink; // null: the mode is fixed
  private final boolean adds;
  private final long first;
  private final long second;
  private final long result;
  private final int count; // 0: a single product of the matrices themselves

  private Product(
      Factor a,
      Factor b,
      DeviceBuffer c,
      double alpha,
      Sink<DeviceBuffer> sink,
      boolean adds,
      long[] addresses,
      int count,
      boolean aligned) {
    lane = c.lane();
    int inner = a.transposed() ? a.matrix().rows() : a.matrix().columns();
    boolean reduced = lane.reduced() && aligned;
    put = form(a, b, c, inner, (float) alpha, 0, reduced);
    add = form(a, b, c, inner, (float) alpha, 1, reduced);
    this.sink = sink;
    this.adds = adds;
    first = addresses[0];
    second = addresses[1];
    result = addresses[2];
    this.count = count;
  }

  private static Blas.Form form(
      Factor a, Factor b, DeviceBuffer c, int inner, float alpha, float beta, boolean reduced) {
    return new Blas.Form(
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

  /** A product that overwrites c. */
  static Product put(Factor a, Factor b, DeviceBuffer c, double alpha) {
    return single(a, b, c, alpha, null, false);
  }

  /** A product added to c. */
  static Product add(Factor a, Factor b, DeviceBuffer c, double alpha) {
    return single(a, b, c, alpha, null, true);
  }

  /** A product written to a gradient's sink. */
  static Product give(Factor a, Factor b, Sink<DeviceBuffer> to, double alpha) {
    return single(a, b, to.buffer(), alpha, to, false);
  }

  private static Product single(
      Factor a, Factor b, DeviceBuffer c, double alpha, Sink<DeviceBuffer> sink, boolean adds) {
    long[] own = {b.matrix().address(), a.matrix().address(), c.address()};
    return new Product(a, b, c, alpha, sink, adds, own, 0, aligned(a, b, c, own));
  }

  /** The offset of each matrix in a batch, in elements after the first. */
  @FunctionalInterface
  interface Places {
    long element(int i);
  }

  /** A batch of products of one form, given by the offsets of its matrices. */
  record Each(int count, Places a, Places b, Places c) {}

  /**
   * A batch of products of one form.
   *
   * @param sink decides between overwriting and adding; null to overwrite
   * @param keep memory for the matrices' addresses: six four-byte elements for each product
   */
  static Product each(
      Factor a,
      Factor b,
      DeviceBuffer c,
      double alpha,
      Sink<DeviceBuffer> sink,
      Each each,
      DeviceBuffer keep) {
    return each(a, b, c, alpha, sink, false, each, keep);
  }

  /** A batch of products of one form; without a sink, {@code adds} says whether c is added to. */
  static Product each(
      Factor a,
      Factor b,
      DeviceBuffer c,
      double alpha,
      Sink<DeviceBuffer> sink,
      boolean adds,
      Each each,
      DeviceBuffer keep) {
    int n = each.count();
    long[] all = new long[3 * n];
    for (int i = 0; i < n; i++) {
      all[i] = place(b.matrix(), each.b().element(i));
      all[n + i] = place(a.matrix(), each.a().element(i));
      all[2 * n + i] = place(c, each.c().element(i));
    }
    keep.upload(all);
    long bytes = (long) Long.BYTES * n;
    long[] addresses = {keep.address(), keep.address() + bytes, keep.address() + 2 * bytes};
    return new Product(a, b, c, alpha, sink, adds, addresses, n, aligned(a, b, c, all));
  }

  private static long place(DeviceBuffer m, long element) {
    return m.address() + Float.BYTES * element;
  }

  @Override
  public void enqueue() {
    boolean added = sink == null ? adds : sink.adds();
    Blas.Form form = added ? add : put;
    long m = form.m();
    long elements = m * form.k() + (long) form.k() * form.n() + m * form.n() * (added ? 2 : 1);
    lane.stream().moves(Float.BYTES * elements * Math.max(1, count));
    if (count == 0) {
      lane.blas().multiply(lane.handle(), form, first, second, result);
    } else {
      lane.blas().multiplyEach(lane.handle(), form, first, second, result, count);
    }
  }
}
