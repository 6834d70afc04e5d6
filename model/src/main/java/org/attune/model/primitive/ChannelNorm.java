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
 * Normalises each column to mean 0 and variance 1 over each group of rows, without gain.
 *
 * <p>A group that holds one image's pixels gives instance norm (Ulyanov et al. 2016, arXiv
 * 1607.08022). A group that holds the pixels of a set of images gives batch norm (Ioffe and Szegedy
 * 2015), with the set's own statistics in evaluation too.
 *
 * @param x (N, C)
 * @param group rows normalised together; a group never crosses a sequence
 * @param epsilon added to the variance
 */
public record ChannelNorm(Value x, int group, double epsilon) implements KeepsNoInput {

  public ChannelNorm {
    if (group < 1 || x.length() % group != 0) {
      throw new IllegalArgumentException("Cannot see %s in groups of %d".formatted(x, group));
    }
  }

  /** Columns normalised over each group of rows. */
  public static Value channelNorm(Value x, int group, double epsilon) {
    return Program.of(x).add(new ChannelNorm(x, group, epsilon));
  }

  @Override
  public List<Value> inputs() {
    return List.of(x);
  }

  @Override
  public Formula formula(Arguments at) {
    Argument x = at.in(0);
    Argument y = at.out();
    long groups = x.rows() / group;
    return new Formula() {
      private INDArray unit; // (groups, group, C): the output
      private INDArray inverse; // (groups, 1, C): of the deviations

      @Override
      public void forward(Pass pass) {
        INDArray values = grouped(x.array());
        INDArray centred = values.sub(values.mean(true, 1));
        INDArray variance = centred.mul(centred).mean(true, 1);
        inverse = Transforms.sqrt(variance.addi(epsilon), false).rdivi(1);
        unit = centred.muli(inverse);
        y.array().assign(unit.reshape('c', y.rows(), y.columns()));
      }

      @Override
      public void backward() {
        INDArray dy = grouped(y.gradient());
        INDArray along = dy.mul(unit).mean(true, 1);
        INDArray dx = dy.sub(dy.mean(true, 1)).subi(unit.mul(along)).muli(inverse);
        x.addGradient(dx.reshape('c', x.rows(), x.columns()));
      }

      private INDArray grouped(INDArray rows) {
        return rows.dup('c').reshape('c', groups, group, x.columns());
      }
    };
  }
}
