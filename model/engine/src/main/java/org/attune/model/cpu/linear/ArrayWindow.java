package org.attune.model.cpu.linear;

/** {@link Window} in scalar arithmetic. */
final class ArrayWindow implements Window {

  @Override
  public int columns() {
    return 4;
  }

  @Override
  public void slide(
      float[] x, int at, int stride, float[] taps, int[] under, float[] y, int yAt, int yStride) {
    for (int r = 0; r < ROWS; r++) {
      for (int c = 0; c < columns(); c++) {
        float sum = 0;
        for (int t = 0; t < taps.length; t++) {
          sum = Math.fma(taps[t], x[at + r * stride + c + under[t]], sum);
        }
        y[yAt + r * yStride + c] = sum;
      }
    }
  }

  @Override
  public void correlate(
      float[] x, int at, float[] y, int yAt, int[] pieces, float[] sums, int sumsAt) {
    for (int b = 0; b < TAPS; b++) {
      float sum = 0;
      for (int piece : pieces) {
        for (int c = 0; c < columns(); c++) {
          sum = Math.fma(y[yAt + piece + c], x[at + piece + c + b], sum);
        }
      }
      sums[sumsAt + b] = sum;
    }
  }
}
