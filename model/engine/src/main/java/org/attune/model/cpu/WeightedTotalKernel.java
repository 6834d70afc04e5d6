package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.WeightedTotal;
import org.attune.model.program.Pass;

/** {@code y = sum_i weight_i x_i}, summed in float64. */
final class WeightedTotalKernel extends PairKernel {

  WeightedTotalKernel(WeightedTotal p, Operands<Floats> at) {
    super(at);
  }

  @Override
  public void forward(Pass pass) {
    double sum = 0;
    for (int row = 0; row < input.rows; row++) {
      sum += (double) input.at(row, 0) * second.at(row, 0);
    }
    output.at(0, 0, (float) sum);
  }

  @Override
  public void backward() {
    give(toInput, second);
    give(toSecond, input);
  }

  private void give(Sink<Floats> sink, Floats factors) {
    if (sink.wanted()) {
      float slope = gradient.at(0, 0);
      float[] one = new float[1];
      for (int row = 0; row < factors.rows; row++) {
        one[0] = slope * factors.at(row, 0);
        Floats.give(sink, row, 1, one);
      }
    }
  }
}
