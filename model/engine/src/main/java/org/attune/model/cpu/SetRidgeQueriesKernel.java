package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.BoundLambda;
import org.attune.model.primitive.RidgeQueries;
import org.attune.model.program.Pass;

/** {@link RidgeQueries} over all keys of a set, with one Cholesky factor per head. */
final class SetRidgeQueriesKernel extends PairKernel {

  private final BoundLambda lambda;
  private final int heads;
  private final HeadPanels queries;
  private final HeadPanels keys;
  private final HeadPanels out;
  private final Panel factors;
  private final Panel z; // the loss's derivative by the queries
  private final Panel cross; // uᵀz + zᵀu

  SetRidgeQueriesKernel(RidgeQueries p, Operands<Floats> at) {
    super(at);
    lambda = LearnedLambda.of(p.lambda(), at, 2);
    heads = p.heads();
    queries = HeadPanels.ofTokens(input, heads, p.q().length());
    keys = HeadPanels.ofTokens(second, heads, p.k().length());
    out = HeadPanels.ofTokens(output, heads, p.q().length());
    int width = p.q().columns() / heads;
    factors = Floats.kept(at, at.batch() * heads, width, width);
    z = Floats.kept(at, 1, p.q().length(), width);
    cross = Floats.kept(at, 1, width, width);
  }

  @Override
  public void forward(Pass pass) {
    for (int i = 0; i < at.batch() * heads; i++) {
      Panel factor = factors.number(i);
      factor.gram(0, keys.at(i));
      factor.addToDiagonal((float) lambda.at(i / heads, i % heads));
      Positive.require(factor, pass, i / heads, i % heads);
      Panel u = out.at(i);
      u.copy(queries.at(i));
      u.divide(factor);
    }
  }

  @Override
  public void backward() {
    HeadPanels dy = out.over(gradient);
    HeadPanels dq = queries.over(toInput);
    HeadPanels dk = keys.over(toSecond);
    double[] byLambda = new double[at.batch() * heads];
    for (int i = 0; i < byLambda.length; i++) {
      Panel u = out.at(i);
      z.copy(dy.at(i));
      z.divide(factors.number(i));
      if (dq != null) {
        dq.at(i).add(HeadPanels.beta(toInput), z);
      }
      if (dk != null) {
        cross.productTN(0, 1, u, z);
        cross.productTN(1, 1, z, u);
        dk.at(i).product(HeadPanels.beta(toSecond), -1, keys.at(i), cross);
      }
      byLambda[i] = -z.dot(u);
    }
    lambda.addGradient(byLambda);
  }
}
