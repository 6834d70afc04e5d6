package org.attune.model.primitive;

import static org.attune.model.primitive.ReferenceProducts.product;
import static org.attune.model.primitive.ReferenceProducts.productNT;
import static org.attune.model.primitive.ReferenceProducts.productTN;

import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Intention: ridge regression of values on keys, evaluated at the queries, for each head of each
 * set (Garnelo and Czarnecki 2023). It computes {@code y = scale Q (KᵀK + λI)⁻¹ KᵀV}. With fewer
 * keys than features it computes the equal {@code scale QKᵀ (KKᵀ + λI)⁻¹ V}. {@link PseudoInverse}
 * covers λ = 0.
 *
 * @param q (B·queries, H·d)
 * @param k (B·keys, H·d)
 * @param v (B·keys, H·e)
 * @param heads H
 * @param lambda λ; not fixed at 0
 * @param scale sqrt(d) preserves the variance of the factor of the values; 1 applies no scaling
 */
public record Ridge(Value q, Value k, Value v, int heads, Lambda lambda, double scale)
    implements Primitive {

  public Ridge {
    Heads.width(q, heads);
    Heads.width(v, heads);
    if (q.columns() != k.columns() || v.rows() != k.rows()) {
      throw new IllegalArgumentException("Cannot regress %s on %s for %s".formatted(v, k, q));
    }
    lambda.requirePositive();
    lambda.require(q.batch(), heads);
  }

  /** The ridge prediction at the queries: (B·queries, H·e). */
  public static Value ridge(Value q, Value k, Value v, int heads, Lambda lambda, double scale) {
    return Program.of(q).add(new Ridge(q, k, v, heads, lambda, scale));
  }

  /** Whether to factor the matrix of the keys' products rather than that of their features. */
  public boolean dual() {
    return k.length() < k.columns() / heads;
  }

  @Override
  public List<Value> inputs() {
    return lambda.inputs(q, k, v);
  }

  @Override
  public int[] shape() {
    return new int[] {q.rows(), v.columns()};
  }

  @Override
  public double flops() {
    double n = k.length();
    double m = q.length();
    double d = (double) k.columns() / heads;
    double e = (double) v.columns() / heads;
    double each =
        dual()
            ? n * n * d + n * n * n / 3 + 2 * n * n * e + 2 * m * n * (d + e)
            : n * d * d + d * d * d / 3 + 2 * n * d * e + 2 * d * d * e + 2 * m * d * e;
    return each * heads * q.batch();
  }

  @Override
  public Formula formula(Arguments at) {
    return dual() ? new Dual(at).formula() : new Primal(at).formula();
  }

  /** The arguments that both forms read. */
  private abstract class Solved {
    final Argument q;
    final Argument k;
    final Argument v;
    final Argument y;
    final BoundLambda lambda;

    Solved(Arguments at) {
      q = at.in(0);
      k = at.in(1);
      v = at.in(2);
      y = at.out();
      lambda = BoundLambda.of(Ridge.this.lambda, at, 3);
    }
  }

  /**
   * What a forward pass leaves to its adjoint.
   *
   * @param gram the factors of the matrix that it solved for
   */
  private record Solution(MatrixFactors gram, INDArray solution) {}

  /** Computes W = M⁻¹KᵀV. */
  private final class Primal extends Solved {

    Primal(Arguments at) {
      super(at);
    }

    Formula formula() {
      return Formula.keeping(this::forward, this::backward);
    }

    private Solution forward(Pass pass) {
      INDArray keys = Heads.split(k, heads);
      MatrixFactors gram = MatrixFactors.positive(productTN(keys, keys), lambda); // KᵀK + λI
      INDArray w = gram.solve(productTN(keys, Heads.split(v, heads))); // (B, H, d, e)
      y.array().assign(Heads.join(product(Heads.split(q, heads), w).muli(scale)));
      return new Solution(gram, w);
    }

    private void backward(Solution kept) {
      INDArray w = kept.solution();
      INDArray keys = Heads.split(k, heads);
      INDArray dy = Heads.split(y.gradient(), q.batch(), heads).muli(scale);
      q.addGradient(() -> Heads.join(productNT(dy, w)));
      INDArray dw = productTN(Heads.split(q, heads), dy);
      INDArray z = kept.gram().solve(dw);
      INDArray dv = product(keys, z);
      v.addGradient(() -> Heads.join(dv));
      if (k.wantsGradient()) {
        INDArray residual = Heads.split(v, heads).subi(product(keys, w));
        INDArray dk = productNT(residual, z).subi(productNT(dv, w));
        k.addGradient(Heads.join(dk));
      }
      lambda.addGradient(lossByLambda(z, w));
    }
  }

  /** Computes A = (KKᵀ + λI)⁻¹V. */
  private final class Dual extends Solved {

    Dual(Arguments at) {
      super(at);
    }

    Formula formula() {
      return Formula.keeping(this::forward, this::backward);
    }

    private Solution forward(Pass pass) {
      INDArray keys = Heads.split(k, heads);
      MatrixFactors gram = MatrixFactors.positive(productNT(keys, keys), lambda); // KKᵀ + λI
      INDArray a = gram.solve(Heads.split(v, heads)); // (B, H, keys, e)
      INDArray scores = productNT(Heads.split(q, heads), keys);
      y.array().assign(Heads.join(product(scores, a).muli(scale)));
      return new Solution(gram, a);
    }

    private void backward(Solution kept) {
      INDArray a = kept.solution();
      INDArray keys = Heads.split(k, heads);
      INDArray queries = Heads.split(q, heads);
      INDArray dy = Heads.split(y.gradient(), q.batch(), heads).muli(scale);
      INDArray ds = productNT(dy, a);
      q.addGradient(() -> Heads.join(product(ds, keys)));
      INDArray b = kept.gram().solve(productTN(productNT(queries, keys), dy));
      v.addGradient(() -> Heads.join(b));
      if (k.wantsGradient()) {
        INDArray cross = productNT(b, a).addi(productNT(a, b));
        INDArray dk = productTN(ds, queries).subi(product(cross, keys));
        k.addGradient(Heads.join(dk));
      }
      lambda.addGradient(lossByLambda(b, a));
    }
  }

  /** The derivative by λ of each head: minus the sum of the solution times its adjoint. */
  static double[] lossByLambda(INDArray adjoint, INDArray solution) {
    return adjoint.mul(solution).sum(false, 2, 3).negi().dup('c').data().asDouble();
  }
}
