package org.attune.model.cpu;

import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y = x + a w}; in x's own place, the sum is the product's accumulation. */
public final class ResidualKernel implements Kernel {

  private final Products products;
  private final Value x;
  private final Value y;
  private final boolean inPlace;

  public ResidualKernel(Value x, Value a, Value w, Value y) {
    products = new Products(a, w, false, y);
    this.x = x;
    this.y = y;
    inPlace = y.sharesStorageWith(x);
  }

  @Override
  public void forward(Pass pass) {
    if (!inPlace) {
      y.array().assign(x.array());
    }
    products.forward(pass, 1);
  }

  @Override
  public void backward() {
    products.backward();
    if (!inPlace && x.wantsGradient()) {
      x.addGradient(y.gradient());
    }
  }
}
