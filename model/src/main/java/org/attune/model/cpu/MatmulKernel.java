package org.attune.model.cpu;

import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y = a b} or {@code a b'}. */
public final class MatmulKernel implements Kernel {

  private final Products products;

  public MatmulKernel(Value a, Value b, boolean transposed, Value y) {
    products = new Products(a, b, transposed, y);
  }

  @Override
  public void forward(Pass pass) {
    products.forward(pass, 0);
  }

  @Override
  public void backward() {
    products.backward();
  }
}
