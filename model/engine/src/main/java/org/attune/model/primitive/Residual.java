package org.attune.model.primitive;

import static org.attune.model.primitive.ReferenceProducts.product;
import static org.attune.model.primitive.ReferenceProducts.productNT;
import static org.attune.model.primitive.ReferenceProducts.productTN;

import java.util.OptionalInt;
import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Ternary;
import org.attune.model.program.Value;

/**
 * {@code y = x + a w}: adds a branch to the residual stream, in place where possible.
 *
 * @param x the stream, (M, N)
 * @param a the branch before its last product, (M, K)
 * @param w (K, N)
 */
public record Residual(Value x, Value a, Value w) implements Ternary {

  public Residual {
    if (a.columns() != w.rows() || x.columns() != w.columns() || a.rows() != x.rows()) {
      throw new IllegalArgumentException("Cannot add %s times %s to %s".formatted(a, w, x));
    }
  }

  /** {@code x + a w}. */
  public static Value residual(Value x, Value a, Value w) {
    return Program.of(x).add(new Residual(x, a, w));
  }

  @Override
  public double flops() {
    return 2.0 * a.rows() * a.columns() * w.columns();
  }

  @Override
  public boolean keeps(int argument) {
    return argument != 0; // the adjoint does not read the stream
  }

  @Override
  public OptionalInt overwrites() {
    return OptionalInt.of(0);
  }

  @Override
  public Formula formula(Argument x, Argument a, Argument w, Argument y) {
    return Formula.of(
        pass -> {
          y.array().assign(x.array());
          y.array().addi(product(a.array().dup('c'), w.array().dup('c')));
        },
        () -> {
          var dy = y.gradient().dup('c');
          a.addGradient(() -> productNT(dy, w.array().dup('c')));
          w.addGradient(() -> productTN(a.array().dup('c'), dy));
          x.addGradient(() -> dy);
        });
  }
}
