package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.WeightedTotal;
import org.attune.model.program.Pass;

/** {@code y = sum_i weight_i x_i}, summed in float64. */
final class WeightedTotalKernel implements Kernel {

  private final Operands<Floats> at;

  WeightedTotalKernel(WeightedTotal p, Operands<Floats> at) {
    this.at = at;
  }

  @Override
  public void forward(Pass pass) {
    double sum = 0;
    for (int row = 0; row < at.in(0).rows; row++) {
      sum += (double) at.in(0).at(row, 0) * at.in(1).at(row, 0);
    }
    at.out().at(0, 0, (float) sum);
  }

  @Override
  public void backward() {
    give(at.sink(0), at.in(1));
    give(at.sink(1), at.in(0));
  }

  private void give(Sink<Floats> sink, Floats factors) {
    if (sink.wanted()) {
      float slope = at.outGradient().at(0, 0);
      float[] one = new float[1];
      for (int row = 0; row < factors.rows; row++) {
        one[0] = slope * factors.at(row, 0);
        Floats.give(sink, row, 1, one);
      }
    }
  }
}
