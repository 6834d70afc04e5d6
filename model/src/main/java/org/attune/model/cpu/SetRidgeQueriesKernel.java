package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.BoundLambda;
import org.attune.model.primitive.RidgeQueries;
import org.attune.model.program.Pass;

/** {@link RidgeQueries} over all keys of a set, with one Cholesky factor per head. */
final class SetRidgeQueriesKernel implements Kernel {

  private final Operands<Floats> at;
  private final BoundLambda lambda;
  private final int heads;
  private final int from;
  private final int to;
  private final HeadPanels queries;
  private final HeadPanels keys;
  private final HeadPanels out;
  private final Panel factors;
  private final Panel z; // the loss's derivative by the queries
  private final Panel cross; // uᵀz + zᵀu

  SetRidgeQueriesKernel(RidgeQueries p, Operands<Floats> at) {
    this.at = at;
    lambda = LearnedLambda.of(p.lambda(), at, 2);
    heads = p.heads();
    from = p.q().length();
    to = p.k().length();
    queries = HeadPanels.ofTokens(at.in(0), heads, from);
    keys = HeadPanels.ofTokens(at.in(1), heads, to);
    out = HeadPanels.ofTokens(at.out(), heads, from);
    int width = p.q().columns() / heads;
    factors = Floats.kept(at, at.batch() * heads, width, width);
    z = Floats.kept(at, 1, from, width);
    cross = Floats.kept(at, 1, width, width);
  }

  @Override
  public void forward(Pass pass) {
    for (int b = 0; b < at.batch(); b++) {
      for (int h = 0; h < heads; h++) {
        Panel factor = factors.number(b * heads + h);
        factor.gram(0, keys.at(b, h));
        factor.addToDiagonal((float) lambda.at(b, h));
        Positive.require(factor, pass, b, h);
        Panel u = out.at(b, h);
        u.copy(queries.at(b, h));
        divide(u, factor);
      }
    }
  }

  private static void divide(Panel rows, Panel factor) {
    rows.divideRightTransposed(factor);
    rows.divideRight(factor);
  }

  @Override
  public void backward() {
    HeadPanels given = HeadPanels.ofTokens(at.outGradient(), heads, from);
    double[] byLambda = new double[at.batch() * heads];
    for (int b = 0; b < at.batch(); b++) {
      for (int h = 0; h < heads; h++) {
        z.copy(given.at(b, h));
        divide(z, factors.number(b * heads + h));
        if (at.sink(0).wanted()) {
          HeadPanels dq = HeadPanels.ofTokens(at.sink(0).buffer(), heads, from);
          dq.at(b, h).add(HeadPanels.beta(at.sink(0)), z);
        }
        if (at.sink(1).wanted()) {
          HeadPanels dk = HeadPanels.ofTokens(at.sink(1).buffer(), heads, to);
          cross.productTN(0, 1, out.at(b, h), z);
          cross.productTN(1, 1, z, out.at(b, h));
          dk.at(b, h).product(HeadPanels.beta(at.sink(1)), -1, keys.at(b, h), cross);
        }
        byLambda[b * heads + h] = -z.dot(out.at(b, h));
      }
    }
    lambda.addGradient(byLambda);
  }
}
