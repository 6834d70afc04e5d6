package org.attune.model.cuda.device;

/**
 * Products of matrices on a card: {@code c = alpha op(a) op(b) + beta c}. As in cuBLAS matrices lie
 * column by column, a column every so many elements (its leading dimension).
 */
public interface Blas {

  /** Its version, as the driver counts: 13000 is 13.0. */
  int version();

  /**
   * A handle of a trial's own.
   *
   * @param workspace memory on the card for it alone: what makes every run give the same digits
   * @param reduced whether factors may be rounded to TF32
   */
  long create(long stream, long workspace, long workspaceBytes, boolean reduced);

  void destroy(long handle);

  /**
   * The factors and the result of a product.
   *
   * @param transposedA whether a is read transposed
   * @param m rows of the result
   * @param n columns of the result
   * @param k columns of op(a)
   * @param alpha factor of the product
   * @param lda elements from one column of a to the next
   * @param beta factor of what is in c
   */
  record Form(
      boolean transposedA,
      boolean transposedB,
      int m,
      int n,
      int k,
      float alpha,
      int lda,
      int ldb,
      float beta,
      int ldc) {}

  /** One product. */
  void multiply(long handle, Form form, long a, long b, long c);

  /**
   * Products of one form.
   *
   * @param a address on the card of an array of addresses, one of each first factor
   */
  void multiplyEach(long handle, Form form, long a, long b, long c, int count);
}
