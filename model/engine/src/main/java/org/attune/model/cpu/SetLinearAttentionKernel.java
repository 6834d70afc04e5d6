package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.LinearAttention;
import org.attune.model.program.Pass;

/** {@link LinearAttention} over all keys of a set: {@code y = scale Q (KᵀV)} for each head. */
final class SetLinearAttentionKernel extends PairKernel {

  private final int heads;
  private final float scale;
  private final HeadPanels queries;
  private final HeadPanels keys;
  private final HeadPanels values;
  private final HeadPanels out;
  private final Panel sums; // KᵀV of each head, (d, e)
  private final Panel bySums; // the loss's derivative by KᵀV

  SetLinearAttentionKernel(LinearAttention p, Operands<Floats> at) {
    super(at);
    heads = p.heads();
    scale = (float) p.scale();
    queries = HeadPanels.ofTokens(input, heads, p.q().length());
    keys = HeadPanels.ofTokens(second, heads, p.k().length());
    values = HeadPanels.ofTokens(at.in(2), heads, p.k().length());
    out = HeadPanels.ofTokens(output, heads, p.q().length());
    int d = p.k().columns() / heads;
    int e = p.v().columns() / heads;
    sums = Floats.kept(at, at.batch() * heads, d, e);
    bySums = Floats.kept(at, 1, d, e);
  }

  @Override
  public void forward(Pass pass) {
    for (int i = 0; i < at.batch() * heads; i++) {
      Panel sum = sums.number(i);
      sum.productTN(0, 1, keys.at(i), values.at(i));
      out.at(i).product(0, scale, queries.at(i), sum);
    }
  }

  @Override
  public void backward() {
    HeadPanels given = out.over(gradient);
    HeadPanels dq = queries.over(toInput);
    HeadPanels dk = keys.over(toSecond);
    HeadPanels dv = values.over(at.sink(2));
    for (int i = 0; i < at.batch() * heads; i++) {
      Panel dy = given.at(i);
      if (dq != null) {
        dq.at(i).productNT(HeadPanels.beta(toInput), scale, dy, sums.number(i));
      }
      bySums.productTN(0, scale, queries.at(i), dy);
      if (dk != null) {
        dk.at(i).productNT(HeadPanels.beta(toSecond), 1, values.at(i), bySums);
      }
      if (dv != null) {
        dv.at(i).product(HeadPanels.beta(at.sink(2)), 1, keys.at(i), bySums);
      }
    }
  }
}
