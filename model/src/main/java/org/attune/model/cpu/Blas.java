package org.attune.model.cpu;

import static org.bytedeco.openblas.global.openblas_nolapack.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.cblas_sgemm;

import org.attune.model.Natives;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.openblas.global.openblas;

/**
 * Matrix products in float32, row by row in memory.
 *
 * <p>OpenBLAS copies the factors of a product into an order of its own before it multiplies, but,
 * for AVX-512, not those of products of up to a million multiplications. In pieces of that size
 * products run at 106 to 116 GFLOP/s where they run at 87 to 105 in one (Zen 4, OpenBLAS 0.3.19).
 */
final class Blas {

  private static final long SMALL = 1_000_000; // OpenBLAS's limit, as multiplications
  private static final int ROWS = 60; // of a piece; the fastest of those tried
  private static final int COLUMNS = 128;
  private static final int DEPTH = 128;
  private static final boolean IN_PLACE = Natives.multipliesSmallMatricesInPlace();

  private Blas() {}

  /** Whether large products are faster in pieces: small ones are never shared among threads. */
  static boolean multipliesInPieces() {
    return IN_PLACE && openblas.blas_get_num_threads() == 1;
  }

  private static boolean inPieces(int m, int n, int k, FloatPointer a, FloatPointer b) {
    return IN_PLACE && (long) m * n * k > SMALL && a != b && multipliesInPieces();
  }

  /** {@code C = alpha A B + beta C}, with A (m, k) and B (k, n). */
  static void product(
      int m,
      int n,
      int k,
      float alpha,
      FloatPointer a,
      int lda,
      FloatPointer b,
      int ldb,
      float beta,
      FloatPointer c,
      int ldc) {
    if (inPieces(m, n, k, a, b)) {
      pieces(CblasNoTrans, m, n, k, alpha, a, lda, 1, b, ldb, beta, c, ldc);
      return;
    }
    cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  }

  /** {@code C = alpha A' B + beta C}, with A (k, m) and B (k, n). */
  static void productTransposedA(
      int m,
      int n,
      int k,
      float alpha,
      FloatPointer a,
      int lda,
      FloatPointer b,
      int ldb,
      float beta,
      FloatPointer c,
      int ldc) {
    if (inPieces(m, n, k, a, b)) {
      pieces(CblasTrans, m, n, k, alpha, a, 1, lda, b, ldb, beta, c, ldc);
      return;
    }
    cblas_sgemm(
        CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  }

  /**
   * @param down elements of A from one row of C to the next
   * @param along elements of A from one term of the sum to the next
   */
  private static void pieces(
      int form,
      int m,
      int n,
      int k,
      float alpha,
      FloatPointer a,
      int down,
      int along,
      FloatPointer b,
      int ldb,
      float beta,
      FloatPointer c,
      int ldc) {
    int lda = Math.max(down, along);
    long a0 = a.position();
    long b0 = b.position();
    long c0 = c.position();
    for (int j = 0; j < n; j += COLUMNS) {
      for (int p = 0; p < k; p += DEPTH) {
        b.position(b0 + (long) p * ldb + j);
        for (int i = 0; i < m; i += ROWS) {
          cblas_sgemm(
              CblasRowMajor,
              form,
              CblasNoTrans,
              Math.min(ROWS, m - i),
              Math.min(COLUMNS, n - j),
              Math.min(DEPTH, k - p),
              alpha,
              a.position(a0 + (long) i * down + (long) p * along),
              lda,
              b,
              ldb,
              p == 0 ? beta : 1,
              c.position(c0 + (long) i * ldc + j),
              ldc);
        }
      }
    }
    a.position(a0);
    b.position(b0);
    c.position(c0);
  }

  /** {@code C = alpha A B' + beta C}, with A (m, k) and B (n, k). */
  static void productTransposedB(
      int m,
      int n,
      int k,
      float alpha,
      FloatPointer a,
      int lda,
      FloatPointer b,
      int ldb,
      float beta,
      FloatPointer c,
      int ldc) {
    cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  }
}
