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

  private long record(Runnable work) {
    Driver driver = stream.driver();
    driver.beginCapture(stream.handle());
    long graph;
    try {
      work.run();
    } catch (RuntimeException e) {
      try {
        driver.destroyGraph(driver.endCapture(stream.handle()));
      } catch (CudaException left) {
        e.addSuppressed(left); // the stream reports why the capture failed
      }
      throw e;
    }
    graph = driver.endCapture(stream.handle());
    try {
      nodes += driver.nodes(graph);
      return driver.instantiate(graph);
    } finally {
      driver.destroyGraph(graph); // the executable graph is a copy
    }
  }

  @Override
  public void close() {
    executables.values().stream()
        .filter(e -> e != SEEN)
        .forEach(e -> stream.driver().destroyExecutable(e));
    executables.clear();
  }
}
