package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y = a * b}, element by element, b being one row for all of a's, or one number. */
public final class RowProductKernel implements Kernel {

  private final Value a;
  private final Value b;
  private final Floats rows;
  private final Floats factors;
  private final Floats products;
  private final Floats rowGradient;
  private final Floats factorGradient;
  private final Floats productGradient;
  private final Scratch scratch;

  public RowProductKernel(Value a, Value b, Value y) {
    this.a = a;
    this.b = b;
    rows = Floats.of(a.array());
    factors = Floats.of(b.array());
    products = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    rowGradient = backward && a.wantsGradient() ? Floats.of(a.gradient()) : null;
    factorGradient = backward && b.wantsGradient() ? Floats.of(b.gradient()) : null;
    productGradient = backward ? Floats.of(y.gradient()) : null;
    scratch = Scratch.of(y);
  }

  @Override
  public void forward(Pass pass) {
    int n = rows.columns;
    float[] f = scratch.array(0, n);
    float[] x = scratch.array(1, n);
    factors.readOneRow(f, n);
    for (int row = 0; row < rows.rows; row++) {
      rows.read(row, 1, x);
      Functions.multiply(f, x, n);
      products.write(row, 1, x);
    }
  }

  @Override
  public void backward() {
    boolean addRows = rowGradient != null && a.beta() == 1;
    boolean addFactors = factorGradient != null && b.beta() == 1;
    int n = rows.columns;
    float[] f = scratch.array(0, n);
    float[] x = scratch.array(1, n);
    float[] d = scratch.array(2, n);
    float[] total = scratch.array(3, n);
    factors.readOneRow(f, n);
    Arrays.fill(total, 0, n, 0);
    for (int row = 0; row < rows.rows; row++) {
      productGradient.read(row, 1, d);
      if (factorGradient != null) {
        rows.read(row, 1, x);
        Functions.addProduct(x, d, total, n);
      }
      if (rowGradient != null) {
        Functions.multiply(f, d, n);
        if (addRows) {
          rowGradient.read(row, 1, x);
          Functions.add(x, d, n);
        }
        rowGradient.write(row, 1, d);
      }
    }
    if (factorGradient != null) {
      factorGradient.writeTotal(total, n, addFactors);
    }
  }
}
