package org.attune.model.cpu.linear;

/**
 * {@link EliminationStep} number by number, for a JVM without vectors and for columns that fill no
 * vector.
 */
final class ArrayRows implements EliminationStep {

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
      float rest = x[at + c];
      for (int i = 0; i < count; i++) {
        rest = Math.fma(-factors[factorAt + i * factorStride], x[first + i * stride + c], rest);
      }
      x[at + c] = rest * factor;
    }
  }
}
