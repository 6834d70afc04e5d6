package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

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
    implements KeepsNoInput, Unary {

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
  public Formula formula(Argument x, Argument y) {
    return UnitRows.formula(x, y, this::centred, epsilon);
  }

  /** (M·H, d): the heads below each other, without their mean if a norm is to be centred. */
  private INDArray centred(INDArray rows) {
    INDArray each = rows.dup('c').reshape('c', (long) x.rows() * heads, x.columns() / heads);
    return centred ? each.subiColumnVector(each.mean(true, 1)) : each;
  }
}
