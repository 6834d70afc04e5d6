package org.attune.model.primitive;

import static org.attune.model.primitive.Products.product;
import static org.attune.model.primitive.Products.productNT;
import static org.attune.model.primitive.Products.productTN;

import java.util.Arrays;
import java.util.OptionalInt;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * {@code y = x + (f(gate) * up) w}: a {@link Gated} value and the {@link Residual} that reads it,
 * in place where possible.
 *
 * @param function f
 * @param x the stream, (M, N)
 * @param gate the gate's argument, (M, K)
 * @param up the gated values, (M, K)
 * @param w (K, N)
 */
public record GatedResidual(Pointwise function, Value x, Value gate, Value up, Value w)
    implements Primitive {

  public GatedResidual {
    if (!Arrays.equals(gate.shape(), up.shape())
        || up.columns() != w.rows()
        || x.columns() != w.columns()
        || up.rows() != x.rows()) {
      throw new IllegalArgumentException(
          "Cannot add %s gated by %s times %s to %s".formatted(up, gate, w, x));
    }
  }

  @Override
  public double flops() {
    return 2.0 * up.rows() * up.columns() * w.columns();
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
  public Formula formula(Arguments at) {
    Argument x = at.in(0);
    Argument gate = at.in(1);
    Argument up = at.in(2);
    Argument w = at.in(3);
    Argument y = at.out();
    return Formula.of(
        pass -> {
          y.array().assign(x.array());
          y.array().addi(product(gated(gate, up), w.array().dup('c')));
        },
        () -> {
          INDArray dy = y.gradient().dup('c');
          w.addGradient(() -> productTN(gated(gate, up), dy));
          INDArray da = productNT(dy, w.array().dup('c'));
          gate.addGradient(() -> function.slope(gate.array().dup('c')).muli(up.array()).muli(da));
          up.addGradient(() -> function.value(gate.array().dup('c')).muli(da));
          x.addGradient(() -> dy);
        });
  }

  private INDArray gated(Argument gate, Argument up) {
    return function.value(gate.array().dup('c')).muli(up.array());
  }
}
