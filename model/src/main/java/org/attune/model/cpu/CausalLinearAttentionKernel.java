package org.attune.model.cpu;

import org.attune.model.primitive.LinearAttention;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/**
 * Causal {@link LinearAttention} in float32: within a block by its scores, before it by the sum of
 * {@code kᵀv} so far, so that the cost grows with the length and not with its square.
 */
public final class CausalLinearAttentionKernel implements Kernel {

  private static final int BLOCK = 64;

  private final LinearAttention primitive;
  private final Value y;
  private final int batch;
  private final int heads;
  private final int length;
  private final int width;
  private final int depth;
  private final int block;
  private final int blocks;
  private final float scale;

  private final Panel queries;
  private final Panel keys;
  private final Panel values;
  private final Panel out;
  private final Panel sums; // Σ kᵀv before each block
  private final Panel later; // Σ qᵀdy after the block
  private final Panel full;
  private final Panel lower; // a lower triangle; zeros above

  /**
   * @param primitive what is computed
   * @param y where to
   */
  public CausalLinearAttentionKernel(LinearAttention primitive, Value y) {
    this.primitive = primitive;
    this.y = y;
    batch = primitive.q().program().batch();
    heads = primitive.heads();
    length = primitive.q().length();
    width = primitive.q().columns() / heads;
    depth = primitive.v().columns() / heads;
    block = Math.min(length, BLOCK);
    blocks = (length + block - 1) / block;
    scale = (float) primitive.scale();
    queries = Panel.over(primitive.q().array(), block, width);
    keys = Panel.over(primitive.k().array(), block, width);
    values = Panel.over(primitive.v().array(), block, depth);
    out = Panel.over(y.array(), block, depth);
    sums = Panel.fresh(batch * heads * blocks, width, depth);
    later = Panel.fresh(1, width, depth);
    full = Panel.fresh(1, block, block);
    lower = Panel.fresh(1, block, block);
  }

  @Override
  public void forward(Pass pass) {
    Panel next = sums.sharing();
    for (int i = 0; i < batch * heads; i++) {
      sums.number((long) i * blocks).zero();
      for (int b = 0; b < blocks; b++) {
        goTo(i, b);
        goTo(out, i, b, depth);
        products(queries, keys);
        out.product(0, 1, lower, values);
        out.product(1, scale, queries, sums);
        if (b + 1 < blocks) {
          next.number((long) i * blocks + b + 1).copy(sums);
          next.productTN(1, 1, keys, values);
        }
      }
    }
  }

  @Override
  public void backward() {
    Value q = primitive.q();
    Value k = primitive.k();
    Value v = primitive.v();
    Panel dy = Panel.over(y.gradient(), block, depth);
    Panel dq = q.wantsGradient() ? Panel.over(q.gradient(), block, width) : null;
    Panel dk = k.wantsGradient() ? Panel.over(k.gradient(), block, width) : null;
    Panel dv = v.wantsGradient() ? Panel.over(v.gradient(), block, depth) : null;
    float betaQ = q.wantsGradient() ? q.beta() : 0;
    float betaK = k.wantsGradient() ? k.beta() : 0;
    float betaV = v.wantsGradient() ? v.beta() : 0;
    for (int i = 0; i < batch * heads; i++) {
      later.zero();
      for (int b = blocks - 1; b >= 0; b--) {
        goTo(i, b);
        goTo(dy, i, b, depth);
        products(dy, values);
        if (dq != null) {
          goTo(dq, i, b, width);
          dq.product(betaQ, 1, lower, keys);
          dq.productNT(1, scale, dy, sums);
        }
        if (dk != null) {
          goTo(dk, i, b, width);
          dk.productTN(betaK, 1, lower, queries);
          dk.productNT(1, scale, values, later);
        }
        if (dv != null) {
          products(queries, keys);
          goTo(dv, i, b, depth);
          dv.productTN(betaV, 1, lower, dy);
          dv.product(1, scale, keys, later);
        }
        later.productTN(1, 1, queries, dy);
      }
    }
  }

  /** {@code lower = scale a bᵀ}, what lies above the diagonal left out. */
  private void products(Panel a, Panel b) {
    full.productNT(0, scale, a, b);
    lower.copyLower(full);
  }

  private void goTo(int i, int b) {
    int count = Math.min(block, length - b * block);
    goTo(queries, i, b, width);
    goTo(keys, i, b, width);
    goTo(values, i, b, depth);
    sums.number((long) i * blocks + b);
    full.rows(count).columns(count);
    lower.rows(count).columns(count);
  }

  private void goTo(Panel panel, int i, int b, int columns) {
    panel
        .moveTo((long) (i / heads) * length + (long) b * block, (long) (i % heads) * columns)
        .rows(Math.min(block, length - b * block));
  }
}
