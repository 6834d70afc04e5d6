package org.attune.model.cpu;

import org.attune.model.cpu.linear.PackedMatrix;
import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Matmul;
import org.attune.model.primitive.Residual;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;
import org.jspecify.annotations.Nullable;

/**
 * A matrix product: {@code y = a b}, {@code y = a bᵀ} or {@code y = x + a b}. In x's own place, the
 * product accumulates the sum. If b is a parameter, it is packed once a step, for both passes.
 */
final class ProductKernel extends CpuKernel {

  private final boolean adds; // whether x is the first argument
  private final boolean transposed;
  private final Floats bValues;
  private final Panel a;
  private final Panel b;
  private final Panel y;
  private final Panel dy;
  private final Sink<Floats> toA;
  private final Sink<Floats> toB;
  private final @Nullable PackedMatrix
      ahead; // the packed factor of a; null if b is not a parameter
  private final @Nullable PackedMatrix back; // the packed factor of y's gradient

  private ProductKernel(Operands<Floats> at, boolean adds, Value second, boolean transposed) {
    super(at);
    this.adds = adds;
    this.transposed = transposed;
    int first = adds ? 1 : 0;
    bValues = at.in(first + 1);
    a = whole(at.in(first));
    b = whole(bValues);
    y = whole(output);
    dy = at.backward() ? whole(gradient) : y;
    toA = at.sink(first);
    toB = at.sink(first + 1);
    int inner = transposed ? bValues.columns : bValues.rows;
    int outer = transposed ? bValues.rows : bValues.columns;
    boolean kept = second.isParameter();
    ahead = kept ? packed(at, inner, outer) : null;
    back = kept && toA.wanted() ? packed(at, outer, inner) : null;
  }

  static ProductKernel matmul(Matmul p, Operands<Floats> at) {
    return new ProductKernel(at, false, p.b(), p.transposed());
  }

  static ProductKernel residual(Residual p, Operands<Floats> at) {
    return new ProductKernel(at, true, p.w(), false);
  }

  private static PackedMatrix packed(Operands<Floats> at, int rows, int columns) {
    return new PackedMatrix(rows, columns, at.keep(PackedMatrix.size(rows, columns)).data);
  }

  private static Panel whole(Floats matrix) {
    return matrix.panel(matrix.rows, matrix.columns);
  }

  @Override
  public void forward(Pass pass) {
    if (adds && !at.inPlace()) {
      output.copy(input);
    }
    float beta = adds ? 1 : 0;
    if (ahead != null) {
      if (pass.changed()) {
        pack();
      }
      y.product(beta, 1, a, ahead);
    } else if (transposed) {
      y.productNT(beta, 1, a, b);
    } else {
      y.product(beta, 1, a, b);
    }
  }

  private void pack() {
    PackedMatrix asItLies = transposed ? back : ahead;
    PackedMatrix turned = transposed ? ahead : back;
    if (asItLies != null) {
      asItLies.pack(bValues.data, bValues.start, bValues.stride);
    }
    if (turned != null) {
      turned.packTransposed(bValues.data, bValues.start, bValues.stride);
    }
  }

  @Override
  public void backward() {
    if (toA.wanted()) {
      Panel da = whole(toA.buffer());
      float beta = HeadPanels.beta(toA);
      if (back != null) {
        da.product(beta, 1, dy, back);
      } else if (transposed) {
        da.product(beta, 1, dy, b);
      } else {
        da.productNT(beta, 1, dy, b);
      }
    }
    if (toB.wanted()) {
      Panel db = whole(toB.buffer());
      float beta = HeadPanels.beta(toB);
      if (transposed) {
        db.productTN(beta, 1, dy, a);
      } else {
        db.productTN(beta, 1, a, dy);
      }
    }
    if (adds && toInput.wanted()) {
      Floats.give(toInput, gradient);
    }
  }
}
