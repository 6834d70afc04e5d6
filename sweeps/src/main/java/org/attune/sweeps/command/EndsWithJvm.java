package org.attune.sweeps.command;

import java.util.concurrent.CountDownLatch;

/**
 * Ends a program when this JVM ends, as an executor does whose worker was lost. The program's end
 * is then no result: whoever waits for it must not report it.
 */
final class EndsWithJvm implements AutoCloseable {

  private final Thread hook;
  private volatile boolean ending;

  EndsWithJvm(StartedProcesses started) {
    this.hook =
        new Thread(
            () -> {
              ending = true;
              started.endAtOnce();
            });
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Returns at once while this JVM runs; blocks forever once it shuts down. */
  void requireRunning() throws InterruptedException {
    if (ending) {
      new CountDownLatch(1).await();
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // The hook is running, or has run.
    }
  }
}
