package org.attune.model.primitive;

import static org.attune.model.primitive.Products.productTN;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.Ternary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * {@code y = (gain * x / rms(x)) w}, or with {@code w'} when transposed: an {@link RmsNorm} of rows
 * and the {@link Matmul} that reads it.
 *
 * @param x (M, K)
 * @param gain (1, K)
 * @param w (K, N), or (N, K) when transposed
 * @param epsilon keeps the root from zero
 * @param transposed whether w is read transposed
 */
public record NormedProduct(Value x, Value gain, Value w, double epsilon, boolean transposed)
    implements Ternary {

  public NormedProduct {
    int inner = transposed ? w.columns() : w.rows();
    if (gain.rows() != 1 || gain.columns() != x.columns() || inner != x.columns()) {
      throw new IllegalArgumentException(
          "Cannot normalise %s with gain %s and multiply by %s".formatted(x, gain, w));
    }
  }

  @Override
  public int[] shape() {
    return new int[] {x.rows(), transposed ? w.rows() : w.columns()};
  }

  @Override
  public double flops() {
    return 2.0 * x.rows() * x.columns() * shape()[1];
  }

  @Override
  public boolean keeps(int argument) {
    return argument > 0; // the kernel keeps a normalised copy of x
  }

  @Override
  public Formula formula(Argument x, Argument gain, Argument w, Argument y) {
    return Formula.keeping(
        pass -> {
          UnitRows unit = UnitRows.of(x.array().dup('c'), epsilon);
          INDArray normed = unit.rows().mulRowVector(gain.array());
          y.array().assign(Nd4j.matmul(normed, w.array().dup('c'), false, transposed, false));
          return unit;
        },
        unit -> {
          INDArray dy = y.gradient().dup('c');
          INDArray normed = unit.rows().mulRowVector(gain.array());
          w.addGradient(() -> transposed ? productTN(dy, normed) : productTN(normed, dy));
          INDArray dn = Nd4j.matmul(dy, w.array().dup('c'), false, !transposed, false);
          gain.addGradient(() -> dn.mul(unit.rows()).sum(true, 0));
          x.addGradient(() -> unit.adjoint(dn.mulRowVector(gain.array())));
        });
  }
}
