package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.HeadwiseMatmul;
import org.attune.model.program.Pass;

/** {@code y_h = x_h w + b}: one product per head. */
final class HeadwiseMatmulKernel implements Kernel {

  private final int heads;
  private final int in;
  private final int out;
  private final Panel x; // a head's columns
  private final Panel w;
  private final Panel y;
  private final Floats bValues;
  private final Floats yValues;
  private final Floats yGradient;
  private final Sink<Floats> xGradient;
  private final Sink<Floats> wGradient;
  private final Sink<Floats> bGradient;
  private final float[] row;
  private final float[] sums;
  private final float[] bias;

  HeadwiseMatmulKernel(HeadwiseMatmul primitive, Operands<Floats> at) {
    heads = primitive.heads();
    in = primitive.w().rows();
    out = primitive.w().columns();
    yValues = at.out();
    x = at.in(0).panel(yValues.rows, in);
    w = at.in(1).panel(in, out);
    y = yValues.panel(yValues.rows, out);
    bValues = at.in(2);
    yGradient = at.outGradient();
    xGradient = at.sink(0);
    wGradient = at.sink(1);
    bGradient = at.sink(2);
    row = new float[heads * out];
    sums = new float[heads * out];
    bias = new float[out];
  }

  @Override
  public void forward(Pass pass) {
    bValues.read(0, 1, bias);
    for (int h = 0; h < heads; h++) {
      System.arraycopy(bias, 0, row, h * out, out);
    }
    for (int r = 0; r < yValues.rows; r++) {
      yValues.write(r, 1, row);
    }
    for (int h = 0; h < heads; h++) {
      y.moveTo(0, h * out).product(1, 1, x.moveTo(0, h * in), w);
    }
  }

  @Override
  public void backward() {
    int rows = yValues.rows;
    Panel dy = yGradient.panel(rows, out);
    for (int h = 0; h < heads; h++) {
      dy.moveTo(0, h * out);
      if (xGradient.wanted()) { // dx_h = dy_h wᵀ
        xGradient
            .buffer()
            .panel(rows, in)
            .moveTo(0, h * in)
            .productNT(HeadPanels.beta(xGradient), 1, dy, w);
      }
      if (wGradient.wanted()) { // dw = sum over heads of x_hᵀ dy_h
        wGradient
            .buffer()
            .panel(in, out)
            .productTN(h == 0 ? HeadPanels.beta(wGradient) : 1, 1, x.moveTo(0, h * in), dy);
      }
    }
    if (bGradient.wanted()) {
      gatherBias();
    }
  }

  private void gatherBias() {
    Arrays.fill(sums, 0);
    for (int r = 0; r < yGradient.rows; r++) {
      yGradient.read(r, 1, row);
      ArrayMath.add(row, sums, row.length);
    }
    Arrays.fill(bias, 0);
    for (int h = 0; h < heads; h++) {
      for (int i = 0; i < out; i++) {
        bias[i] += sums[h * out + i];
      }
    }
    Floats.give(bGradient, 0, 1, bias);
  }
}
