package org.attune.model.cpu.linear;

/**
 * A step of elimination: subtracts multiples of other rows from a row, and multiplies it.
 *
 * <p>This class computes number by number, for a JVM without vectors and for columns that fill no
 * vector. {@link VectorRows} computes the others.
 */
class EliminationStep {

  /**
   * {@code row = factor (row - sum_i f_i row_i)}. All rows lie in x; offsets count numbers.
   *
   * @param at offset of the row
   * @param columns numbers per row
   * @param first offset of the first other row
   * @param stride distance from one other row to the next
   * @param count number of other rows
   * @param factors contains the f_i
   * @param factorAt offset of the first f_i
   * @param factorStride distance from one f_i to the next
   * @param factor multiplies the result
   */
  void eliminate(
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
