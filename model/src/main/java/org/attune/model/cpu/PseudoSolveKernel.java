package org.attune.model.cpu;

import org.apache.commons.math3.linear.RealMatrix;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.SolveRight;
import org.attune.model.primitive.SymmetricInverse;
import org.attune.model.program.Pass;

/**
 * {@link SolveRight} by a symmetric matrix at λ = 0, in float64: what eigenvalues near 0 do to
 * float32 would be seen.
 */
final class PseudoSolveKernel implements Kernel {

  private final Operands<Floats> at;
  private final int rows;
  private final int n;
  private final SymmetricInverse[] inverses;

  PseudoSolveKernel(SolveRight p, Operands<Floats> at) {
    this.at = at;
    rows = p.s().size(2);
    n = p.a().size(2);
    inverses = new SymmetricInverse[p.s().size(0) * p.s().size(1)];
  }

  @Override
  public void forward(Pass pass) {
    for (int i = 0; i < inverses.length; i++) {
      RealMatrix a = Doubles.matrix(at.in(1), i * n, n);
      inverses[i] = SymmetricInverse.of(a, Math.ulp(1f));
      RealMatrix s = Doubles.matrix(at.in(0), i * rows, rows);
      Doubles.write(s.multiply(inverses[i].matrix()), at.out(), i * rows);
    }
  }

  @Override
  public void backward() {
    for (int i = 0; i < inverses.length; i++) {
      RealMatrix dy = Doubles.matrix(at.outGradient(), i * rows, rows);
      if (at.sink(0).wanted()) {
        Doubles.give(dy.multiply(inverses[i].matrix()), at.sink(0), i * rows);
      }
      if (at.sink(1).wanted()) {
        RealMatrix s = Doubles.matrix(at.in(0), i * rows, rows);
        Doubles.give(inverses[i].derivative(s.transpose().multiply(dy)), at.sink(1), i * n);
      }
    }
  }
}
