package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * {@code y_h = s_h x_h}: multiplies each head of each row by its own number.
 *
 * @param x (M, H·d)
 * @param factors (M, H)
 */
public record HeadScale(Value x, Value factors) implements Binary {

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
  public Formula formula(Argument x, Argument factors, Argument y) {
    return Formula.of(
        pass ->
            y.array()
                .assign(
                    perHead(x.array())
                        .muliColumnVector(column(factors))
                        .reshape('c', x.rows(), x.columns())),
        () -> {
          INDArray dy = perHead(y.gradient());
          factors.addGradient(
              () ->
                  dy.mul(perHead(x.array()))
                      .sum(true, 1)
                      .reshape('c', factors.rows(), factors.columns()));
          x.addGradient(
              () -> dy.mulColumnVector(column(factors)).reshape('c', x.rows(), x.columns()));
        });
  }

  /** (M·H, d): heads stacked below each other, copied. */
  private INDArray perHead(INDArray rows) {
    int heads = factors.columns();
    return rows.dup('c').reshape('c', (long) x.rows() * heads, x.columns() / heads);
  }

  private static INDArray column(Argument factors) {
    return factors.array().dup('c').reshape('c', (long) factors.rows() * factors.columns(), 1);
  }
}
