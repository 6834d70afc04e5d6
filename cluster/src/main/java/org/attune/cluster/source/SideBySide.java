package org.attune.cluster.source;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.commons.io.function.IOFunction;
import org.attune.cluster.spark.DaemonThreads;

/** Reads many sweeps at once. Each read is short, and mostly waits for a disk or a name node. */
final class SideBySide {

  private static final int MOST_THREADS = 16;

  private SideBySide() {}

  /**
   * The results of a task, in the order of its inputs.
   *
   * @throws IOException the first failure in that order
   */
  static <A, B> List<B> map(List<A> inputs, IOFunction<A, B> task) throws IOException {
    List<B> results = new ArrayList<>();
    if (inputs.size() < 2) {
      for (A input : inputs) {
        results.add(task.apply(input));
      }
      return results;
    }
    ExecutorService threads =
        DaemonThreads.some(Math.min(inputs.size(), MOST_THREADS), "attune-sweeps");
    try {
      List<Callable<B>> tasks = new ArrayList<>();
      inputs.forEach(input -> tasks.add(() -> task.apply(input)));
      for (Future<B> future : threads.invokeAll(tasks)) {
        results.add(future.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while sweeps were looked up");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IOException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
