package org.attune.model.cpu;

import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;
import org.bytedeco.javacpp.FloatPointer;

/** {@code y_i = sum_j a_ij v_j} for each sequence and head: one product each. */
public final class MixKernel implements Kernel {

  private final Value a;
  private final Value v;
  private final int batch;
  private final int heads;
  private final int width;
  private final int from;
  private final int to;
  private final Floats weights;
  private final Floats values;
  private final Floats read;
  private final Floats weightGradient;
  private final Floats valueGradient;
  private final Floats readGradient;

  public MixKernel(Value a, Value v, Value y) {
    this.a = a;
    this.v = v;
    batch = a.size(0);
    heads = a.size(1);
    from = a.size(2);
    to = a.size(3);
    width = v.columns() / heads;
    weights = Floats.of(a.array());
    values = Floats.of(v.array());
    read = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    weightGradient = backward && a.wantsGradient() ? Floats.of(a.gradient()) : null;
    valueGradient = backward && v.wantsGradient() ? Floats.of(v.gradient()) : null;
    readGradient = backward ? Floats.of(y.gradient()) : null;
  }

  @Override
  public void forward(Pass pass) {
    for (int b = 0; b < batch; b++) {
      for (int h = 0; h < heads; h++) {
        Blas.product(
            from,
            width,
            to,
            1,
            weights.at(matrix(b, h)),
            to,
            head(values, b, to, h),
            values.stride,
            0,
            head(read, b, from, h),
            read.stride);
      }
    }
  }

  @Override
  public void backward() {
    float weightBeta = weightGradient == null ? 0 : a.beta();
    float valueBeta = valueGradient == null ? 0 : v.beta();
    for (int b = 0; b < batch; b++) {
      for (int h = 0; h < heads; h++) {
        if (weightGradient != null) { // da = dy v'
          Blas.productTransposedB(
              from,
              to,
              width,
              1,
              head(readGradient, b, from, h),
              readGradient.stride,
              head(values, b, to, h),
              values.stride,
              weightBeta,
              weightGradient.at(matrix(b, h)),
              to);
        }
        if (valueGradient != null) { // dv = a' dy
          Blas.productTransposedA(
              to,
              width,
              from,
              1,
              weights.at(matrix(b, h)),
              to,
              head(readGradient, b, from, h),
              readGradient.stride,
              valueBeta,
              head(valueGradient, b, to, h),
              valueGradient.stride);
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
