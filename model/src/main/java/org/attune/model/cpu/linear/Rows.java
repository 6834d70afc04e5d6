package org.attune.model.cpu.linear;

/** A step of elimination: subtracts multiples of other rows of the same matrix from a row. */
interface Rows {

  /**
   * {@code row = (row - sum_i f_i row_i) factor} over {@code columns} numbers of x.
   *
   * @param at offset of the row
   * @param first offset of the first of the {@code count} other rows
   * @param stride from one of them to the next
   * @param factors holds their multiples, from {@code factorAt} on, {@code factorStride} apart
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
      float factor);
}
