package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Regroup;
import org.attune.model.program.Pass;

/** Numbers copied into rows of another length, and their gradients back. */
final class RegroupKernel implements Kernel {

  private final Operands<Floats> at;
  private final Scratch scratch;

  RegroupKernel(Regroup primitive, Operands<Floats> at) {
    this.at = at;
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    Floats from = at.in(0);
    Floats to = at.out();
    float[] row = scratch.array(0, to.columns);
    for (int i = 0; i < to.rows; i++) {
      read(from, (long) i * to.columns, row, to.columns);
      to.write(i, 1, row);
    }
  }

  @Override
  public void backward() {
    Floats from = at.outGradient();
    Floats to = at.sink(0).buffer();
    float[] row = scratch.array(0, to.columns);
    for (int i = 0; i < to.rows; i++) {
      read(from, (long) i * to.columns, row, to.columns);
      Floats.give(at.sink(0), i, 1, row);
    }
  }

  /** Reads numbers that may lie in several rows. */
  private static void read(Floats from, long first, float[] to, int count) {
    int done = 0;
    while (done < count) {
      int row = (int) ((first + done) / from.columns);
      int column = (int) ((first + done) % from.columns);
      int part = Math.min(count - done, from.columns - column);
      from.read(row, column, to, done, part);
      done += part;
    }
  }
}
