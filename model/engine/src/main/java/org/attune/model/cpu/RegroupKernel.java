package org.attune.model.cpu;

import org.apache.commons.math3.util.ArithmeticUtils;
import org.attune.model.cpu.linear.Lanes;
import org.attune.model.cpu.linear.Spans;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Regroup;
import org.attune.model.program.Pass;

/** Copies numbers into rows of another length, and their gradients back. */
final class RegroupKernel implements Kernel {

  private static final Spans SPANS = Lanes.spans();

  private final Operands<Floats> at;
  private final int piece; // numbers that stay contiguous

  RegroupKernel(Regroup primitive, Operands<Floats> at) {
    this.at = at;
    piece = ArithmeticUtils.gcd(at.in(0).columns, at.out().columns);
  }

  @Override
  public void forward(Pass pass) {
    move(at.in(0), at.out(), false);
  }

  @Override
  public void backward() {
    Sink<Floats> gradient = at.sink(0);
    if (gradient.wanted()) {
      move(at.outGradient(), gradient.buffer(), gradient.adds());
    }
  }

  private void move(Floats from, Floats to, boolean adds) {
    int row = 0;
    int column = 0; // of the source
    for (int r = 0; r < to.rows; r++) {
      for (int c = 0; c < to.columns; c += piece) {
        int source = from.row(row) + column;
        int target = to.row(r) + c;
        if (adds) {
          SPANS.add(from.data, source, to.data, target, piece);
        } else {
          System.arraycopy(from.data, source, to.data, target, piece);
        }
        column += piece;
        if (column == from.columns) {
          column = 0;
          row++;
        }
      }
    }
  }
}
