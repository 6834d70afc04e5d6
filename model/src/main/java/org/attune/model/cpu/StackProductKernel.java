package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.StackProduct;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@link StackProduct}, one product per matrix; at most one factor is transposed. */
final class StackProductKernel implements Kernel {

  private final boolean aTransposed;
  private final boolean bTransposed;
  private final Operands<Floats> at;
  private final int count;
  private final Panel a;
  private final Panel b;
  private final Panel y;

  StackProductKernel(StackProduct p, Operands<Floats> at) {
    this.at = at;
    aTransposed = p.aTransposed();
    bTransposed = p.bTransposed();
    count = p.a().size(0) * p.a().size(1);
    a = each(at.in(0), p.a());
    b = each(at.in(1), p.b());
    y = at.out().panel(at.out().rows / count, at.out().columns);
  }

  private static Panel each(Floats stack, Value value) {
    return stack.panel(value.size(2), value.size(3));
  }

  @Override
  public void forward(Pass pass) {
    for (int i = 0; i < count; i++) {
      product(y.number(i), 0, a.number(i), aTransposed, b.number(i), bTransposed);
    }
  }

  @Override
  public void backward() {
    Panel dy = at.outGradient().panel(y.rows(), y.columns());
    Sink<Floats> toA = at.sink(0);
    if (toA.wanted()) {
      Panel da = toA.buffer().panel(a.rows(), a.columns());
      for (int i = 0; i < count; i++) {
        if (aTransposed) { // b dyᵀ
          product(da.number(i), HeadPanels.beta(toA), b.number(i), false, dy.number(i), true);
        } else { // dy bᵀ, or dy b if y is a bᵀ
          Panel right = b.number(i);
          product(da.number(i), HeadPanels.beta(toA), dy.number(i), false, right, !bTransposed);
        }
      }
    }
    Sink<Floats> toB = at.sink(1);
    if (toB.wanted()) {
      Panel db = toB.buffer().panel(b.rows(), b.columns());
      for (int i = 0; i < count; i++) {
        if (bTransposed) { // dyᵀ a
          product(db.number(i), HeadPanels.beta(toB), dy.number(i), true, a.number(i), false);
        } else { // aᵀ dy, or a dy if y is aᵀ b
          Panel left = a.number(i);
          product(db.number(i), HeadPanels.beta(toB), left, !aTransposed, dy.number(i), false);
        }
      }
    }
  }

  private static void product(
      Panel c, float beta, Panel left, boolean leftTurned, Panel right, boolean rightTurned) {
    if (leftTurned) {
      c.productTN(beta, 1, left, right);
    } else if (rightTurned) {
      c.productNT(beta, 1, left, right);
    } else {
      c.product(beta, 1, left, right);
    }
  }
}
