package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.BoundLambda;
import org.attune.model.primitive.SolveRight;
import org.attune.model.program.Pass;

/**
 * {@link SolveRight} in float32, matrix by matrix: by Cholesky, or by elimination with pivots for
 * matrices that need not be symmetric. It keeps the factors for the adjoint, which is one more
 * solve.
 */
final class SolveRightKernel extends PairKernel {

  private final BoundLambda lambda;
  private final boolean symmetric;
  private final int heads;
  private final int n;
  private final int rows;
  private final int count;
  private final Panel s;
  private final Panel a;
  private final Panel y;
  private final Panel factors;
  private final int[][] orders; // row orders, if there are pivots
  private final Panel ds;

  private SolveRightKernel(SolveRight p, Operands<Floats> at) {
    super(at);
    lambda = LearnedLambda.of(p.lambda(), at, 2);
    symmetric = p.symmetric();
    heads = p.s().size(1);
    n = p.a().size(2);
    rows = p.s().size(2);
    count = p.s().size(0) * heads;
    s = input.panel(rows, n);
    a = second.panel(n, n);
    y = output.panel(rows, n);
    factors = Floats.kept(at, count, n, n);
    orders = new int[symmetric ? 0 : count][n];
    ds = Floats.kept(at, 1, rows, n);
  }

  /** Solves by a factor, or by the pseudo-inverse for symmetric matrices at λ = 0. */
  static Kernel of(SolveRight p, Operands<Floats> at) {
    return p.symmetric() && p.lambda().isZero()
        ? new PseudoSolveKernel(p, at)
        : new SolveRightKernel(p, at);
  }

  @Override
  public void forward(Pass pass) {
    for (int i = 0; i < count; i++) {
      Panel factor = factors.number(i);
      factor.copy(a.number(i));
      factor.addToDiagonal((float) lambda.at(i / heads, i % heads));
      y.number(i).copy(s.number(i));
      if (symmetric) {
        Positive.require(factor, pass, i / heads, i % heads);
        y.divide(factor);
      } else {
        eliminate(factor, pass, i);
        y.divideRight(factor, orders[i]);
      }
    }
  }

  private void eliminate(Panel matrix, Pass pass, int i) {
    if (!matrix.eliminate(orders[i])) {
      throw new ArithmeticException(
          "Cannot solve for sequence %d, head %d: the matrix is singular or not finite; raise lambda"
              .formatted(pass.firstExample() + i / heads, i % heads));
    }
  }

  @Override
  public void backward() {
    Panel dy = gradient.panel(rows, n);
    double[] byLambda = new double[count];
    for (int i = 0; i < count; i++) {
      Panel factor = factors.number(i);
      y.number(i);
      ds.copy(dy.number(i));
      if (symmetric) {
        ds.divide(factor);
      } else {
        ds.divideRightTransposed(factor, orders[i]);
      }
      if (toInput.wanted()) {
        toInput.buffer().panel(rows, n).number(i).add(HeadPanels.beta(toInput), ds);
      }
      if (toSecond.wanted()) {
        Panel da = toSecond.buffer().panel(n, n).number(i);
        da.productTN(HeadPanels.beta(toSecond), -1, y, ds);
      }
      byLambda[i] = -ds.dot(y);
    }
    lambda.addGradient(byLambda);
  }
}
