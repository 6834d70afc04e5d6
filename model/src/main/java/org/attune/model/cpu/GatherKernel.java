package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Gather;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y_i = table[token_i]}. */
final class GatherKernel implements Kernel {

  private final Tokens tokens;
  private final Floats tableValues;
  private final Floats yValues;
  private final Sink<Floats> tableGradient;
  private final Floats yGradient;
  private final Scratch scratch;
  private int[] names = {};

  GatherKernel(Gather primitive, Operands<Floats> at) {
    Value table = primitive.table();
    this.tokens = new Tokens(at.in(1), table.rows());
    tableValues = at.in(0);
    yValues = at.out();
    tableGradient = at.sink(0);
    yGradient = at.outGradient();
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    names = tokens.readChecked();
    float[] row = scratch.array(0, yValues.columns);
    for (int i = 0; i < names.length; i++) {
      tableValues.read(names[i], 0, row, 0, yValues.columns);
      yValues.write(i, 0, row, 0, yValues.columns);
    }
  }

  @Override
  public void backward() {
    Floats rows = tableGradient.buffer();
    if (!tableGradient.adds()) {
      rows.fill(0);
    }
    float[] row = scratch.array(0, yValues.columns);
    for (int i = 0; i < names.length; i++) {
      yGradient.read(i, 1, row);
      rows.add(names[i], 1, row);
    }
  }
}
