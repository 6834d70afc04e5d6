package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.factory.Nd4j;

/**
 * {@code y = a b} for each head's matrices, such as weights or kernels. a and b may each be read
 * transposed.
 *
 * @param a (B, H, m, l), or (B, H, l, m) when transposed
 * @param b (B, H, l, n), or (B, H, n, l) when transposed
 */
public record StackProduct(Value a, boolean aTransposed, Value b, boolean bTransposed)
    implements Binary {

  public StackProduct {
    if (a.size(aTransposed ? 2 : 3) != b.size(bTransposed ? 3 : 2) || a.size(1) != b.size(1)) {
      throw new IllegalArgumentException("Cannot multiply %s by %s".formatted(a, b));
    }
  }

  /** {@code a b}. */
  public static Value product(Value a, Value b) {
    return Program.of(a).add(new StackProduct(a, false, b, false));
  }

  /** {@code aᵀ b}. */
  public static Value productTN(Value a, Value b) {
    return Program.of(a).add(new StackProduct(a, true, b, false));
  }

  /** {@code a bᵀ}. */
  public static Value productNT(Value a, Value b) {
    return Program.of(a).add(new StackProduct(a, false, b, true));
  }

  @Override
  public int[] shape() {
    return new int[] {
      a.size(0), a.size(1), a.size(aTransposed ? 3 : 2), b.size(bTransposed ? 2 : 3)
    };
  }

  @Override
  public Formula formula(Argument a, Argument b, Argument y) {
    return Formula.of(
        pass ->
            y.array().assign(Nd4j.matmul(a.array(), b.array(), aTransposed, bTransposed, false)),
        () -> {
          var dy = y.gradient().dup('c');
          a.addGradient(
              () ->
                  aTransposed
                      ? Nd4j.matmul(b.array(), dy, bTransposed, true, false)
                      : Nd4j.matmul(dy, b.array(), false, !bTransposed, false));
          b.addGradient(
              () ->
                  bTransposed
                      ? Nd4j.matmul(dy, a.array(), true, aTransposed, false)
                      : Nd4j.matmul(a.array(), dy, !aTransposed, false, false));
        });
  }
}
