package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.MaxPool;
import org.attune.model.program.Pass;

/** The largest of four pixels; it keeps the choice for the adjoint. */
final class MaxPoolKernel extends CpuKernel {

  private final MaxPool primitive;
  private final Floats chosen; // 0 to 3

  MaxPoolKernel(MaxPool primitive, Operands<Floats> at) {
    super(at);
    this.primitive = primitive;
    int columns = output.columns;
    chosen = at.keep((long) output.rows * columns).sharing(0, output.rows, columns, columns);
  }

  @Override
  public void forward(Pass pass) {
    int n = input.columns;
    float[] best = scratch.array(0, n);
    float[] which = scratch.array(1, n);
    float[] other = scratch.array(2, n);
    for (int row = 0; row < output.rows; row++) {
      input.read(primitive.candidate(row, 0), 1, best);
      Arrays.fill(which, 0, n, 0);
      for (int k = 1; k < 4; k++) {
        input.read(primitive.candidate(row, k), 1, other);
        choose(best, which, other, k, n);
      }
      output.write(row, 1, best);
      chosen.write(row, 1, which);
    }
  }

  private static void choose(float[] best, float[] which, float[] other, int k, int n) {
    for (int c = 0; c < n; c++) {
      if (other[c] > best[c] || Float.isNaN(other[c])) {
        best[c] = other[c];
        which[c] = k;
      }
    }
  }

  @Override
  public void backward() {
    int n = input.columns;
    int side = primitive.side();
    int half = side / 2;
    float[] d = scratch.array(0, n);
    float[] which = scratch.array(1, n);
    for (int row = 0; row < input.rows; row++) {
      int image = row / (side * side);
      int down = row % (side * side) / side;
      int right = row % side;
      if (down / 2 >= half || right / 2 >= half) {
        Arrays.fill(d, 0, n, 0); // the last row or column of an odd side
      } else {
        int into = image * half * half + down / 2 * half + right / 2;
        gradient.read(into, 1, d);
        chosen.read(into, 1, which);
        keep(d, which, 2 * (down % 2) + right % 2, n);
      }
      Floats.give(toInput, row, 1, d);
    }
  }

  private static void keep(float[] d, float[] which, float index, int n) {
    for (int c = 0; c < n; c++) {
      d[c] = which[c] == index ? d[c] : 0;
    }
  }
}
