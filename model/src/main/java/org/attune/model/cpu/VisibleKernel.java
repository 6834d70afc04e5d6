package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Visible;
import org.attune.model.program.Pass;

/** The scores of visible keys, and zeros for the others. */
final class VisibleKernel implements Kernel {

  private final boolean causal;
  private final int queries;
  private final Operands<Floats> at;
  private final Scratch scratch;

  VisibleKernel(Visible p, Operands<Floats> at) {
    this.at = at;
    causal = p.mask() == Mask.CAUSAL;
    queries = p.scores().size(2);
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    float[] x = scratch.array(0, at.out().columns);
    for (int row = 0; row < at.out().rows; row++) {
      at.in(0).read(row, 1, x);
      hide(row, x);
      at.out().write(row, 1, x);
    }
  }

  @Override
  public void backward() {
    if (at.sink(0).wanted()) {
      float[] d = scratch.array(0, at.out().columns);
      for (int row = 0; row < at.out().rows; row++) {
        at.outGradient().read(row, 1, d);
        hide(row, d);
        Floats.give(at.sink(0), row, 1, d);
      }
    }
  }

  private void hide(int row, float[] x) {
    int keys = at.out().columns;
    if (causal) {
      Arrays.fill(x, Math.min(row % queries + 1, keys), keys, 0);
    }
  }
}
