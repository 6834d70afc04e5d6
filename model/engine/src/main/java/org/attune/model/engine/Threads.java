package org.attune.model.engine;

/**
 * The number of training threads in this JVM. The native libraries' number of threads is set with
 * it, so it applies to all trainings that begin afterwards.
 */
public final class Threads {

  private static volatile int used = 1;

  private Threads() {}

  /** The number of threads of a training that begins now; 1 if never set. */
  public static int used() {
    return used;
  }

  /** Sets the number of threads. */
  public static void use(int threads) {
    used = threads;
  }
}
