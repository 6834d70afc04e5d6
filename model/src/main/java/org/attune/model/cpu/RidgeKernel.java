package org.attune.model.cpu;

import org.attune.model.primitive.Lambda;
import org.attune.model.primitive.Ridge;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/**
 * {@link Ridge} in float32, head by head: Cholesky by LAPACK, the rest products by BLAS. The factor
 * and the solution of each head are kept for the adjoint, which is one more solve.
 */
public final class RidgeKernel implements Kernel {

  private final Ridge ridge;
  private final Value y;
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
   * @param ridge what is computed; its λ is not 0
   * @param y where to
   */
  public RidgeKernel(Ridge ridge, Value y) {
    this.ridge = ridge;
    this.y = y;
    batch = ridge.q().program().batch();
    heads = ridge.heads();
    m = ridge.q().length();
    n = ridge.k().length();
    d = ridge.k().columns() / heads;
    e = ridge.v().columns() / heads;
    scale = (float) ridge.scale();
    queries = Panel.over(ridge.q().array(), m, d);
    keys = Panel.over(ridge.k().array(), n, d);
    values = Panel.over(ridge.v().array(), n, e);
    out = Panel.over(y.array(), m, e);
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
    queries.moveTo((long) b * m, (long) h * d);
    keys.moveTo((long) b * n, (long) h * d);
    values.moveTo((long) b * n, (long) h * e);
    out.moveTo((long) b * m, (long) h * e);
  }

  private void factor(Panel gram, int b, int h) {
    Lambda lambda = ridge.lambda();
    gram.addToDiagonal((float) lambda.at(b, h));
    Positive.require(gram, b, h);
  }

  /** What is known of the gradients in one backward pass; a panel is null where none is wanted. */
  private final class Gradients {
    final Panel dy = Panel.over(y.gradient(), m, e);
    final Panel dq = panel(ridge.q(), m, d);
    final float betaQ = beta(ridge.q());
    final Panel dv = panel(ridge.v(), n, e);
    final float betaV = beta(ridge.v());
    final Panel dk = panel(ridge.k(), n, d);
    final float betaK = beta(ridge.k());
    final double[] byLambda = new double[batch * heads];

    private Panel panel(Value value, int rows, int columns) {
      return value.wantsGradient() ? Panel.over(value.gradient(), rows, columns) : null;
    }

    private float beta(Value value) {
      return value.wantsGradient() ? value.beta() : 0;
    }

    void goTo(int b, int h) {
      RidgeKernel.this.goTo(b, h);
      dy.moveTo((long) b * m, (long) h * e);
      if (dq != null) {
        dq.moveTo((long) b * m, (long) h * d);
      }
      if (dv != null) {
        dv.moveTo((long) b * n, (long) h * e);
      }
      if (dk != null) {
        dk.moveTo((long) b * n, (long) h * d);
      }
    }
  }

  /** By W = (KᵀK + λI)⁻¹KᵀV. */
  private final class Primal implements Kernel {
    private final Panel factor = Panel.fresh(batch * heads, d, d);
    private final Panel w = Panel.fresh(batch * heads, d, e);
    private final Panel z = Panel.fresh(1, d, e); // (KᵀK + λI)⁻¹ dW
    private final Panel cross = Panel.fresh(1, d, d); // WZᵀ + ZWᵀ

    @Override
    public void forward(Pass pass) {
      for (int i = 0; i < batch * heads; i++) {
        goTo(i / heads, i % heads);
        factor.number(i).gram(0, keys);
        factor(factor, i / heads, i % heads);
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
      ridge.lambda().addGradient(g.byLambda);
    }
  }

  /** By S = QKᵀ(KKᵀ + λI)⁻¹, which mixes the values. */
  private final class Dual implements Kernel {
    private final Panel factor = Panel.fresh(batch * heads, n, n);
    private final Panel s = Panel.fresh(batch * heads, m, n);
    private final Panel byScores = Panel.fresh(1, m, n); // the loss by QKᵀ
    private final Panel cross = Panel.fresh(1, n, n); // the loss by KKᵀ, negative

    @Override
    public void forward(Pass pass) {
      for (int i = 0; i < batch * heads; i++) {
        goTo(i / heads, i % heads);
        factor.number(i).gramOfRows(keys);
        factor(factor, i / heads, i % heads);
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
      ridge.lambda().addGradient(g.byLambda);
    }
  }
}
