package org.attune.model.primitive;

import static org.attune.model.primitive.ReferenceProducts.product;
import static org.attune.model.primitive.ReferenceProducts.productNT;
import static org.attune.model.primitive.ReferenceProducts.productTN;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsOutput;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.ops.transforms.Transforms;

/**
 * {@code s_ij = exp(-γ‖q_i - k_j‖²)} for each head: the Gaussian kernel.
 *
 * @param q (B·queries, H·d)
 * @param k (B·keys, H·d)
 * @param heads H
 * @param gamma γ, positive
 */
public record GaussianScores(Value q, Value k, int heads, double gamma)
    implements Binary, KeepsOutput {

  public GaussianScores {
    Heads.width(q, heads);
    if (q.columns() != k.columns()) {
      throw new IllegalArgumentException("Cannot compare %s with %s".formatted(q, k));
    }
    if (!(gamma > 0)) {
      throw new IllegalArgumentException("Invalid gamma: " + gamma + " (positive)");
    }
  }

  /** The Gaussian kernel of every query with every key of its head and sequence. */
  public static Value gaussianScores(Value q, Value k, int heads, double gamma) {
    return Program.of(q).add(new GaussianScores(q, k, heads, gamma));
  }

  @Override
  public int[] shape() {
    return new int[] {q.batch(), heads, q.length(), k.length()};
  }

  /** {@inheritDoc} All keys. */
  @Override
  public int remembers(int argument) {
    return argument == 1 ? k.length() : 0;
  }

  @Override
  public Formula formula(Argument q, Argument k, Argument y) {
    return Formula.of(
        pass -> {
          INDArray queries = Heads.split(q, heads);
          INDArray keys = Heads.split(k, heads);
          INDArray square = productNT(queries, keys).muli(-2);
          square.addi(queries.mul(queries).sum(true, 3));
          square.addi(keys.mul(keys).sum(true, 3).permute(0, 1, 3, 2).dup('c'));
          y.array().assign(Transforms.exp(Transforms.max(square, 0, false).muli(-gamma), false));
        },
        () -> { // dq_i = -2γ Σ_j ds_ij s_ij (q_i - k_j), and the reverse for k
          INDArray queries = Heads.split(q, heads);
          INDArray keys = Heads.split(k, heads);
          INDArray pull = y.gradient().mul(y.array()).muli(2 * gamma);
          INDArray ofQueries = queries.mul(pull.sum(true, 3));
          INDArray ofKeys = keys.mul(pull.sum(true, 2).permute(0, 1, 3, 2).dup('c'));
          q.addGradient(() -> Heads.join(product(pull, keys).subi(ofQueries)));
          k.addGradient(() -> Heads.join(productTN(pull, queries).subi(ofKeys)));
        });
  }
}
