package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Dropout;
import org.attune.model.program.Noise;
import org.attune.model.program.Pass;

/**
 * Drops elements at random. The adjoint draws the dropped elements again instead of keeping them.
 */
final class DropoutKernel implements Kernel {

  private final Dropout primitive;
  private final Floats values;
  private final Floats dropped;
  private final Floats droppedGradient;
  private final Sink<Floats> valueGradient;
  private final Scratch scratch;
  private final int node;
  private final int batch;
  private boolean training;
  private Noise noise;
  private long before;

  DropoutKernel(Dropout primitive, Operands<Floats> at) {
    this.primitive = primitive;
    values = at.in(0);
    dropped = at.out();
    droppedGradient = at.outGradient();
    valueGradient = at.sink(0);
    scratch = new Scratch(at);
    node = at.node();
    batch = at.batch();
  }

  @Override
  public void forward(Pass pass) {
    training = pass.training();
    noise = pass.noise().at(node);
    before = (long) pass.firstExample() * values.rows / batch * values.columns;
    float[] row = scratch.array(0, values.columns);
    for (int i = 0; i < values.rows; i++) {
      values.read(i, 1, row);
      drop(i, row);
      dropped.write(i, 1, row);
    }
  }

  @Override
  public void backward() {
    float[] row = scratch.array(0, values.columns);
    for (int i = 0; i < values.rows; i++) {
      droppedGradient.read(i, 1, row);
      drop(i, row);
      Floats.give(valueGradient, i, 1, row);
    }
  }

  private void drop(int row, float[] x) {
    if (!training) {
      return;
    }
    long first = before + (long) row * values.columns;
    for (int j = 0; j < values.columns; j++) {
      x[j] *= (float) primitive.factor(noise, first + j);
    }
  }
}
