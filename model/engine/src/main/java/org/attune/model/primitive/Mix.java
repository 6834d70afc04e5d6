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
 * {@code y_i = sum_j a_ij v_j} for each head: weights times values.
 *
 * @param weights (B, H, queries, keys)
 * @param v (B·keys, H·d)
 */
public record Mix(Value weights, Value v) implements Binary {

  public Mix {
    Heads.width(v, weights.size(1));
    if (weights.size(3) != v.length()) {
      throw new IllegalArgumentException("Cannot mix %s by %s".formatted(v, weights));
    }
  }

  /** Weights times values: (B·queries, H·d). */
  public static Value mix(Value weights, Value v) {
    return Program.of(v).add(new Mix(weights, v));
  }

  @Override
  public double flops() {
    return 2.0 * weights.size(0) * weights.size(2) * weights.size(3) * v.columns();
  }

  @Override
  public int[] shape() {
    return new int[] {weights.size(0) * weights.size(2), v.columns()};
  }

  /** {@inheritDoc} All values. */
  @Override
  public int remembers(int argument) {
    return argument == 1 ? v.length() : 0;
  }

  @Override
  public Formula formula(Argument weights, Argument v, Argument y) {
    int heads = weights.size(1);
    return Formula.of(
        pass -> y.array().assign(Heads.join(product(weights.array(), Heads.split(v, heads)))),
        () -> {
          INDArray dy = Heads.split(y.gradient(), v.batch(), heads);
          weights.addGradient(() -> productNT(dy, Heads.split(v, heads)));
          v.addGradient(() -> Heads.join(productTN(weights.array(), dy)));
        });
  }
}
