package org.attune.model.cpu;

import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** Heads as mixtures of their group: a small product per group of each sequence. */
public final class HeadMixingKernel implements Kernel {

  private final Value scores;
  private final Value mixing;
  private final int batch;
  private final int heads;
  private final int size;
  private final int places;
  private final Floats weights;
  private final Floats from;
  private final Floats to;
  private final Floats weightGradient;
  private final Floats fromGradient;
  private final Floats toGradient;

  public HeadMixingKernel(Value scores, Value mixing, Value y) {
    this.scores = scores;
    this.mixing = mixing;
    batch = scores.size(0);
    heads = scores.size(1);
    size = mixing.columns();
    places = scores.size(2) * scores.size(3);
    weights = Floats.of(mixing.array());
    from = Floats.of(scores.array());
    to = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    weightGradient = backward && mixing.wantsGradient() ? Floats.of(mixing.gradient()) : null;
    fromGradient = backward && scores.wantsGradient() ? Floats.of(scores.gradient()) : null;
    toGradient = backward ? Floats.of(y.gradient()) : null;
  }

  @Override
  public void forward(Pass pass) {
    for (int b = 0; b < batch; b++) {
      for (int first = 0; first < heads; first += size) {
        long group = group(b, first);
        Blas.product(
            size,
            places,
            size,
            1,
            weights.row(first),
            weights.stride,
            from.at(group),
            places,
            0,
            to.at(group),
            places);
      }
    }
  }

  @Override
  public void backward() {
    float fromBeta = fromGradient == null ? 0 : scores.beta();
    float weightBeta = weightGradient == null ? 0 : mixing.beta();
    for (int b = 0; b < batch; b++) {
      for (int first = 0; first < heads; first += size) {
        long group = group(b, first);
        if (fromGradient != null) { // ds = w' dy
          Blas.productTransposedA(
              size,
              places,
              size,
              1,
              weights.row(first),
              weights.stride,
              toGradient.at(group),
              places,
              fromBeta,
              fromGradient.at(group),
              places);
        }
        if (weightGradient != null) { // dw = dy s', summed over sequences
          Blas.productTransposedB(
              size,
              size,
              places,
              1,
              toGradient.at(group),
              places,
              from.at(group),
              places,
              b == 0 ? weightBeta : 1,
              weightGradient.row(first),
              weightGradient.stride);
        }
      }
    }
  }

  private long group(int b, int first) {
    return ((long) b * heads + first) * places;
  }
}
