package org.attune.model.cpu;

import static org.bytedeco.openblas.global.openblas_nolapack.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.cblas_sgemm;

import org.bytedeco.javacpp.FloatPointer;

/** Matrix products in float32, row by row in memory. */
final class Blas {

  private Blas() {}

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
    cblas_sgemm(
        CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
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
