package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.indexing.NDArrayIndex;

/**
 * The key-query convolution of multi-token attention (Golovneva et al. 2025, arXiv 2504.00927):
 *
 * <pre>{@code
 * y_ij = sum over a in [0, c_q), b in [-(c_k / 2), c_k - c_k / 2) of theta_ab s_(i-a)(j-b)
 * }</pre>
 *
 * Here s counts as zero outside the sequence and for keys later than their query. The output is
 * also zero for keys later than the query; mask them before a softmax.
 *
 * @param scores (B, H, T, T)
 * @param kernel (H, c_q · c_k): theta of each head, row a, column {@code b + c_k / 2}
 * @param queries c_q, at least 1
 * @param keys c_k, odd
 */
public record ScoreConvolution(Value scores, Value kernel, int queries, int keys)
    implements Binary {

  public ScoreConvolution {
    if (queries < 1 || keys < 1 || keys % 2 == 0) {
      throw new IllegalArgumentException(
          "Invalid kernel: %d queries by %d keys (at least 1; keys odd)".formatted(queries, keys));
    }
    if (kernel.rows() != scores.size(1) || kernel.columns() != queries * keys) {
      throw new IllegalArgumentException(
          "Cannot convolve %s by %s of %d x %d".formatted(scores, kernel, queries, keys));
    }
    if (scores.size(2) != scores.size(3)) {
      throw new IllegalArgumentException("Cannot convolve %s: not square".formatted(scores));
    }
  }

  /** Each head's causal scores, convolved over queries and keys; zero for later keys. */
  public static Value scoreConvolution(Value scores, Value kernel, int queries, int keys) {
    return Program.of(scores).add(new ScoreConvolution(scores, kernel, queries, keys));
  }

  @Override
  public double flops() {
    double seen = scores.size(2) * (scores.size(2) + 1) / 2.0;
    return 2.0 * scores.size(0) * scores.size(1) * seen * queries * keys;
  }

  /** {@inheritDoc} The scores of the queries before that a kernel spans. */
  @Override
  public long state() {
    return (long) (queries - 1) * scores.size(1) * scores.size(3);
  }

  @Override
  public Formula formula(Argument scores, Argument kernel, Argument y) {
    int length = scores.size(2);
    INDArray visible = Mask.CAUSAL.visible(y.array().dataType(), length, length);
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        INDArray masked = scores.array().mul(visible); // (B, H, T, T)
        INDArray sum = masked.ulike().assign(0);
        for (int tap = 0; tap < queries * keys; tap++) {
          if (reaches(tap)) {
            INDArray term = from(masked, tap).mul(theta(tap));
            to(sum, tap).addi(term);
          }
        }
        y.array().assign(sum.muli(visible));
      }

      @Override
      public void backward() {
        INDArray dy = y.gradient().mul(visible);
        if (scores.wantsGradient()) {
          INDArray ds = dy.ulike().assign(0);
          for (int tap = 0; tap < queries * keys; tap++) {
            if (reaches(tap)) {
              from(ds, tap).addi(to(dy, tap).mul(theta(tap)));
            }
          }
          scores.addGradient(ds.muli(visible));
        }
        if (kernel.wantsGradient()) {
          INDArray masked = scores.array().mul(visible);
          INDArray dTheta = kernel.array().dup('c').assign(0);
          for (int tap = 0; tap < queries * keys; tap++) {
            if (reaches(tap)) {
              INDArray product = from(masked, tap).mul(to(dy, tap));
              dTheta
                  .getColumn(tap)
                  .assign(product.dup('c').sum(false, 0, 2, 3).reshape(kernel.rows()));
            }
          }
          kernel.addGradient(dTheta);
        }
      }

      private boolean reaches(int tap) {
        return tap / keys < length && Math.abs(tap % keys - keys / 2) < length;
      }

      /** (1, H, 1, 1): a tap's weight in each head. */
      private INDArray theta(int tap) {
        return kernel.array().dup('c').getColumn(tap).dup('c').reshape('c', 1, kernel.rows(), 1, 1);
      }

      /** The scores that a tap reads: s at (i - a, j - b). */
      private INDArray from(INDArray s, int tap) {
        int a = tap / keys;
        int b = tap % keys - keys / 2;
        return part(s, 0, length - a, Math.max(0, -b), length - Math.max(0, b));
      }

      /** The elements that a tap adds to: y at (i, j). */
      private INDArray to(INDArray s, int tap) {
        int a = tap / keys;
        int b = tap % keys - keys / 2;
        return part(s, a, length, Math.max(0, b), length - Math.max(0, -b));
      }
    };
  }

  private static INDArray part(INDArray s, int top, int bottom, int left, int right) {
    return s.get(
        NDArrayIndex.all(),
        NDArrayIndex.all(),
        NDArrayIndex.interval(top, bottom),
        NDArrayIndex.interval(left, right));
  }
}
