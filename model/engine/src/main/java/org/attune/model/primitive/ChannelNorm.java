package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

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
public record ChannelNorm(Value x, int group, double epsilon) implements KeepsNoInput, Unary {

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
  public Formula formula(Argument x, Argument y) {
    return UnitRows.formula(x, y, this::centred, epsilon);
  }

  /** (groups, group, C): each group's channels without their mean. */
  private INDArray centred(INDArray rows) {
    INDArray each = rows.dup('c').reshape('c', x.rows() / group, group, x.columns());
    return each.sub(each.mean(true, 1));
  }
}
