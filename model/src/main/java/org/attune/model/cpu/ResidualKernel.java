package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Residual;
import org.attune.model.program.Pass;

/** {@code y = x + a w}; in x's own place, the product accumulates the sum. */
final class ResidualKernel implements Kernel {

  private final ProductWithAdjoint products;
  private final Floats stream;
  private final Floats sum;
  private final Floats sumGradient;
  private final Sink<Floats> streamGradient;
  private final boolean inPlace;

  ResidualKernel(Residual primitive, Operands<Floats> at) {
    products = new ProductWithAdjoint(at, 1, primitive.w(), false);
    stream = at.in(0);
    sum = at.out();
    sumGradient = at.outGradient();
    streamGradient = at.sink(0);
    inPlace = at.inPlace();
  }

  @Override
  public void forward(Pass pass) {
    if (!inPlace) {
      sum.copy(stream);
    }
    products.forward(pass, 1);
  }

  @Override
  public void backward() {
    products.backward();
    if (streamGradient.wanted()) {
      Floats.give(streamGradient, sumGradient);
    }
  }
}
