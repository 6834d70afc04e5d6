package org.attune.model.bench;

import static org.bytedeco.openblas.global.openblas_nolapack.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_nolapack.cblas_sgemm;

import org.bytedeco.javacpp.FloatPointer;

/** What the machine's matrix products can do: the speed of a square one, on this thread. */
final class Roof {

  private static final int SIZE = 1024;
  private static final int ROUNDS = 15;

  private Roof() {}

  /** The best of {@value #ROUNDS} products of {@value #SIZE} x {@value #SIZE}, in GFLOP/s. */
  static double gflops() {
    try (FloatPointer a = filled();
        FloatPointer b = filled();
        FloatPointer c = filled()) {
      long best = Long.MAX_VALUE;
      for (int i = 0; i < ROUNDS; i++) {
        long start = System.nanoTime();
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
        best = Math.min(best, System.nanoTime() - start);
      }
      return 2.0 * SIZE * SIZE * SIZE / best;
    }
  }

  private static FloatPointer filled() {
    FloatPointer p = new FloatPointer((long) SIZE * SIZE);
    for (int i = 0; i < SIZE * SIZE; i++) {
      p.put(i, i % 7 - 3f);
    }
    return p;
  }
}
