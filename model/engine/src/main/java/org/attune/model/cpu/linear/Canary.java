package org.attune.model.cpu.linear;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Optional;

/**
 * Times matrix products at JVM start. Without vectors, or if the compiler boxes them, training is
 * correct but many times slower, and nothing else would report it.
 *
 * <p>It multiplies until products are fast, which also compiles them for later use. This takes some
 * tenths of a second of this thread, and {@value #PATIENCE_SECONDS} seconds if they never become
 * fast.
 */
public final class Canary {

  private static final double SLOW =
      10; // GFLOP/s: boxed vectors reach 1 to 2, AVX2 60, one NEON core 20
  private static final int PATIENCE_SECONDS = 3;
  private static final long MEASURED_NANOS = 500_000_000;
  private static final int SIZE = 96;
  private static final int DEPTH = 300; // longer than one partial sum, so that adding is timed too
  private static final int COUNT = 10; // products timed together
  private static final int SHORT = 24; // terms: many short sums trigger compilation soonest
  private static final int SHORT_COUNT = 150; // products of at least sixteen tiles each

  private Canary() {}

  /** The message to the user if products are slow in this JVM. */
  public static Optional<String> complaint() {
    if (!Lanes.available()) {
      return Optional.of(
          "Training runs without Java's vectors, right but many times slower: start the JVM with"
              + " --add-modules jdk.incubator.vector (under spark-submit: --driver-java-options"
              + " --add-modules=jdk.incubator.vector).");
    }
    double reached = reached(new Products());
    return reached >= SLOW
        ? Optional.empty()
        : Optional.of(
            String.format(
                "Matrix products make %.1f GFLOP/s in this JVM, where %.0f is little: its compiler"
                    + " did not turn them into vector instructions. Start it again; if that does"
                    + " not help, look for -Xint, -XX:TieredStopAtLevel or -XX:-EnableVectorSupport"
                    + " among its options.",
                reached, SLOW));
  }

  /** GFLOP/s of one thread's CPU time. The first call measures them, for half a second. */
  public static double gflops() {
    return Once.GFLOPS;
  }

  private static final class Once {
    static final double GFLOPS = measured();
  }

  private static double measured() {
    Products products = new Products();
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long begin = clock.getCurrentThreadCpuTime();
    double best = 0;
    while (clock.getCurrentThreadCpuTime() - begin < MEASURED_NANOS) {
      best = Math.max(best, reached(products));
    }
    return best;
  }

  /** GFLOP/s of this thread's CPU time, once fast or out of patience. */
  static double reached(Products products) {
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    float[] a = new float[SIZE * DEPTH];
    float[] b = new float[SIZE * DEPTH];
    float[] c = new float[SIZE * SIZE];
    for (int i = 0; i < SHORT_COUNT; i++) {
      products.multiply(24, SIZE, SHORT, 1, a, 0, SHORT, 1, b, 0, SIZE, 1, i % 2, c, 0, SIZE);
      products.multiply(24, SIZE, SHORT, 1, a, 0, 1, 24, b, 0, SIZE, 1, i % 2, c, 0, SIZE);
    }
    long begin = clock.getCurrentThreadCpuTime();
    double best = 0;
    while (best < SLOW && clock.getCurrentThreadCpuTime() - begin < PATIENCE_SECONDS * 1e9) {
      long start = clock.getCurrentThreadCpuTime();
      for (int i = 0; i < COUNT; i++) {
        products.multiply(SIZE, SIZE, DEPTH, 1, a, 0, DEPTH, 1, b, 0, SIZE, 1, 0, c, 0, SIZE);
        products.multiply(SIZE, SIZE, DEPTH, 1, a, 0, 1, SIZE, b, 0, SIZE, 1, 1, c, 0, SIZE);
      }
      double flops = 2.0 * COUNT * 2 * SIZE * SIZE * DEPTH;
      best = Math.max(best, flops / (clock.getCurrentThreadCpuTime() - start));
    }
    return best;
  }
}
