package org.attune.model.cpu;

import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y_i = table[token_i]}. */
public final class GatherKernel implements Kernel {

  private final Value table;
  private final Tokens tokens;
  private final Floats tableValues;
  private final Floats yValues;
  private final Floats tableGradient;
  private final Floats yGradient;
  private final Scratch scratch;
  private int[] names = {};

  public GatherKernel(Value table, Value tokens, Value y) {
    this.table = table;
    this.tokens = new Tokens(tokens.array(), table.rows());
    tableValues = Floats.of(table.array());
    yValues = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    tableGradient = backward ? Floats.of(table.gradient()) : null;
    yGradient = backward ? Floats.of(y.gradient()) : null;
    scratch = Scratch.of(y);
  }

  @Override
  public void forward(Pass pass) {
    names = tokens.readChecked();
    float[] row = scratch.array(0, yValues.columns);
    for (int i = 0; i < names.length; i++) {
      tableValues.read(names[i] * tableValues.stride, row, 0, yValues.columns);
      yValues.write(i * yValues.stride, row, 0, yValues.columns);
    }
  }

  @Override
  public void backward() {
    if (table.beta() == 0) {
      tableGradient.zero();
    }
    int columns = yValues.columns;
    float[] sum = scratch.array(0, columns);
    float[] row = scratch.array(1, columns);
    for (int i = 0; i < names.length; i++) {
      int at = names[i] * tableGradient.stride;
      tableGradient.read(at, sum, 0, columns);
      yGradient.read(i * yGradient.stride, row, 0, columns);
      Functions.add(row, sum, columns);
      tableGradient.write(at, sum, 0, columns);
    }
  }
}
