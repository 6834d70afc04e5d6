package org.attune.model.primitive;

import static org.attune.model.primitive.ReferenceProducts.product;
import static org.attune.model.primitive.ReferenceProducts.productNT;
import static org.attune.model.primitive.ReferenceProducts.productTN;

import java.util.function.BinaryOperator;
import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Ternary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * {@code y_i = scale Σ_j (q_i·k_j) v_j} for each head, summed over the keys that query i sees
 * (Katharopoulos et al. 2020, with the identity as feature map).
 *
 * @param q (B·queries, H·d)
 * @param k (B·keys, H·d)
 * @param v (B·keys, H·e)
 * @param heads H
 * @param scale of the products
 * @param mask which keys a query sees
 */
public record LinearAttention(Value q, Value k, Value v, int heads, double scale, Mask mask)
    implements Ternary {

  public LinearAttention {
    Heads.width(q, heads);
    Heads.width(v, heads);
    if (q.columns() != k.columns()
        || v.rows() != k.rows()
        || (mask == Mask.CAUSAL && q.rows() != k.rows())) {
      throw new IllegalArgumentException("Cannot attend with %s to %s, %s".formatted(q, k, v));
    }
  }

  /** Attention without softmax: (B·queries, H·e). */
  public static Value linearAttention(
      Value q, Value k, Value v, int heads, double scale, Mask mask) {
    return Program.of(q).add(new LinearAttention(q, k, v, heads, scale, mask));
  }

  @Override
  public int[] shape() {
    return new int[] {q.rows(), v.columns()};
  }

  @Override
  public double flops() {
    return 2.0 * (q.rows() + k.rows()) * q.columns() * v.columns() / heads;
  }

  /** {@inheritDoc} The sum of {@code k v'}, (d, e) for each head. */
  @Override
  public long state() {
    return (long) k.columns() * v.columns() / heads;
  }

  @Override
  public Formula formula(Argument q, Argument k, Argument v, Argument y) {
    INDArray visible = mask.visible(y.array().dataType(), q.length(), k.length());
    BinaryOperator<INDArray> products = (a, b) -> productNT(a, b).muli(scale).muli(visible);
    return Formula.of(
        pass -> {
          INDArray weights = products.apply(Heads.split(q, heads), Heads.split(k, heads));
          y.array().assign(Heads.join(product(weights, Heads.split(v, heads))));
        },
        () -> {
          INDArray queries = Heads.split(q, heads);
          INDArray keys = Heads.split(k, heads);
          INDArray dy = Heads.split(y.gradient(), q.batch(), heads);
          INDArray dw = products.apply(dy, Heads.split(v, heads));
          q.addGradient(() -> Heads.join(product(dw, keys)));
          k.addGradient(() -> Heads.join(productTN(dw, queries)));
          INDArray weights = products.apply(queries, keys);
          v.addGradient(() -> Heads.join(productTN(weights, dy)));
        });
  }
}
