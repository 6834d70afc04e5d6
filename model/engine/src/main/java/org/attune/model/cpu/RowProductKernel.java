package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Multiply;
import org.attune.model.program.Pass;

/**
 * {@code y = a * b}, element by element. a is (rows, columns); b is (1, columns), one row for all
 * rows of a, or (1, 1), one number.
 */
final class RowProductKernel extends PairKernel {

  RowProductKernel(Multiply primitive, Operands<Floats> at) {
    super(at);
  }

  @Override
  public void forward(Pass pass) {
    int n = input.columns;
    float[] factors = scratch.array(0, n);
    float[] x = scratch.array(1, n);
    second.readOneRow(factors, n);
    for (int row = 0; row < input.rows; row++) {
      input.read(row, 1, x);
      ArrayMath.multiply(factors, x, n);
      output.write(row, 1, x);
    }
  }

  @Override
  public void backward() {
    int n = input.columns;
    float[] factors = scratch.array(0, n);
    float[] x = scratch.array(1, n);
    float[] d = scratch.array(2, n);
    float[] total = scratch.array(3, n);
    second.readOneRow(factors, n);
    Arrays.fill(total, 0, n, 0);
    for (int row = 0; row < input.rows; row++) {
      gradient.read(row, 1, d);
      if (toSecond.wanted()) {
        input.read(row, 1, x);
        ArrayMath.addProduct(x, d, total, n);
      }
      if (toInput.wanted()) {
        ArrayMath.multiply(factors, d, n);
        Floats.give(toInput, row, 1, d);
      }
    }
    if (toSecond.wanted()) {
      Floats.giveTotal(toSecond, total, n);
    }
  }
}
