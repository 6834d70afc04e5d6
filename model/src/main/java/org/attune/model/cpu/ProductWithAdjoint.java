package org.attune.model.cpu;

import org.attune.model.cpu.linear.PackedMatrix;
import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/**
 * A matrix product with its adjoint: {@code y (+)= a b} or {@code a bᵀ}. If b is a parameter, it is
 * packed once a step, for both passes.
 */
final class ProductWithAdjoint {

  private final boolean transposed;
  private final Floats bValues;
  private final Panel a;
  private final Panel b;
  private final Panel y;
  private final Panel yGradient;
  private final Sink<Floats> aGradient;
  private final Sink<Floats> bGradient;
  private final PackedMatrix ahead; // the packed factor of a; null if b is no parameter
  private final PackedMatrix back; // the packed factor of y's gradient

  /**
   * @param first the index of argument a; b follows it
   * @param second b
   */
  ProductWithAdjoint(Operands<Floats> at, int first, Value second, boolean transposed) {
    this.transposed = transposed;
    bValues = at.in(first + 1);
    a = whole(at.in(first));
    b = whole(bValues);
    y = whole(at.out());
    yGradient = at.backward() ? whole(at.outGradient()) : null;
    aGradient = at.sink(first);
    bGradient = at.sink(first + 1);
    int inner = transposed ? bValues.columns : bValues.rows;
    int outer = transposed ? bValues.rows : bValues.columns;
    boolean kept = second.isParameter();
    ahead = kept ? packed(at, inner, outer) : null;
    back = kept && aGradient.wanted() ? packed(at, outer, inner) : null;
  }

  private static PackedMatrix packed(Operands<Floats> at, int rows, int columns) {
    return new PackedMatrix(rows, columns, at.keep(PackedMatrix.size(rows, columns)).data);
  }

  private static Panel whole(Floats matrix) {
    return matrix.panel(matrix.rows, matrix.columns);
  }

  void forward(Pass pass, float beta) {
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

  void backward() {
    if (aGradient.wanted()) {
      Panel da = whole(aGradient.buffer());
      float beta = HeadPanels.beta(aGradient);
      if (back != null) {
        da.product(beta, 1, yGradient, back);
      } else if (transposed) {
        da.product(beta, 1, yGradient, b);
      } else {
        da.productNT(beta, 1, yGradient, b);
      }
    }
    if (bGradient.wanted()) {
      Panel db = whole(bGradient.buffer());
      float beta = HeadPanels.beta(bGradient);
      if (transposed) {
        db.productTN(beta, 1, yGradient, a);
      } else {
        db.productTN(beta, 1, a, yGradient);
      }
    }
  }
}
