package org.attune.model.cpu;

import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** A product of matrices with its adjoint: {@code y (+)= a b} or {@code a b'}. */
final class Products {

  private final Value a;
  private final Value b;
  private final boolean transposed;
  private final Floats aValues;
  private final Floats bValues;
  private final Floats yValues;
  private final Floats aGradient;
  private final Floats bGradient;
  private final Floats yGradient;
  private final TransposedCopy turned; // of b where it is a parameter that is used transposed
  private final int m;
  private final int n;
  private final int k;

  Products(Value a, Value b, boolean transposed, Value y) {
    this.a = a;
    this.b = b;
    this.transposed = transposed;
    aValues = Floats.of(a.array());
    bValues = Floats.of(b.array());
    yValues = Floats.of(y.array());
    m = y.rows();
    n = y.columns();
    k = a.columns();
    boolean backward = y.gradient() != null;
    boolean used = transposed || (backward && a.wantsGradient());
    turned =
        used && b.isParameter() && Blas.multipliesInPieces() ? new TransposedCopy(bValues) : null;
    yGradient = backward ? Floats.of(y.gradient()) : null;
    aGradient = backward && a.wantsGradient() ? Floats.of(a.gradient()) : null;
    bGradient = backward && b.wantsGradient() ? Floats.of(b.gradient()) : null;
  }

  void forward(Pass pass, float beta) {
    if (turned != null && pass.changed()) {
      turned.refresh();
    }
    if (transposed) {
      timesTransposed(m, n, k, aValues, beta, yValues);
    } else {
      Blas.product(
          m,
          n,
          k,
          1,
          aValues.start(),
          aValues.stride,
          bValues.start(),
          bValues.stride,
          beta,
          yValues.start(),
          yValues.stride);
    }
  }

  void backward() {
    if (aGradient != null) {
      float beta = a.beta();
      if (transposed) { // da = dy b
        Blas.product(
            m,
            k,
            n,
            1,
            yGradient.start(),
            yGradient.stride,
            bValues.start(),
            bValues.stride,
            beta,
            aGradient.start(),
            aGradient.stride);
      } else { // da = dy b'
        timesTransposed(m, k, n, yGradient, beta, aGradient);
      }
    }
    if (bGradient != null) {
      float beta = b.beta();
      if (transposed) { // db = dy' a
        Blas.productTransposedA(
            n,
            k,
            m,
            1,
            yGradient.start(),
            yGradient.stride,
            aValues.start(),
            aValues.stride,
            beta,
            bGradient.start(),
            bGradient.stride);
      } else { // db = a' dy
        Blas.productTransposedA(
            k,
            n,
            m,
            1,
            aValues.start(),
            aValues.stride,
            yGradient.start(),
            yGradient.stride,
            beta,
            bGradient.start(),
            bGradient.stride);
      }
    }
  }

  /** {@code result (+)= factor b'}. */
  private void timesTransposed(
      int rows, int columns, int depth, Floats factor, float beta, Floats result) {
    if (turned != null) {
      Blas.product(
          rows,
          columns,
          depth,
          1,
          factor.start(),
          factor.stride,
          turned.start(),
          turned.stride,
          beta,
          result.start(),
          result.stride);
    } else {
      Blas.productTransposedB(
          rows,
          columns,
          depth,
          1,
          factor.start(),
          factor.stride,
          bValues.start(),
          bValues.stride,
          beta,
          result.start(),
          result.stride);
    }
  }
}
