package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.BoundLambda;
import org.attune.model.primitive.Ridge;
import org.attune.model.program.Pass;

/**
 * {@link Ridge} in float32, head by head: a Cholesky factor, otherwise products. It keeps the
 * factor and the solution of each head for the adjoint, which is one more solve.
 */
final class RidgeKernel implements Kernel {

  private final Operands<Floats> at;
  private final BoundLambda lambda;
  private final Kernel form;
  private final int batch;
  private final int heads;
  private final int m; // queries
  private final int n; // keys
  private final int d; // features
  private final int e; // columns of the values
  private final float scale;
  private final Panel queries;
  private final Panel keys;
  private final Panel values;
  private final Panel out;

  /**
   * @param ridge the primitive; its λ is not 0
   */
  RidgeKernel(Ridge ridge, Operands<Floats> at) {
    this.at = at;
    lambda = LearnedLambda.of(ridge.lambda(), at, 3);
    batch = at.batch();
    heads = ridge.heads();
    m = ridge.q().length();
    n = ridge.k().length();
    d = ridge.k().columns() / heads;
    e = ridge.v().columns() / heads;
    scale = (float) ridge.scale();
    queries = at.in(0).panel(m, d);
    keys = at.in(1).panel(n, d);
    values = at.in(2).panel(n, e);
    out = at.out().panel(m, e);
    form = ridge.dual() ? new Dual() : new Primal();
  }

  @Override
  public void forward(Pass pass) {
    form.forward(pass);
  }

  @Override
  public void backward() {
    form.backward();
  }

  private void goTo(int b, int h) {
    queries.moveTo(b * m, h * d);
    keys.moveTo(b * n, h * d);
    values.moveTo(b * n, h * e);
    out.moveTo(b * m, h * e);
  }

  private void factor(Panel gram, Pass pass, int b, int h) {
    gram.addToDiagonal((float) lambda.at(b, h));
    Positive.require(gram, pass, b, h);
  }

  /** The gradients of one backward pass; a panel is null if no gradient is wanted. */
  private final class Gradients {
    final Panel dy = at.outGradient().panel(m, e);
    final Panel dq = panel(at.sink(0), m, d);
    final float betaQ = HeadPanels.beta(at.sink(0));
    final Panel dk = panel(at.sink(1), n, d);
    final float betaK = HeadPanels.beta(at.sink(1));
    final Panel dv = panel(at.sink(2), n, e);
    final float betaV = HeadPanels.beta(at.sink(2));
    final double[] byLambda = new double[batch * heads];

    private Panel panel(Sink<Floats> sink, int rows, int columns) {
      return sink.wanted() ? sink.buffer().panel(rows, columns) : null;
    }

    void goTo(int b, int h) {
      RidgeKernel.this.goTo(b, h);
      dy.moveTo(b * m, h * e);
      if (dq != null) {
        dq.moveTo(b * m, h * d);
      }
      if (dv != null) {
        dv.moveTo(b * n, h * e);
      }
      if (dk != null) {
        dk.moveTo(b * n, h * d);
      }
    }
  }

  /** Computes W = (KᵀK + λI)⁻¹KᵀV. */
  private final class Primal implements Kernel {
    private final Panel factor = Floats.kept(at, batch * heads, d, d);
    private final Panel w = Floats.kept(at, batch * heads, d, e);
    private final Panel z = Floats.kept(at, 1, d, e); // (KᵀK + λI)⁻¹ dW
    private final Panel cross = Floats.kept(at, 1, d, d); // WZᵀ + ZWᵀ

    @Override
    public void forward(Pass pass) {
      for (int i = 0; i < batch * heads; i++) {
        goTo(i / heads, i % heads);
        factor.number(i).gram(0, keys);
        factor(factor, pass, i / heads, i % heads);
        w.number(i).productTN(0, 1, keys, values);
        w.solve(factor);
        out.product(0, scale, queries, w);
      }
    }

    @Override
    public void backward() {
      Gradients g = new Gradients();
      for (int i = 0; i < batch * heads; i++) {
        g.goTo(i / heads, i % heads);
        factor.number(i);
        w.number(i);
        if (g.dq != null) {
          g.dq.productNT(g.betaQ, scale, g.dy, w);
        }
        z.productTN(0, scale, queries, g.dy);
        z.solve(factor);
        if (g.dv != null) {
          g.dv.product(g.betaV, 1, keys, z);
        }
        if (g.dk != null) {
          g.dk.productNT(g.betaK, 1, values, z);
          cross.productNT(0, 1, w, z);
          cross.productNT(1, 1, z, w);
          g.dk.product(1, -1, keys, cross);
        }
        g.byLambda[i] = -z.dot(w);
      }
      lambda.addGradient(g.byLambda);
    }
  }

  /** Computes S = QKᵀ(KKᵀ + λI)⁻¹, which mixes the values. */
  private final class Dual implements Kernel {
    private final Panel factor = Floats.kept(at, batch * heads, n, n);
    private final Panel s = Floats.kept(at, batch * heads, m, n);
    private final Panel byScores = Floats.kept(at, 1, m, n); // the loss's derivative by QKᵀ
    private final Panel cross = Floats.kept(at, 1, n, n); // minus the loss's derivative by KKᵀ

    @Override
    public void forward(Pass pass) {
      for (int i = 0; i < batch * heads; i++) {
        goTo(i / heads, i % heads);
        factor.number(i).gramOfRows(keys);
        factor(factor, pass, i / heads, i % heads);
        s.number(i).productNT(0, 1, queries, keys);
        s.divideRightTransposed(factor);
        s.divideRight(factor);
        out.product(0, scale, s, values);
      }
    }

    @Override
    public void backward() {
      Gradients g = new Gradients();
      for (int i = 0; i < batch * heads; i++) {
        g.goTo(i / heads, i % heads);
        factor.number(i);
        s.number(i);
        if (g.dv != null) {
          g.dv.productTN(g.betaV, scale, s, g.dy);
        }
        byScores.productNT(0, scale, g.dy, values);
        byScores.divideRightTransposed(factor);
        byScores.divideRight(factor);
        if (g.dq != null) {
          g.dq.product(g.betaQ, 1, byScores, keys);
        }
        if (g.dk != null) {
          g.dk.productTN(g.betaK, 1, byScores, queries);
          cross.zero();
          cross.addCross(s, byScores);
          g.dk.subtractSymmetric(cross, keys);
        }
        g.byLambda[i] = -byScores.dot(s);
      }
      lambda.addGradient(g.byLambda);
    }
  }
}
