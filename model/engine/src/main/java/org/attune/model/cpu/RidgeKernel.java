package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.BoundLambda;
import org.attune.model.primitive.Ridge;
import org.attune.model.program.Pass;
import org.jspecify.annotations.Nullable;

/**
 * {@link Ridge} in float32, head by head: a Cholesky factor, otherwise products. It keeps the
 * factor and the solution of each head for the adjoint, which is one more solve.
 */
final class RidgeKernel extends PairKernel {

  private final BoundLambda lambda;
  private final int heads;
  private final int count; // heads of all sequences
  private final float scale;
  private final HeadPanels queries; // (m, d)
  private final HeadPanels keys; // (n, d)
  private final HeadPanels values; // (n, e)
  private final HeadPanels out; // (m, e)
  private final Form form;

  /**
   * @param ridge the primitive; its λ is not 0
   */
  RidgeKernel(Ridge ridge, Operands<Floats> at) {
    super(at);
    lambda = LearnedLambda.of(ridge.lambda(), at, 3);
    heads = ridge.heads();
    count = at.batch() * heads;
    scale = (float) ridge.scale();
    int m = ridge.q().length();
    int n = ridge.k().length();
    queries = HeadPanels.ofTokens(input, heads, m);
    keys = HeadPanels.ofTokens(second, heads, n);
    values = HeadPanels.ofTokens(at.in(2), heads, n);
    out = HeadPanels.ofTokens(output, heads, m);
    form =
        ridge.dual()
            ? new Dual(m, n)
            : new Primal(ridge.k().columns() / heads, ridge.v().columns() / heads);
  }

  @Override
  public void forward(Pass pass) {
    for (int i = 0; i < count; i++) {
      form.forward(i, pass);
    }
  }

  @Override
  public void backward() {
    Gradients g =
        new Gradients(
            out.over(gradient),
            queries.over(toInput),
            keys.over(toSecond),
            values.over(at.sink(2)));
    double[] byLambda = new double[count];
    for (int i = 0; i < count; i++) {
      byLambda[i] = form.backward(i, g);
    }
    lambda.addGradient(byLambda);
  }

  private void factor(Panel gram, Pass pass, int i) {
    gram.addToDiagonal((float) lambda.at(i / heads, i % heads));
    Positive.require(gram, pass, i / heads, i % heads);
  }

  /** The gradients of one backward pass; those after the first are null if not wanted. */
  private record Gradients(
      HeadPanels dy, @Nullable HeadPanels dq, @Nullable HeadPanels dk, @Nullable HeadPanels dv) {}

  /** How one head is solved. */
  private interface Form {

    void forward(int i, Pass pass);

    /** Contributes the gradients of a head, and returns that of its λ. */
    double backward(int i, Gradients g);
  }

  /** Computes W = (KᵀK + λI)⁻¹KᵀV. */
  private final class Primal implements Form {
    private final Panel factor;
    private final Panel w;
    private final Panel z; // (KᵀK + λI)⁻¹ dW
    private final Panel cross; // WZᵀ + ZWᵀ

    Primal(int d, int e) {
      factor = Floats.kept(at, count, d, d);
      w = Floats.kept(at, count, d, e);
      z = Floats.kept(at, 1, d, e);
      cross = Floats.kept(at, 1, d, d);
    }

    @Override
    public void forward(int i, Pass pass) {
      factor.number(i).gram(0, keys.at(i));
      factor(factor, pass, i);
      w.number(i).productTN(0, 1, keys.at(i), values.at(i));
      w.solve(factor);
      out.at(i).product(0, scale, queries.at(i), w);
    }

    @Override
    public double backward(int i, Gradients g) {
      Panel dy = g.dy.at(i);
      factor.number(i);
      w.number(i);
      if (g.dq != null) {
        g.dq.at(i).productNT(HeadPanels.beta(toInput), scale, dy, w);
      }
      z.productTN(0, scale, queries.at(i), dy);
      z.solve(factor);
      if (g.dv != null) {
        g.dv.at(i).product(HeadPanels.beta(at.sink(2)), 1, keys.at(i), z);
      }
      if (g.dk != null) {
        Panel dk = g.dk.at(i);
        dk.productNT(HeadPanels.beta(toSecond), 1, values.at(i), z);
        cross.productNT(0, 1, w, z);
        cross.productNT(1, 1, z, w);
        dk.product(1, -1, keys.at(i), cross);
      }
      return -z.dot(w);
    }
  }

  /** Computes S = QKᵀ(KKᵀ + λI)⁻¹, which mixes the values. */
  private final class Dual implements Form {
    private final Panel factor;
    private final Panel s;
    private final Panel byScores; // the loss's derivative by QKᵀ
    private final Panel cross; // minus the loss's derivative by KKᵀ

    Dual(int m, int n) {
      factor = Floats.kept(at, count, n, n);
      s = Floats.kept(at, count, m, n);
      byScores = Floats.kept(at, 1, m, n);
      cross = Floats.kept(at, 1, n, n);
    }

    @Override
    public void forward(int i, Pass pass) {
      factor.number(i).gramOfRows(keys.at(i));
      factor(factor, pass, i);
      s.number(i).productNT(0, 1, queries.at(i), keys.at(i));
      s.divide(factor);
      out.at(i).product(0, scale, s, values.at(i));
    }

    @Override
    public double backward(int i, Gradients g) {
      Panel dy = g.dy.at(i);
      factor.number(i);
      s.number(i);
      if (g.dv != null) {
        g.dv.at(i).productTN(HeadPanels.beta(at.sink(2)), scale, s, dy);
      }
      byScores.productNT(0, scale, dy, values.at(i));
      byScores.divide(factor);
      if (g.dq != null) {
        g.dq.at(i).product(HeadPanels.beta(toInput), 1, byScores, keys.at(i));
      }
      if (g.dk != null) {
        Panel dk = g.dk.at(i);
        dk.productTN(HeadPanels.beta(toSecond), 1, byScores, queries.at(i));
        cross.zero();
        cross.addCross(s, byScores);
        dk.subtractSymmetric(cross, keys.at(i));
      }
      return -byScores.dot(s);
    }
  }
}
