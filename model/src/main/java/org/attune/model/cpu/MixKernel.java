package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Mix;
import org.attune.model.program.Pass;

/** {@code y_i = sum_j a_ij v_j} for each sequence and head: one product each. */
final class MixKernel implements Kernel {

  private final int batch;
  private final int heads;
  private final int queries;
  private final int keys;
  private final HeadPanels weights;
  private final HeadPanels values;
  private final HeadPanels read;
  private final HeadPanels readGradient;
  private final Sink<Floats> weightGradient;
  private final Sink<Floats> valueGradient;

  MixKernel(Mix primitive, Operands<Floats> at) {
    batch = at.batch();
    heads = primitive.weights().size(1);
    queries = primitive.weights().size(2);
    keys = primitive.weights().size(3);
    weights = HeadPanels.ofScores(at.in(0), heads, queries);
    values = HeadPanels.ofTokens(at.in(1), heads, keys);
    read = HeadPanels.ofTokens(at.out(), heads, queries);
    readGradient = at.backward() ? HeadPanels.ofTokens(at.outGradient(), heads, queries) : read;
    weightGradient = at.sink(0);
    valueGradient = at.sink(1);
  }

  @Override
  public void forward(Pass pass) {
    for (int b = 0; b < batch; b++) {
      for (int h = 0; h < heads; h++) {
        read.at(b, h).product(0, 1, weights.at(b, h), values.at(b, h));
      }
    }
  }

  @Override
  public void backward() {
    if (weightGradient.wanted()) { // da = dy vᵀ
      HeadPanels da = HeadPanels.ofScores(weightGradient.buffer(), heads, queries);
      float beta = HeadPanels.beta(weightGradient);
      for (int b = 0; b < batch; b++) {
        for (int h = 0; h < heads; h++) {
          da.at(b, h).productNT(beta, 1, readGradient.at(b, h), values.at(b, h));
        }
      }
    }
    if (valueGradient.wanted()) { // dv = aᵀ dy
      HeadPanels dv = HeadPanels.ofTokens(valueGradient.buffer(), heads, keys);
      float beta = HeadPanels.beta(valueGradient);
      for (int b = 0; b < batch; b++) {
        for (int h = 0; h < heads; h++) {
          dv.at(b, h).productTN(beta, 1, weights.at(b, h), readGradient.at(b, h));
        }
      }
    }
  }
}
