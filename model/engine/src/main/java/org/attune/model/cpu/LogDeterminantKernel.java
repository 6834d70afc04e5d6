package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.BoundLambda;
import org.attune.model.primitive.LogDeterminant;
import org.attune.model.program.Pass;

/** {@link LogDeterminant} by Cholesky factors, which it keeps for the adjoint. */
final class LogDeterminantKernel extends CpuKernel {

  private final BoundLambda lambda;
  private final int heads;
  private final int n;
  private final int count;
  private final Panel a;
  private final Panel factors;
  private final Panel inverse;

  LogDeterminantKernel(LogDeterminant p, Operands<Floats> at) {
    super(at);
    lambda = LearnedLambda.of(p.lambda(), at, 1);
    heads = p.a().size(1);
    n = p.a().size(2);
    count = p.a().size(0) * heads;
    a = input.panel(n, n);
    factors = Floats.kept(at, count, n, n);
    inverse = Floats.kept(at, 1, n, n);
  }

  @Override
  public void forward(Pass pass) {
    for (int i = 0; i < count; i++) {
      Panel factor = factors.number(i);
      factor.copy(a.number(i));
      factor.addToDiagonal((float) lambda.at(i / heads, i % heads));
      Positive.require(factor, pass, i / heads, i % heads);
      double log = 0;
      for (int d = 0; d < n; d++) {
        log += 2 * Math.log(factor.get(d, d));
      }
      output.at(i, 0, (float) log);
    }
  }

  /** {@code dA = dy (A + λI)⁻¹}, and its trace for λ. */
  @Override
  public void backward() {
    double[] byLambda = new double[count];
    for (int i = 0; i < count; i++) {
      inverse.zero();
      inverse.addToDiagonal(gradient.at(i, 0));
      inverse.solve(factors.number(i));
      if (toInput.wanted()) {
        toInput.buffer().panel(n, n).number(i).add(HeadPanels.beta(toInput), inverse);
      }
      for (int d = 0; d < n; d++) {
        byLambda[i] += inverse.get(d, d);
      }
    }
    lambda.addGradient(byLambda);
  }
}
