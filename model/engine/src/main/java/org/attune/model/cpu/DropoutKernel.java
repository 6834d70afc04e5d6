package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.primitive.Dropout;
import org.attune.model.program.Noise;
import org.attune.model.program.Pass;

/**
 * Drops elements at random. The adjoint draws the dropped elements again instead of keeping them.
 */
final class DropoutKernel extends RowKernel {

  private final Dropout primitive;
  private boolean training;
  private Noise noise = Pass.evaluation().noise();
  private long before;

  DropoutKernel(Dropout primitive, Operands<Floats> at) {
    super(at);
    this.primitive = primitive;
  }

  @Override
  public void forward(Pass pass) {
    training = pass.training();
    noise = pass.noise().at(at.node());
    before = (long) pass.firstExample() * input.rows / at.batch() * input.columns;
    super.forward(pass);
  }

  @Override
  void forward(int row, float[] x, float[] y) {
    drop(row, x, y);
  }

  @Override
  void backward(int row, float[] dy, float[] dx) {
    drop(row, dy, dx);
  }

  private void drop(int row, float[] from, float[] to) {
    long first = before + (long) row * input.columns;
    for (int j = 0; j < input.columns; j++) {
      to[j] = training ? from[j] * (float) primitive.factor(noise, first + j) : from[j];
    }
  }
}
