package org.attune.model.primitive;

import static org.attune.model.primitive.ReferenceProducts.product;
import static org.attune.model.primitive.ReferenceProducts.productNT;
import static org.attune.model.primitive.ReferenceProducts.productTN;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * {@code s_ij = scale q_i·k_j} for each head.
 *
 * @param q (B·queries, H·d)
 * @param k (B·keys, H·d)
 * @param heads H
 * @param scale usually 1/sqrt(d)
 */
public record Scores(Value q, Value k, int heads, double scale) implements Binary {

  public Scores {
    Heads.width(q, heads);
    if (q.columns() != k.columns()) {
      throw new IllegalArgumentException("Cannot compare %s with %s".formatted(q, k));
    }
  }

  /** The product of every query with every key of its head and sequence. */
  public static Value scores(Value q, Value k, int heads, double scale) {
    return Program.of(q).add(new Scores(q, k, heads, scale));
  }

  @Override
  public double flops() {
    return 2.0 * q.rows() * k.length() * q.columns();
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
        pass ->
            y.array().assign(productNT(Heads.split(q, heads), Heads.split(k, heads)).muli(scale)),
        () -> {
          INDArray ds = y.gradient().mul(scale);
          q.addGradient(() -> Heads.join(product(ds, Heads.split(k, heads))));
          k.addGradient(() -> Heads.join(productTN(ds, Heads.split(q, heads))));
        });
  }
}
