package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.LinearAttention;
import org.attune.model.program.Pass;

/** {@link LinearAttention} over all keys of a set: {@code y = scale Q (KᵀV)} for each head. */
final class SetLinearAttentionKernel implements Kernel {

  private final Operands<Floats> at;
  private final int heads;
  private final float scale;
  private final HeadPanels queries;
  private final HeadPanels keys;
  private final HeadPanels values;
  private final HeadPanels out;
  private final int from;
  private final int to;
  private final Panel sums; // KᵀV of each head, (d, e)
  private final Panel bySums; // the loss's derivative by KᵀV

  SetLinearAttentionKernel(LinearAttention p, Operands<Floats> at) {
    this.at = at;
    heads = p.heads();
    scale = (float) p.scale();
    from = p.q().length();
    to = p.k().length();
    queries = HeadPanels.ofTokens(at.in(0), heads, from);
    keys = HeadPanels.ofTokens(at.in(1), heads, to);
    values = HeadPanels.ofTokens(at.in(2), heads, to);
    out = HeadPanels.ofTokens(at.out(), heads, from);
    int d = p.k().columns() / heads;
    int e = p.v().columns() / heads;
    sums = Floats.kept(at, at.batch() * heads, d, e);
    bySums = Floats.kept(at, 1, d, e);
  }

  @Override
  public void forward(Pass pass) {
    for (int b = 0; b < at.batch(); b++) {
      for (int h = 0; h < heads; h++) {
        Panel sum = sums.number(b * heads + h);
        sum.productTN(0, 1, keys.at(b, h), values.at(b, h));
        out.at(b, h).product(0, scale, queries.at(b, h), sum);
      }
    }
  }

  @Override
  public void backward() {
    HeadPanels given = HeadPanels.ofTokens(at.outGradient(), heads, from);
    HeadPanels dq = panels(at.sink(0), from);
    HeadPanels dk = panels(at.sink(1), to);
    HeadPanels dv = panels(at.sink(2), to);
    for (int b = 0; b < at.batch(); b++) {
      for (int h = 0; h < heads; h++) {
        Panel dy = given.at(b, h);
        if (dq != null) {
          Panel sum = sums.number(b * heads + h);
          dq.at(b, h).productNT(HeadPanels.beta(at.sink(0)), scale, dy, sum);
        }
        bySums.productTN(0, scale, queries.at(b, h), dy);
        if (dk != null) {
          dk.at(b, h).productNT(HeadPanels.beta(at.sink(1)), 1, values.at(b, h), bySums);
        }
        if (dv != null) {
          dv.at(b, h).product(HeadPanels.beta(at.sink(2)), 1, keys.at(b, h), bySums);
        }
      }
    }
  }

  private HeadPanels panels(Sink<Floats> sink, int length) {
    return sink.wanted() ? HeadPanels.ofTokens(sink.buffer(), heads, length) : null;
  }
}
