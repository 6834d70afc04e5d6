package org.attune.model.layer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/**
 * Threads that share a piece of work: the one that asks, and others that start with the first piece
 * and end with {@link #close}.
 */
final class Crew implements AutoCloseable {

  private final int threads;
  private ExecutorService others; // none before there is work for them

  /**
   * @param threads in all, at least one
   */
  Crew(int threads) {
    this.threads = threads;
  }

  int threads() {
    return threads;
  }

  /**
   * Does every share of some work, the first on this thread, and waits for all, interrupted or not.
   * What the lowest share throws is thrown.
   *
   * @param shares at most as many as there are threads
   * @param work takes a share's number, from 0
   */
  void share(int shares, IntConsumer work) {
    List<Future<?>> begun = new ArrayList<>();
    for (int i = 1; i < shares; i++) {
      int share = i;
      begun.add(others().submit(() -> work.accept(share)));
    }
    RuntimeException failure = null;
    try {
      work.accept(0);
    } catch (RuntimeException e) {
      failure = e;
    }
    for (Future<?> one : begun) {
      RuntimeException its = failureOf(one);
      failure = failure == null ? its : failure;
    }
    if (failure != null) {
      throw failure;
    }
  }

  private ExecutorService others() {
    if (others == null) {
      others =
          Executors.newFixedThreadPool(
              threads - 1,
              work -> {
                Thread thread = new Thread(work, Thread.currentThread().getName() + " (crew)");
                thread.setDaemon(true);
                return thread;
              });
    }
    return others;
  }

  /** Waits for a share to end; null where it ended well. */
  private static RuntimeException failureOf(Future<?> share) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          share.get();
          return null;
        } catch (InterruptedException e) {
          interrupted = true; // memory that a share still works in must not be freed
        } catch (ExecutionException e) {
          if (e.getCause() instanceof RuntimeException its) {
            return its;
          }
          throw (Error) e.getCause();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    if (others != null) {
      others.shutdown();
    }
  }
}
