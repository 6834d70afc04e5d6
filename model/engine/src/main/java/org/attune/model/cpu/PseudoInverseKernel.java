package org.attune.model.cpu;

import org.apache.commons.math3.linear.RealMatrix;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.PseudoInverse;
import org.attune.model.program.Pass;

/** {@link PseudoInverse} in float64, by its own formulas, head by head. */
final class PseudoInverseKernel extends CpuKernel {

  private final int n;
  private final int d;
  private final int count;

  PseudoInverseKernel(PseudoInverse p, Operands<Floats> at) {
    super(at);
    n = p.a().size(2);
    d = p.a().size(3);
    count = p.a().size(0) * p.a().size(1);
  }

  @Override
  public void forward(Pass pass) {
    for (int i = 0; i < count; i++) {
      RealMatrix a = Doubles.matrix(input, i * n, n);
      Doubles.write(PseudoInverse.inverse(a, Math.ulp(1f)), output, i * d);
    }
  }

  @Override
  public void backward() {
    for (int i = 0; i < count; i++) {
      RealMatrix a = Doubles.matrix(input, i * n, n);
      RealMatrix p = Doubles.matrix(output, i * d, d);
      RealMatrix dp = Doubles.matrix(gradient, i * d, d);
      Doubles.give(PseudoInverse.adjoint(a, p, dp), toInput, i * n);
    }
  }
}
