package org.attune.model.primitive;

import static org.attune.model.primitive.ReferenceProducts.product;
import static org.attune.model.primitive.ReferenceProducts.productNT;
import static org.attune.model.primitive.ReferenceProducts.productTN;

import java.util.Optional;
import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Ternary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * {@code y_i = sum over j <= i of softmax_j(scale q_i·k_j) v_j} for each head: ordinary attention.
 * It does not expose its scores. A mask leaves fewer keys to sum over.
 *
 * @param q (B·T, H·d)
 * @param k (B·T, H·d)
 * @param v (B·T, H·d)
 * @param heads H
 * @param scale of the scores, usually 1/sqrt(d)
 * @param mask the keys each query sees, at least one; if empty, all that are not later
 */
public record CausalAttention(
    Value q, Value k, Value v, int heads, double scale, Optional<KeyMask> mask) implements Ternary {

  /** Tokens from which on kernels compute weights again in the adjoint. */
  private static final int LONG = 2048;

  public CausalAttention {
    Heads.width(q, heads);
    if (q.columns() != k.columns()
        || v.columns() != q.columns()
        || q.rows() != k.rows()
        || v.rows() != q.rows()) {
      throw new IllegalArgumentException("Cannot attend with %s to %s, %s".formatted(q, k, v));
    }
    if (mask.isPresent() && !(mask.get().length() == q.length() && mask.get().leavesSome())) {
      throw new IllegalArgumentException(
          "Cannot attend with a mask that hides all of a query's keys");
    }
  }

  /** Causal softmax attention of each head. */
  public static Value causalAttention(Value q, Value k, Value v, int heads, double scale) {
    return causalAttention(q, k, v, heads, scale, Optional.empty());
  }

  /** Softmax attention of each head over the keys that a mask shows. */
  public static Value causalAttention(
      Value q, Value k, Value v, int heads, double scale, Optional<KeyMask> mask) {
    return Program.of(q).add(new CausalAttention(q, k, v, heads, scale, mask));
  }

  /** {@inheritDoc} Over a long sequence, whose weights no kernel keeps. */
  @Override
  public boolean keepsOutput() {
    return mask.isEmpty() && q.length() >= LONG;
  }

  @Override
  public double flops() {
    double pairs = mask.map(m -> (double) m.pairs()).orElse(0.5 * q.length() * (k.length() + 1));
    return 4.0 * q.rows() / q.length() * pairs * q.columns();
  }

  /** {@inheritDoc} Keys and values, as many as a mask ever shows at once. */
  @Override
  public int remembers(int argument) {
    return argument == 0 ? 0 : mask.map(KeyMask::mostKept).orElse(k.length());
  }

  @Override
  public Formula formula(Argument q, Argument k, Argument v, Argument y) {
    INDArray visible =
        mask.map(m -> m.visible(y.array().dataType()))
            .orElseGet(() -> Mask.CAUSAL.visible(y.array().dataType(), q.length(), k.length()));
    return Formula.keeping(
        pass -> {
          INDArray scores = productNT(Heads.split(q, heads), Heads.split(k, heads)).muli(scale);
          INDArray weights = Softmax.softmax(scores, visible); // (B, H, T, T)
          y.array().assign(Heads.join(product(weights, Heads.split(v, heads))));
          return weights;
        },
        weights -> {
          INDArray dy = Heads.split(y.gradient(), q.batch(), heads);
          v.addGradient(() -> Heads.join(productTN(weights, dy)));
          INDArray dw = productNT(dy, Heads.split(v, heads));
          INDArray ds = Softmax.adjoint(weights, dw).muli(scale);
          q.addGradient(() -> Heads.join(product(ds, Heads.split(k, heads))));
          k.addGradient(() -> Heads.join(productTN(ds, Heads.split(q, heads))));
        });
  }
}
