package org.attune.model.primitive;

import static org.attune.model.primitive.ReferenceProducts.product;
import static org.attune.model.primitive.ReferenceProducts.productTN;

import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsOutput;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Queries times the inverse Gram matrix of the keys they may see, for each head: {@code u_i = q_i
 * (Σ_j k_jᵀk_j + λI)⁻¹}. Their scores {@code u_i·k_j} are ridge regression's weights of the values.
 *
 * <p>Under a causal mask the sum grows with i (science 3.1). The reference kernel updates the
 * inverse by the Sherman-Morrison formula; the fast kernel updates it a block of rows at a time.
 * Both take O(T d²).
 *
 * @param q (B·queries, H·d)
 * @param k (B·keys, H·d)
 * @param heads H
 * @param lambda λ; not fixed at 0
 * @param mask which keys a query sees
 */
public record RidgeQueries(Value q, Value k, int heads, Lambda lambda, Mask mask)
    implements KeepsOutput {

  public RidgeQueries {
    Heads.width(q, heads);
    if (q.columns() != k.columns() || (mask == Mask.CAUSAL && q.rows() != k.rows())) {
      throw new IllegalArgumentException("Cannot divide %s by the Gram of %s".formatted(q, k));
    }
    lambda.require(q.batch(), heads);
    lambda.requirePositive();
  }

  /** Queries whose scores are ridge regression's weights: (B·queries, H·d). */
  public static Value ridgeQueries(Value q, Value k, int heads, Lambda lambda, Mask mask) {
    return Program.of(q).add(new RidgeQueries(q, k, heads, lambda, mask));
  }

  @Override
  public List<Value> inputs() {
    return lambda.inputs(q, k);
  }

  @Override
  public double flops() {
    double d = (double) k.columns() / heads;
    double perKey = (mask == Mask.CAUSAL ? 6 : 1) * d * d;
    return (perKey * k.rows() + 2 * d * d * q.rows()) * heads;
  }

  /** {@inheritDoc} The inverse of the Gram matrix, (d, d) for each head. */
  @Override
  public long state() {
    return (long) k.columns() * k.columns() / heads;
  }

  @Override
  public Formula formula(Arguments at) {
    return mask == Mask.CAUSAL ? new Causal(at) : new Set(at).formula();
  }

  /** The arguments that both forms read. */
  private abstract class Divided {
    final Argument q;
    final Argument k;
    final Argument u;
    final BoundLambda lambda;

    Divided(Arguments at) {
      q = at.in(0);
      k = at.in(1);
      u = at.out();
      lambda = BoundLambda.of(RidgeQueries.this.lambda, at, 2);
    }
  }

  /** Shares one Gram matrix among all queries of a set. */
  private final class Set extends Divided {

    Set(Arguments at) {
      super(at);
    }

    Formula formula() {
      return Formula.keeping(this::forward, this::backward);
    }

    private MatrixFactors forward(Pass pass) {
      INDArray keys = Heads.split(k, heads);
      MatrixFactors gram = MatrixFactors.positive(productTN(keys, keys), lambda);
      u.array().assign(Heads.join(divided(gram, Heads.split(q, heads))));
      return gram;
    }

    private void backward(MatrixFactors gram) {
      INDArray keys = Heads.split(k, heads);
      INDArray du = Heads.split(u.gradient(), q.batch(), heads);
      INDArray z = divided(gram, du);
      q.addGradient(() -> Heads.join(z));
      INDArray answer = Heads.split(u, heads);
      if (k.wantsGradient()) {
        INDArray byGram = productTN(answer, z);
        byGram = byGram.add(byGram.permute(0, 1, 3, 2).dup('c')); // (B, H, d, d), symmetric
        INDArray dk = product(keys, byGram).negi();
        k.addGradient(Heads.join(dk));
      }
      lambda.addGradient(Ridge.lossByLambda(z, answer));
    }

    /** Rows times the inverse. */
    private INDArray divided(MatrixFactors gram, INDArray rows) {
      INDArray columns = rows.permute(0, 1, 3, 2).dup('c');
      return gram.solve(columns).permute(0, 1, 3, 2).dup('c');
    }
  }

  /**
   * Works token by token on the host, in float64, on the inverse of the Gram matrix so far. It
   * starts from I/λ.
   */
  private final class Causal extends Divided implements Formula {
    private final int length;
    private final int width;

    Causal(Arguments at) {
      super(at);
      length = q.length();
      width = q.columns() / heads;
    }

    @Override
    public void forward(Pass pass) {
      u.array().assign(Heads.join(divided(Heads.split(q, heads))));
    }

    @Override
    public void backward() {
      INDArray z = divided(Heads.split(u.gradient(), q.batch(), heads));
      q.addGradient(() -> Heads.join(z));
      if (k.wantsGradient()) {
        double[] keys = RealArrays.of(Heads.split(k, heads));
        double[] dk = new double[keys.length];
        byKeys(keys, RealArrays.of(Heads.split(u, heads)), RealArrays.of(z), dk);
        k.addGradient(Heads.join(stack(dk)));
      }
      lambda.addGradient(Ridge.lossByLambda(z, Heads.split(u, heads)));
    }

    /** Row t times the inverse of the sum up to t. */
    private INDArray divided(INDArray stack) {
      double[] rows = RealArrays.of(stack);
      double[] keys = RealArrays.of(Heads.split(k, heads));
      double[] answer = new double[rows.length];
      for (int i = 0; i < q.batch() * heads; i++) {
        double[] inverse = new double[width * width];
        for (int d = 0; d < width; d++) {
          inverse[d * width + d] = 1 / lambda.at(i / heads, i % heads);
        }
        for (int t = 0; t < length; t++) {
          int row = (i * length + t) * width;
          double[] pk = times(inverse, keys, row);
          double denominator = 1;
          for (int d = 0; d < width; d++) {
            denominator += keys[row + d] * pk[d];
          }
          for (int r = 0; r < width; r++) {
            for (int c = 0; c < width; c++) {
              inverse[r * width + c] -= pk[r] * pk[c] / denominator;
            }
          }
          System.arraycopy(times(inverse, rows, row), 0, answer, row, width);
        }
      }
      return stack(answer);
    }

    /** {@code dk_j = -Σ_{t≥j} (z_t (u_t·k_j) + u_t (z_t·k_j))}, accumulated from the end. */
    private void byKeys(double[] keys, double[] u, double[] z, double[] dk) {
      for (int i = 0; i < q.batch() * heads; i++) {
        double[] sum = new double[width * width];
        for (int t = length - 1; t >= 0; t--) {
          int row = (i * length + t) * width;
          for (int r = 0; r < width; r++) {
            for (int c = 0; c < width; c++) {
              sum[r * width + c] -= z[row + r] * u[row + c] + u[row + r] * z[row + c];
            }
          }
          System.arraycopy(times(sum, keys, row), 0, dk, row, width);
        }
      }
    }

    private double[] times(double[] matrix, double[] rows, int row) {
      double[] product = new double[width];
      for (int r = 0; r < width; r++) {
        for (int c = 0; c < width; c++) {
          product[r] += matrix[r * width + c] * rows[row + c];
        }
      }
      return product;
    }

    private INDArray stack(double[] all) {
      return Nd4j.createFromArray(all)
          .castTo(q.array().dataType())
          .reshape('c', q.batch(), heads, length, width);
    }
  }
}
