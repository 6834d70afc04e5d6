package org.attune.model.cpu.linear;

/** {@link Rows} in scalar arithmetic. */
final class ArrayRows implements Rows {

  @Override
  public void eliminate(
      float[] x,
      int at,
      int columns,
      int first,
      int stride,
      int count,
      float[] factors,
      int factorAt,
      int factorStride,
      float factor) {
    for (int c = 0; c < columns; c++) {
      float sum = x[at + c];
      int from = first + c;
      int f = factorAt;
      for (int i = 0; i < count; i++) {
        sum = Math.fma(-factors[f], x[from], sum);
        from += stride;
        f += factorStride;
      }
      x[at + c] = sum * factor;
    }
  }
}
