package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.primitive.Gather;
import org.attune.model.program.Pass;

/** {@code y_i = table[token_i]}. */
final class GatherKernel extends PairKernel {

  private final TokenInput tokens;
  private int[] names = {};

  GatherKernel(Gather primitive, Operands<Floats> at) {
    super(at);
    tokens = new TokenInput(second, primitive.table().rows());
  }

  @Override
  public void forward(Pass pass) {
    names = tokens.readChecked();
    float[] row = scratch.array(0, output.columns);
    for (int i = 0; i < names.length; i++) {
      input.read(names[i], 0, row, 0, output.columns);
      output.write(i, 0, row, 0, output.columns);
    }
  }

  @Override
  public void backward() {
    Floats rows = toInput.buffer();
    if (!toInput.adds()) {
      rows.fill(0);
    }
    float[] row = scratch.array(0, output.columns);
    for (int i = 0; i < names.length; i++) {
      gradient.read(i, 1, row);
      rows.add(names[i], 1, row);
    }
  }
}
