package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.HeadwiseMatmul;
import org.attune.model.program.Pass;

/** {@code y_h = x_h w + b}: one product per head. */
final class HeadwiseMatmulKernel extends PairKernel {

  private final int heads;
  private final int in;
  private final int out;
  private final Panel x; // a head's columns
  private final Panel w;
  private final Panel y;
  private final float[] row;
  private final float[] sums;
  private final float[] bias;

  HeadwiseMatmulKernel(HeadwiseMatmul primitive, Operands<Floats> at) {
    super(at);
    heads = primitive.heads();
    in = primitive.w().rows();
    out = primitive.w().columns();
    x = input.panel(output.rows, in);
    w = second.panel(in, out);
    y = output.panel(output.rows, out);
    row = new float[heads * out];
    sums = new float[heads * out];
    bias = new float[out];
  }

  @Override
  public void forward(Pass pass) {
    at.in(2).read(0, 1, bias);
    for (int h = 0; h < heads; h++) {
      System.arraycopy(bias, 0, row, h * out, out);
    }
    for (int r = 0; r < output.rows; r++) {
      output.write(r, 1, row);
    }
    for (int h = 0; h < heads; h++) {
      y.moveTo(0, h * out).product(1, 1, x.moveTo(0, h * in), w);
    }
  }

  @Override
  public void backward() {
    int rows = output.rows;
    Panel dy = gradient.panel(rows, out);
    for (int h = 0; h < heads; h++) {
      dy.moveTo(0, h * out);
      if (toInput.wanted()) { // dx_h = dy_h wᵀ
        toInput
            .buffer()
            .panel(rows, in)
            .moveTo(0, h * in)
            .productNT(HeadPanels.beta(toInput), 1, dy, w);
      }
      if (toSecond.wanted()) { // dw = sum over heads of x_hᵀ dy_h
        toSecond
            .buffer()
            .panel(in, out)
            .productTN(h == 0 ? HeadPanels.beta(toSecond) : 1, 1, x.moveTo(0, h * in), dy);
      }
    }
    if (at.sink(2).wanted()) {
      gatherBias();
    }
  }

  private void gatherBias() {
    Arrays.fill(sums, 0);
    for (int r = 0; r < gradient.rows; r++) {
      gradient.read(r, 1, row);
      ArrayMath.add(row, sums, row.length);
    }
    Arrays.fill(bias, 0);
    for (int h = 0; h < heads; h++) {
      for (int i = 0; i < out; i++) {
        bias[i] += sums[h * out + i];
      }
    }
    Floats.give(at.sink(2), 0, 1, bias);
  }
}
