package org.attune.model.cpu;

import java.util.Arrays;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.SolveRight;
import org.attune.model.primitive.SymmetricInverse;
import org.attune.model.program.Pass;

/**
 * {@link SolveRight} by a symmetric matrix at λ = 0, in float64, because eigenvalues near 0 would
 * disturb float32. A matrix equal to that of the previous sequence, as for learned landmarks, is
 * decomposed only once.
 */
final class PseudoSolveKernel extends PairKernel {

  private final int heads;
  private final int rows;
  private final int n;
  private final SymmetricInverse[] inverses;

  PseudoSolveKernel(SolveRight p, Operands<Floats> at) {
    super(at);
    heads = p.s().size(1);
    rows = p.s().size(2);
    n = p.a().size(2);
    inverses = new SymmetricInverse[p.s().size(0) * heads];
  }

  @Override
  public void forward(Pass pass) {
    for (int i = 0; i < inverses.length; i++) {
      inverses[i] = again(i) ? inverses[i - heads] : inverse(i);
      Array2DRowRealMatrix s = Doubles.matrix(input, i * rows, rows);
      Doubles.write(s.multiply(inverses[i].matrix()), output, i * rows);
    }
  }

  private SymmetricInverse inverse(int i) {
    return SymmetricInverse.of(Doubles.matrix(second, i * n, n), Math.ulp(1f));
  }

  /** Whether the matrix equals that of the same head in the previous sequence, bit by bit. */
  private boolean again(int i) {
    if (i < heads) {
      return false;
    }
    for (int r = 0; r < n; r++) {
      int row = second.row(i * n + r);
      int before = second.row((i - heads) * n + r);
      if (!Arrays.equals(second.data, row, row + n, second.data, before, before + n)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void backward() {
    for (int i = 0; i < inverses.length; i++) {
      Array2DRowRealMatrix dy = Doubles.matrix(gradient, i * rows, rows);
      if (toInput.wanted()) {
        Doubles.give(dy.multiply(inverses[i].matrix()), toInput, i * rows);
      }
      if (toSecond.wanted()) {
        Array2DRowRealMatrix s = Doubles.transposed(input, i * rows, rows);
        Doubles.give(inverses[i].derivative(s.multiply(dy)), toSecond, i * n);
      }
    }
  }
}
