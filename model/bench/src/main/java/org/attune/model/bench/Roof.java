package org.attune.model.bench;

import static org.bytedeco.openblas.global.openblas_nolapack.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_nolapack.cblas_sgemm;

import org.bytedeco.javacpp.FloatPointer;

/** The machine's speed limit for matrix products: square ones of {@value #SIZE}, on this thread. */
final class Roof implements AutoCloseable {

  private static final int SIZE = 1024;
  private static final int ROUNDS = 15;

  private final FloatPointer a = filled();
  private final FloatPointer b = filled();
  private final FloatPointer c = filled();

  /** The fastest of {@value #ROUNDS} products, in GFLOP/s. */
  static double gflops() {
    try (Roof roof = new Roof()) {
      long best = Long.MAX_VALUE;
      for (int i = 0; i < ROUNDS; i++) {
        long start = System.nanoTime();
        roof.multiply();
        best = Math.min(best, System.nanoTime() - start);
      }
      return 2.0 * SIZE * SIZE * SIZE / best;
    }
  }

  /** Runs one product. */
  void multiply() {
    cblas_sgemm(
        CblasRowMajor,
        CblasNoTrans,
        CblasNoTrans,
        SIZE,
        SIZE,
        SIZE,
        1,
        a,
        SIZE,
        b,
        SIZE,
        0,
        c,
        SIZE);
  }

  @Override
  public void close() {
    a.close();
    b.close();
    c.close();
  }

  private static FloatPointer filled() {
    FloatPointer p = new FloatPointer((long) SIZE * SIZE);
    for (int i = 0; i < SIZE * SIZE; i++) {
      p.put(i, i % 7 - 3f);
    }
    return p;
  }
}
