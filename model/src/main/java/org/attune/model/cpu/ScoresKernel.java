package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Scores;
import org.attune.model.program.Pass;

/** {@code s_ij = scale q_i·k_j} for each sequence and head: one product each. */
final class ScoresKernel implements Kernel {

  private final int batch;
  private final int heads;
  private final float scale;
  private final int from;
  private final int to;
  private final HeadPanels queries;
  private final HeadPanels keys;
  private final HeadPanels scores;
  private final HeadPanels scoreGradient;
  private final Sink<Floats> queryGradient;
  private final Sink<Floats> keyGradient;

  ScoresKernel(Scores primitive, Operands<Floats> at) {
    batch = at.batch();
    heads = primitive.heads();
    scale = (float) primitive.scale();
    from = primitive.q().length();
    to = primitive.k().length();
    queries = HeadPanels.ofTokens(at.in(0), heads, from);
    keys = HeadPanels.ofTokens(at.in(1), heads, to);
    scores = HeadPanels.ofScores(at.out(), heads, from);
    scoreGradient = at.backward() ? HeadPanels.ofScores(at.outGradient(), heads, from) : scores;
    queryGradient = at.sink(0);
    keyGradient = at.sink(1);
  }

  @Override
  public void forward(Pass pass) {
    for (int b = 0; b < batch; b++) {
      for (int h = 0; h < heads; h++) {
        scores.at(b, h).productNT(0, scale, queries.at(b, h), keys.at(b, h));
      }
    }
  }

  @Override
  public void backward() {
    if (queryGradient.wanted()) { // dq = ds k
      HeadPanels dq = HeadPanels.ofTokens(queryGradient.buffer(), heads, from);
      float beta = HeadPanels.beta(queryGradient);
      for (int b = 0; b < batch; b++) {
        for (int h = 0; h < heads; h++) {
          dq.at(b, h).product(beta, scale, scoreGradient.at(b, h), keys.at(b, h));
        }
      }
    }
    if (keyGradient.wanted()) { // dk = dsᵀ q
      HeadPanels dk = HeadPanels.ofTokens(keyGradient.buffer(), heads, to);
      float beta = HeadPanels.beta(keyGradient);
      for (int b = 0; b < batch; b++) {
        for (int h = 0; h < heads; h++) {
          dk.at(b, h).productTN(beta, scale, scoreGradient.at(b, h), queries.at(b, h));
        }
      }
    }
  }
}
