package org.attune.model.cpu;

import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;
import org.bytedeco.javacpp.FloatPointer;

/** {@code s_ij = scale q_i·k_j} for each sequence and head: one product each. */
public final class ScoresKernel implements Kernel {

  private final Value q;
  private final Value k;
  private final int batch;
  private final int heads;
  private final int width;
  private final int from;
  private final int to;
  private final float scale;
  private final Floats queries;
  private final Floats keys;
  private final Floats scores;
  private final Floats queryGradient;
  private final Floats keyGradient;
  private final Floats scoreGradient;

  public ScoresKernel(Value q, Value k, int heads, double scale, Value y) {
    this.q = q;
    this.k = k;
    this.heads = heads;
    this.scale = (float) scale;
    batch = y.program().batch();
    width = q.columns() / heads;
    from = q.length();
    to = k.length();
    queries = Floats.of(q.array());
    keys = Floats.of(k.array());
    scores = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    queryGradient = backward && q.wantsGradient() ? Floats.of(q.gradient()) : null;
    keyGradient = backward && k.wantsGradient() ? Floats.of(k.gradient()) : null;
    scoreGradient = backward ? Floats.of(y.gradient()) : null;
  }

  @Override
  public void forward(Pass pass) {
    for (int b = 0; b < batch; b++) {
      for (int h = 0; h < heads; h++) {
        Blas.productTransposedB(
            from,
            to,
            width,
            scale,
            head(queries, b, from, h),
            queries.stride,
            head(keys, b, to, h),
            keys.stride,
            0,
            scores.at(matrix(b, h)),
            to);
      }
    }
  }

  @Override
  public void backward() {
    float queryBeta = queryGradient == null ? 0 : q.beta();
    float keyBeta = keyGradient == null ? 0 : k.beta();
    for (int b = 0; b < batch; b++) {
      for (int h = 0; h < heads; h++) {
        if (queryGradient != null) { // dq = ds k
          Blas.product(
              from,
              width,
              to,
              scale,
              scoreGradient.at(matrix(b, h)),
              to,
              head(keys, b, to, h),
              keys.stride,
              queryBeta,
              head(queryGradient, b, from, h),
              queryGradient.stride);
        }
        if (keyGradient != null) { // dk = ds' q
          Blas.productTransposedA(
              to,
              width,
              from,
              scale,
              scoreGradient.at(matrix(b, h)),
              to,
              head(queries, b, from, h),
              queries.stride,
              keyBeta,
              head(keyGradient, b, to, h),
              keyGradient.stride);
        }
      }
    }
  }

  private long matrix(int b, int h) {
    return ((long) b * heads + h) * from * to;
  }

  private FloatPointer head(Floats all, int b, int length, int h) {
    return all.at((long) b * length * all.stride + (long) h * width);
  }
}
