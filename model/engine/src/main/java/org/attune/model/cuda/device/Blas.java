package org.attune.model.cuda.device;

/**
 * Matrix products on a GPU: {@code c = alpha op(a) op(b) + beta c}. As in cuBLAS, matrices are
 * column-major; the leading dimension is the distance from one column to the next.
 */
public interface Blas {

  /** Bytes on which a product in TF32 needs its matrices; its loads take 16 bytes at once. */
  int REDUCED_ALIGNMENT = 16;

  /** Creates a handle. It stays until the process ends. */
  long create();

  /**
   * Puts a handle's work on a stream; 0 for none.
   *
   * @param workspace GPU memory used by this handle alone; it makes every run give identical digits
   */
  void use(long handle, long stream, long workspace, long workspaceBytes);

  /**
   * The form of a product.
   *
   * @param transposedA whether a is read transposed
   * @param m rows of the result
   * @param n columns of the result
   * @param k columns of op(a)
   * @param alpha factor of the product
   * @param lda elements from one column of a to the next
   * @param beta factor of c's contents
   * @param reduced whether the factors are rounded to TF32; only where all addresses and columns
   *     lie on {@link #REDUCED_ALIGNMENT}
   */
  record ProductForm(
      boolean transposedA,
      boolean transposedB,
      int m,
      int n,
      int k,
      float alpha,
      int lda,
      int ldb,
      float beta,
      int ldc,
      boolean reduced) {}

  /** One product. */
  void multiply(long handle, ProductForm form, long a, long b, long c);

  /**
   * A batch of products of one form.
   *
   * @param a GPU address of an array of addresses, one for each first factor
   */
  void multiplyEach(long handle, ProductForm form, long a, long b, long c, int count);
}
