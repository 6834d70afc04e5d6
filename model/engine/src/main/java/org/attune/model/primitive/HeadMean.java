package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * The mean of a row's heads: {@code y = (x_1 + ... + x_H) / H}.
 *
 * @param x (M, H·d)
 * @param heads H
 */
public record HeadMean(Value x, int heads) implements KeepsNoInput, Unary {

  public HeadMean {
    Heads.width(x, heads);
  }

  /** The mean over heads: (M, d). */
  public static Value headMean(Value x, int heads) {
    return Program.of(x).add(new HeadMean(x, heads));
  }

  @Override
  public int[] shape() {
    return new int[] {x.rows(), x.columns() / heads};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    return Formula.of(
        pass -> {
          INDArray each = x.array().dup('c').reshape('c', x.rows(), heads, y.columns());
          y.array().assign(each.mean(false, 1).reshape('c', y.rows(), y.columns()));
        },
        () -> {
          INDArray each = x.array().ulike().reshape('c', x.rows(), heads, y.columns()).assign(0);
          INDArray share = y.gradient().div(heads).reshape('c', y.rows(), 1, y.columns());
          x.addGradient(each.addi(share).reshape('c', x.rows(), x.columns()));
        });
  }
}
