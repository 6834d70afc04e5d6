package org.attune.model.cuda;

import java.util.HashMap;
import java.util.Map;
import org.attune.model.cuda.device.CudaException;
import org.attune.model.cuda.device.Driver;

/**
 * Records repeated work as CUDA graphs. Replayed work differs only in the contents of memory. The
 * first run executes directly; it compiles kernels and takes memory. The second run records a graph
 * and launches it. Later runs launch the graph.
 */
final class Recordings implements AutoCloseable {

  private static final long SEEN = 0; // run once, not yet recorded

  private final DeviceStream stream;
  private final Map<Object, Long> executables = new HashMap<>();
  private long nodes;

  Recordings(DeviceStream stream) {
    this.stream = stream;
  }

  /**
   * Runs work, recorded or replayed.
   *
   * @param key equal for equal work
   */
  void run(Object key, Runnable work) {
    Long executable = executables.get(key);
    if (executable == null) {
      work.run();
      executables.put(key, SEEN);
      return;
    }
    if (executable == SEEN) {
      executable = record(work);
      executables.put(key, executable);
    }
    stream.driver().launchGraph(executable, stream.handle());
  }

  /** The number of kernels, copies and fills in all recorded work. */
  long nodes() {
    return nodes;
  }

  /** Records work, once more if another thread's call has invalidated the capture. */
  private long record(Runnable work) {
    try {
      return stream.runtime().create(() -> captured(work));
    } catch (CudaException e) {
      if (!e.endsCapture()) {
        throw e;
      }
      return stream.runtime().create(() -> captured(work));
    }
  }

  private long captured(Runnable work) {
    Driver driver = stream.driver();
    driver.beginCapture(stream.handle());
    try {
      work.run();
    } catch (RuntimeException e) {
      throw ended(e);
    }
    long graph = driver.endCapture(stream.handle());
    try {
      nodes += driver.nodes(graph);
      return driver.instantiate(graph);
    } finally {
      driver.destroyGraph(graph); // the executable graph is a copy
    }
  }

  /** Ends the capture of work that failed; returns why it failed. */
  private RuntimeException ended(RuntimeException e) {
    Driver driver = stream.driver();
    try {
      driver.destroyGraph(driver.endCapture(stream.handle()));
      return e;
    } catch (CudaException left) { // the stream knows more than cuBLAS says
      RuntimeException cause = left.endsCapture() ? left : e;
      cause.addSuppressed(left.endsCapture() ? e : left);
      return cause;
    }
  }

  @Override
  public void close() {
    executables.values().stream()
        .filter(e -> e != SEEN)
        .forEach(e -> stream.runtime().free(() -> stream.driver().destroyExecutable(e)));
    executables.clear();
  }
}
