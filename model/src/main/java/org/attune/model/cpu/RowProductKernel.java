package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Multiply;
import org.attune.model.program.Pass;

/** {@code y = a * b}, element by element; b is one row for all of a's rows, or one number. */
final class RowProductKernel implements Kernel {

  private final Floats rows;
  private final Floats factors;
  private final Floats products;
  private final Sink<Floats> rowGradient;
  private final Sink<Floats> factorGradient;
  private final Floats productGradient;
  private final Scratch scratch;

  RowProductKernel(Multiply primitive, Operands<Floats> at) {
    rows = at.in(0);
    factors = at.in(1);
    products = at.out();
    rowGradient = at.sink(0);
    factorGradient = at.sink(1);
    productGradient = at.outGradient();
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    int n = rows.columns;
    float[] f = scratch.array(0, n);
    float[] x = scratch.array(1, n);
    factors.readOneRow(f, n);
    for (int row = 0; row < rows.rows; row++) {
      rows.read(row, 1, x);
      ArrayMath.multiply(f, x, n);
      products.write(row, 1, x);
    }
  }

  @Override
  public void backward() {
    int n = rows.columns;
    float[] f = scratch.array(0, n);
    float[] x = scratch.array(1, n);
    float[] d = scratch.array(2, n);
    float[] total = scratch.array(3, n);
    factors.readOneRow(f, n);
    Arrays.fill(total, 0, n, 0);
    for (int row = 0; row < rows.rows; row++) {
      productGradient.read(row, 1, d);
      if (factorGradient.wanted()) {
        rows.read(row, 1, x);
        ArrayMath.addProduct(x, d, total, n);
      }
      if (rowGradient.wanted()) {
        ArrayMath.multiply(f, d, n);
        Floats.give(rowGradient, row, 1, d);
      }
    }
    if (factorGradient.wanted()) {
      Floats.giveTotal(factorGradient, total, n);
    }
  }
}
