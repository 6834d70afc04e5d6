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
import org.nd4j.linalg.ops.transforms.Transforms;

/**
 * {@code y = g * x / sqrt(mean(x²) + epsilon)} over each row, or over each of several equal groups
 * of its columns (heads). The groups share the gain.
 *
 * @param x (M, C)
 * @param gain (1, C / groups)
 * @param groups the number of column groups normalised separately
 * @param epsilon keeps the root from zero
 */
public record RmsNorm(Value x, Value gain, int groups, double epsilon) implements Primitive {

  public RmsNorm {
    if (gain.columns() != Heads.width(x, groups) || gain.rows() != 1) {
      throw new IllegalArgumentException(
          "Cannot normalise %d groups of %s with gain %s".formatted(groups, x, gain));
    }
  }

  /** Normalises each row. */
  public static Value rmsNorm(Value x, Value gain, double epsilon) {
    return rmsNorm(x, gain, 1, epsilon);
  }

  /** Normalises each head of each row. */
  public static Value rmsNorm(Value x, Value gain, int heads, double epsilon) {
    return Program.of(x).add(new RmsNorm(x, gain, heads, epsilon));
  }

  @Override
  public List<Value> inputs() {
    return List.of(x, gain);
  }

  @Override
  public boolean keeps(int argument) {
    return argument == 1; // the kernel keeps a normalised copy of x
  }

  @Override
  public Formula formula(Arguments at) {
    Argument x = at.in(0);
    Argument gain = at.in(1);
    Argument y = at.out();
    return new Formula() {
      private INDArray unit; // (M·groups, d): x over its root mean square
      private INDArray inverse; // (M·groups, 1)

      @Override
      public void forward(Pass pass) {
        INDArray rows = groups(x.array());
        inverse = Transforms.sqrt(rows.mul(rows).mean(true, 1).addi(epsilon), false).rdivi(1);
        unit = rows.muliColumnVector(inverse);
        y.array().assign(unit.mulRowVector(gain.array()).reshape('c', x.rows(), x.columns()));
      }

      @Override
      public void backward() {
        INDArray dy = groups(y.gradient());
        if (gain.wantsGradient()) {
          gain.addGradient(dy.mul(unit).sum(true, 0));
        }
        if (x.wantsGradient()) {
          INDArray du = dy.mulRowVector(gain.array());
          INDArray along = du.mul(unit).mean(true, 1);
          INDArray dx = du.subi(unit.mulColumnVector(along)).muliColumnVector(inverse);
          x.addGradient(dx.reshape('c', x.rows(), x.columns()));
        }
      }

      private INDArray groups(INDArray a) {
        return a.dup('c').reshape('c', (long) x.rows() * groups, x.columns() / groups);
      }
    };
  }
}
