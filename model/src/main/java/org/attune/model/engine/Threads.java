package org.attune.model.engine;

/**
 * How many threads a training uses, in this JVM: as the native libraries' number, which is set with
 * it, it holds for all trainings that begin from then on.
 */
public final class Threads {

  private static volatile int used = 1;

  private Threads() {}

  /** Threads of a training that begins now; one where none was set. */
  public static int used() {
    return used;
  }

  /** Sets them. */
  public static void use(int threads) {
    used = threads;
  }
}
