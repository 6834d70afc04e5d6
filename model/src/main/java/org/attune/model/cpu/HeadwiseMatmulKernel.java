package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y_h = x_h w + b}: one product per head. */
public final class HeadwiseMatmulKernel implements Kernel {

  private final Value x;
  private final Value w;
  private final Value b;
  private final int heads;
  private final int in;
  private final int out;
  private final Floats xValues;
  private final Floats wValues;
  private final Floats bValues;
  private final Floats yValues;
  private final Floats xGradient;
  private final Floats wGradient;
  private final Floats bGradient;
  private final Floats yGradient;
  private final float[] row;
  private final float[] sums;
  private final float[] bias;

  public HeadwiseMatmulKernel(Value x, Value w, Value b, int heads, Value y) {
    this.x = x;
    this.w = w;
    this.b = b;
    this.heads = heads;
    in = w.rows();
    out = w.columns();
    xValues = Floats.of(x.array());
    wValues = Floats.of(w.array());
    bValues = Floats.of(b.array());
    yValues = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    xGradient = backward && x.wantsGradient() ? Floats.of(x.gradient()) : null;
    wGradient = backward && w.wantsGradient() ? Floats.of(w.gradient()) : null;
    bGradient = backward && b.wantsGradient() ? Floats.of(b.gradient()) : null;
    yGradient = backward ? Floats.of(y.gradient()) : null;
    row = new float[heads * out];
    sums = new float[heads * out];
    bias = new float[out];
  }

  @Override
  public void forward(Pass pass) {
    bValues.read(0, bias, 0, out);
    for (int h = 0; h < heads; h++) {
      System.arraycopy(bias, 0, row, h * out, out);
    }
    for (int r = 0; r < yValues.rows; r++) {
      yValues.write(r * yValues.stride, row, 0, row.length);
    }
    for (int h = 0; h < heads; h++) {
      Blas.product(
          yValues.rows,
          out,
          in,
          1,
          xValues.at((long) h * in),
          xValues.stride,
          wValues.start(),
          wValues.stride,
          1,
          yValues.at((long) h * out),
          yValues.stride);
    }
  }

  @Override
  public void backward() {
    int rows = yValues.rows;
    float xBeta = xGradient == null ? 0 : x.beta();
    float wBeta = wGradient == null ? 0 : w.beta();
    for (int h = 0; h < heads; h++) {
      if (xGradient != null) { // dx_h = dy_h w'
        Blas.productTransposedB(
            rows,
            in,
            out,
            1,
            yGradient.at((long) h * out),
            yGradient.stride,
            wValues.start(),
            wValues.stride,
            xBeta,
            xGradient.at((long) h * in),
            xGradient.stride);
      }
      if (wGradient != null) { // dw = sum over heads of x_h' dy_h
        Blas.productTransposedA(
            in,
            out,
            rows,
            1,
            xValues.at((long) h * in),
            xValues.stride,
            yGradient.at((long) h * out),
            yGradient.stride,
            h == 0 ? wBeta : 1,
            wGradient.start(),
            wGradient.stride);
      }
    }
    if (bGradient != null) {
      gatherBias();
    }
  }

  private void gatherBias() {
    Arrays.fill(sums, 0);
    for (int r = 0; r < yGradient.rows; r++) {
      yGradient.read(r * yGradient.stride, row, 0, row.length);
      Functions.add(row, sums, row.length);
    }
    if (b.beta() == 1) {
      bGradient.read(0, bias, 0, out);
    } else {
      Arrays.fill(bias, 0);
    }
    for (int h = 0; h < heads; h++) {
      for (int i = 0; i < out; i++) {
        bias[i] += sums[h * out + i];
      }
    }
    bGradient.write(0, bias, 0, out);
  }
}
