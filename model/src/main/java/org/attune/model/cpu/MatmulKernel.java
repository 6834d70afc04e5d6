package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Matmul;
import org.attune.model.program.Pass;

/** {@code y = a b} or {@code a bᵀ}. */
final class MatmulKernel implements Kernel {

  private final ProductWithAdjoint products;

  MatmulKernel(Matmul primitive, Operands<Floats> at) {
    products = new ProductWithAdjoint(at, 0, primitive.b(), primitive.transposed());
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
