package org.attune.model.primitive;

import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * {@code y_h = s_h x_h}: multiplies each head of each row by its own number.
 *
 * @param x (M, H·d)
 * @param factors (M, H)
 */
public record HeadScale(Value x, Value factors) implements Primitive {

  public HeadScale {
    Heads.width(x, factors.columns());
    if (x.rows() != factors.rows()) {
      throw new IllegalArgumentException("Cannot scale heads of %s by %s".formatted(x, factors));
    }
  }

  /** Heads times their factors. */
  public static Value headScale(Value x, Value factors) {
    return Program.of(x).add(new HeadScale(x, factors));
  }

  @Override
  public List<Value> inputs() {
    return List.of(x, factors);
  }

  @Override
  public Formula formula(Arguments at) {
    Argument x = at.in(0);
    Argument factors = at.in(1);
    Argument y = at.out();
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        y.array().assign(joined(perHead(x.array()).muliColumnVector(column())));
      }

      @Override
      public void backward() {
        INDArray dy = perHead(y.gradient());
        if (factors.wantsGradient()) {
          INDArray products = dy.mul(perHead(x.array())).sum(true, 1);
          factors.addGradient(products.reshape('c', factors.rows(), factors.columns()));
        }
        if (x.wantsGradient()) {
          x.addGradient(joined(dy.muliColumnVector(column())));
        }
      }

      /** (M·H, d): heads stacked below each other, copied. */
      private INDArray perHead(INDArray rows) {
        int heads = factors.columns();
        return rows.dup('c').reshape('c', (long) x.rows() * heads, x.columns() / heads);
      }

      private INDArray joined(INDArray heads) {
        return heads.reshape('c', x.rows(), x.columns());
      }

      private INDArray column() {
        return factors.array().dup('c').reshape('c', (long) x.rows() * factors.columns(), 1);
      }
    };
  }
}
