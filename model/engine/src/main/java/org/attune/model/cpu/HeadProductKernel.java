package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Mix;
import org.attune.model.primitive.Scores;
import org.attune.model.primitive.StackProduct;
import org.attune.model.program.Pass;

/**
 * {@code y = scale a b} for each head of each sequence, one product each; at most one factor is
 * transposed.
 */
final class HeadProductKernel extends PairKernel {

  private final int count;
  private final float scale;
  private final HeadPanels a;
  private final boolean aTransposed;
  private final HeadPanels b;
  private final boolean bTransposed;
  private final HeadPanels y;
  private final HeadPanels dy;

  private HeadProductKernel(
      Operands<Floats> at,
      int count,
      double scale,
      HeadPanels a,
      boolean aTransposed,
      HeadPanels b,
      boolean bTransposed,
      HeadPanels y) {
    super(at);
    this.count = count;
    this.scale = (float) scale;
    this.a = a;
    this.aTransposed = aTransposed;
    this.b = b;
    this.bTransposed = bTransposed;
    this.y = y;
    dy = at.backward() ? y.over(gradient) : y;
  }

  /** {@code y_i = sum_j a_ij v_j}. */
  static HeadProductKernel mix(Mix p, Operands<Floats> at) {
    int heads = p.weights().size(1);
    int queries = p.weights().size(2);
    HeadPanels weights = HeadPanels.ofMatrices(at.in(0), heads, queries);
    HeadPanels values = HeadPanels.ofTokens(at.in(1), heads, p.weights().size(3));
    HeadPanels read = HeadPanels.ofTokens(at.out(), heads, queries);
    return new HeadProductKernel(at, at.batch() * heads, 1, weights, false, values, false, read);
  }

  /** {@code s_ij = scale q_i·k_j}. */
  static HeadProductKernel scores(Scores p, Operands<Floats> at) {
    int heads = p.heads();
    HeadPanels queries = HeadPanels.ofTokens(at.in(0), heads, p.q().length());
    HeadPanels keys = HeadPanels.ofTokens(at.in(1), heads, p.k().length());
    HeadPanels scores = HeadPanels.ofMatrices(at.out(), heads, p.q().length());
    int count = at.batch() * heads;
    return new HeadProductKernel(at, count, p.scale(), queries, false, keys, true, scores);
  }

  /** {@link StackProduct}, one product per matrix. */
  static HeadProductKernel stacks(StackProduct p, Operands<Floats> at) {
    int heads = p.a().size(1);
    int count = p.a().size(0) * heads;
    HeadPanels a = HeadPanels.ofMatrices(at.in(0), heads, p.a().size(2));
    HeadPanels b = HeadPanels.ofMatrices(at.in(1), heads, p.b().size(2));
    HeadPanels y = HeadPanels.ofMatrices(at.out(), heads, at.out().rows / count);
    return new HeadProductKernel(at, count, 1, a, p.aTransposed(), b, p.bTransposed(), y);
  }

  @Override
  public void forward(Pass pass) {
    for (int i = 0; i < count; i++) {
      product(y.at(i), 0, a.at(i), aTransposed, b.at(i), bTransposed);
    }
  }

  @Override
  public void backward() {
    HeadPanels da = a.over(toInput);
    for (int i = 0; da != null && i < count; i++) {
      if (aTransposed) { // b dyᵀ
        product(da.at(i), HeadPanels.beta(toInput), b.at(i), false, dy.at(i), true);
      } else { // dy bᵀ, or dy b if y is a bᵀ
        product(da.at(i), HeadPanels.beta(toInput), dy.at(i), false, b.at(i), !bTransposed);
      }
    }
    HeadPanels db = b.over(toSecond);
    for (int i = 0; db != null && i < count; i++) {
      if (bTransposed) { // dyᵀ a
        product(db.at(i), HeadPanels.beta(toSecond), dy.at(i), true, a.at(i), false);
      } else { // aᵀ dy, or a dy if y is aᵀ b
        product(db.at(i), HeadPanels.beta(toSecond), a.at(i), !aTransposed, dy.at(i), false);
      }
    }
  }

  /** {@code c = beta c + scale left right}, with at most one factor transposed. */
  private void product(
      Panel c,
      float beta,
      Panel left,
      boolean leftTransposed,
      Panel right,
      boolean rightTransposed) {
    if (leftTransposed) {
      c.productTN(beta, scale, left, right);
    } else if (rightTransposed) {
      c.productNT(beta, scale, left, right);
    } else {
      c.product(beta, scale, left, right);
    }
  }
}
