package org.attune.model.cpu.linear;

/** Steps of elimination: a row less multiples of other rows of the same matrix. */
interface Rows {

  /**
   * {@code row = (row - sum_i f_i row_i) factor} over {@code columns} numbers of x.
   *
   * @param at where the row begins
   * @param first where the first of the {@code count} other rows begins
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
