package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * {@code y = g * x / sqrt(mean(x²) + epsilon)} over each row, or over each of several equal groups
 * of its columns (heads). The groups share the gain.
 *
 * @param x (M, C)
 * @param gain (1, C / groups)
 * @param groups the number of column groups normalised separately
 * @param epsilon keeps the root from zero
 */
public record RmsNorm(Value x, Value gain, int groups, double epsilon) implements Binary {

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
  public boolean keeps(int argument) {
    return argument == 1; // the kernel keeps a normalised copy of x
  }

  @Override
  public Formula formula(Argument x, Argument gain, Argument y) {
    return Formula.keeping(
        pass -> {
          UnitRows unit = UnitRows.of(groups(x.array()), epsilon);
          INDArray normed = unit.rows().mulRowVector(gain.array());
          y.array().assign(normed.reshape('c', x.rows(), x.columns()));
          return unit;
        },
        unit -> {
          INDArray dy = groups(y.gradient());
          gain.addGradient(() -> dy.mul(unit.rows()).sum(true, 0));
          INDArray dx = unit.adjoint(dy.mulRowVector(gain.array()));
          x.addGradient(() -> dx.reshape('c', x.rows(), x.columns()));
        });
  }

  private INDArray groups(INDArray a) {
    return a.dup('c').reshape('c', (long) x.rows() * groups, x.columns() / groups);
  }
}
