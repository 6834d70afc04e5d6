package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.LinearAttention;
import org.attune.model.program.Pass;

/**
 * Causal {@link LinearAttention} in float32. Within a block it uses scores; for earlier tokens it
 * uses the running sum of {@code kᵀv}. The cost grows linearly with the length, not quadratically.
 */
final class CausalLinearAttentionKernel extends PairKernel {

  private static final int BLOCK = 64;

  private final Sink<Floats> valueGradient;
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

  CausalLinearAttentionKernel(LinearAttention primitive, Operands<Floats> at) {
    super(at);
    valueGradient = at.sink(2);
    heads = primitive.heads();
    length = primitive.q().length();
    width = primitive.q().columns() / heads;
    depth = primitive.v().columns() / heads;
    block = Math.min(length, BLOCK);
    blocks = (length + block - 1) / block;
    scale = (float) primitive.scale();
    queries = input.panel(block, width);
    keys = second.panel(block, width);
    values = at.in(2).panel(block, depth);
    out = output.panel(block, depth);
    sums = Floats.keptForAdjoint(at, at.batch() * heads * blocks, width, depth);
    later = Floats.kept(at, 1, width, depth);
    full = Floats.kept(at, 1, block, block);
    lower = Floats.kept(at, 1, block, block);
  }

  @Override
  public void forward(Pass pass) {
    Panel next = sums.sharing();
    for (int i = 0; i < at.batch() * heads; i++) {
      sums.number(i * blocks).zero();
      for (int b = 0; b < blocks; b++) {
        goTo(i, b);
        goTo(out, i, b, depth);
        products(queries, keys);
        out.product(0, 1, lower, values);
        out.product(1, scale, queries, sums);
        if (b + 1 < blocks) {
          next.number(i * blocks + b + 1).copy(sums);
          next.productTN(1, 1, keys, values);
        }
      }
    }
  }

  @Override
  public void backward() {
    Panel dy = gradient.panel(block, depth);
    Panel dq = panel(toInput, block, width);
    Panel dk = panel(toSecond, block, width);
    Panel dv = panel(valueGradient, block, depth);
    float betaQ = HeadPanels.beta(toInput);
    float betaK = HeadPanels.beta(toSecond);
    float betaV = HeadPanels.beta(valueGradient);
    for (int i = 0; i < at.batch() * heads; i++) {
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

  /** {@code lower = scale a bᵀ}, on and below the diagonal only. */
  private void products(Panel a, Panel b) {
    full.productNT(0, scale, a, b);
    lower.copyLower(full);
  }

  private void goTo(int i, int b) {
    int count = Math.min(block, length - b * block);
    goTo(queries, i, b, width);
    goTo(keys, i, b, width);
    goTo(values, i, b, depth);
    sums.number(i * blocks + b);
    full.rows(count).columns(count);
    lower.rows(count).columns(count);
  }

  private void goTo(Panel panel, int i, int b, int columns) {
    panel
        .moveTo((i / heads) * length + b * block, (i % heads) * columns)
        .rows(Math.min(block, length - b * block));
  }
}
