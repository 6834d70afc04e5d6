package org.attune.model.primitive;

import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.ops.transforms.Transforms;

/**
 * Normalises each head by itself, without gain or bias: {@code y = c / sqrt(mean c² + epsilon)}. A
 * layer norm has {@code c = x - mean x}; an RMS norm has {@code c = x}.
 *
 * @param x (M, H·d)
 * @param heads H
 * @param epsilon keeps the root from zero
 * @param centred whether to subtract the mean
 */
public record Standardise(Value x, int heads, double epsilon, boolean centred)
    implements KeepsNoInput {

  public Standardise {
    Heads.width(x, heads);
  }

  /** Each head of each row with mean 0 and variance 1. */
  public static Value standardise(Value x, int heads, double epsilon) {
    return Program.of(x).add(new Standardise(x, heads, epsilon, true));
  }

  /** Each head of each row with a mean square of 1. */
  public static Value unitRms(Value x, int heads, double epsilon) {
    return Program.of(x).add(new Standardise(x, heads, epsilon, false));
  }

  @Override
  public List<Value> inputs() {
    return List.of(x);
  }

  @Override
  public Formula formula(Arguments at) {
    Argument x = at.in(0);
    Argument y = at.out();
    return new Formula() {
      private INDArray unit; // (M·H, d): the output
      private INDArray inverse; // (M·H, 1): of the deviation

      @Override
      public void forward(Pass pass) {
        INDArray rows = perHead(x.array());
        if (centred) {
          rows.subiColumnVector(rows.mean(true, 1));
        }
        inverse = Transforms.sqrt(rows.mul(rows).mean(true, 1).addi(epsilon), false).rdivi(1);
        unit = rows.muliColumnVector(inverse);
        y.array().assign(unit.reshape('c', y.rows(), y.columns()));
      }

      @Override
      public void backward() {
        INDArray dy = perHead(y.gradient());
        INDArray along = dy.mul(unit).mean(true, 1);
        if (centred) {
          dy.subiColumnVector(dy.mean(true, 1));
        }
        dy.subi(unit.mulColumnVector(along)).muliColumnVector(inverse);
        x.addGradient(dy.reshape('c', x.rows(), x.columns()));
      }

      private INDArray perHead(INDArray rows) {
        return rows.dup('c').reshape('c', (long) x.rows() * heads, x.columns() / heads);
      }
    };
  }
}
