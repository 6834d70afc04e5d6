package org.attune.model.primitive;

import static org.attune.model.primitive.ReferenceProducts.product;
import static org.attune.model.primitive.ReferenceProducts.productNT;
import static org.attune.model.primitive.ReferenceProducts.productTN;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Ternary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * {@code y_h = x_h w + b} for each head; all heads share one matrix.
 *
 * @param x (M, H·d)
 * @param w (d, e)
 * @param b (1, e)
 * @param heads H
 */
public record HeadwiseMatmul(Value x, Value w, Value b, int heads) implements Ternary {

  public HeadwiseMatmul {
    if (Heads.width(x, heads) != w.rows() || b.columns() != w.columns()) {
      throw new IllegalArgumentException(
          "Cannot map %d heads of %s by %s, %s".formatted(heads, x, w, b));
    }
  }

  /** Applies one small map to every head: (M, H·e). */
  public static Value headwiseMatmul(Value x, Value w, Value b, int heads) {
    return Program.of(x).add(new HeadwiseMatmul(x, w, b, heads));
  }

  @Override
  public double flops() {
    return 2.0 * x.rows() * x.columns() * w.columns();
  }

  @Override
  public int[] shape() {
    return new int[] {x.rows(), heads * w.columns()};
  }

  @Override
  public boolean keeps(int argument) {
    return argument != 2; // all arguments except b
  }

  @Override
  public Formula formula(Argument x, Argument w, Argument b, Argument y) {
    return Formula.of(
        pass -> {
          INDArray mapped = product(perHead(x.array()), w.array().dup('c'));
          y.array().assign(mapped.addiRowVector(b.array()).reshape('c', y.rows(), y.columns()));
        },
        () -> {
          INDArray dy = perHead(y.gradient());
          x.addGradient(
              () -> productNT(dy, w.array().dup('c')).reshape('c', x.rows(), x.columns()));
          w.addGradient(() -> productTN(perHead(x.array()), dy));
          b.addGradient(() -> dy.sum(true, 0));
        });
  }

  /** (M·H, d): heads stacked below each other. */
  private INDArray perHead(INDArray rows) {
    return rows.dup('c').reshape('c', rows.size(0) * heads, rows.size(1) / heads);
  }
}
