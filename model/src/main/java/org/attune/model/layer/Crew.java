package org.attune.model.layer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Threads that share work: the calling thread and others, which start with the first work and end
 * with {@link #close}.
 */
final class Crew implements AutoCloseable {

  private final int threads;
  private final ExecutorService others; // has no thread before the first shared work

  /**
   * @param threads number of threads including the caller, at least one
   */
  Crew(int threads) {
    this.threads = threads;
    others = Executors.newFixedThreadPool(Math.max(1, threads - 1), Crew::thread);
  }

  int threads() {
    return threads;
  }

  /**
   * Runs every share of the work, the first on this thread, and waits for all even if interrupted.
   * If shares throw, it rethrows the exception or error of the lowest share.
   *
   * @param shares number of shares, at most the number of threads
   * @param work receives a share's number, from 0
   */
  void share(int shares, IntConsumer work) {
    List<Future<?>> begun = new ArrayList<>();
    for (int i = 1; i < shares; i++) {
      int share = i;
      begun.add(others.submit(() -> work.accept(share)));
    }
    Throwable failure = null;
    try {
      work.accept(0);
    } catch (Throwable e) { // running shares still use memory that the caller frees
      failure = e;
    }
    for (Future<?> one : begun) {
      Throwable thrown = failureOf(one);
      failure = failure == null ? thrown : failure;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure; // an IntConsumer throws no checked exception
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, Thread.currentThread().getName() + " (crew)");
    thread.setDaemon(true);
    return thread;
  }

  /** Waits for a share to end and returns what it threw, or null if it succeeded. */
  private static @Nullable Throwable failureOf(Future<?> share) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          share.get();
          return null;
        } catch (InterruptedException e) {
          interrupted = true; // a running share still uses memory that must not be freed
        } catch (ExecutionException e) {
          return e.getCause();
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
    others.shutdown();
  }
}
