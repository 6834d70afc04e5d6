package org.attune.model.cuda;

import java.util.HashMap;
import java.util.Map;
import org.attune.model.cuda.device.CudaException;
import org.attune.model.cuda.device.Driver;

/**
 * Work that is the same every time but for what memory holds. It is done as it comes the first
 * time, when kernels are compiled and memory is taken, written down the second, and from then on
 * launched as one graph.
 */
final class Recordings implements AutoCloseable {

  private static final long SEEN = 0; // once, not yet recorded

  private final DeviceStream stream;
  private final Map<Object, Long> executables = new HashMap<>();
  private long nodes;

  Recordings(DeviceStream stream) {
    this.stream = stream;
  }

  /**
   * Does work.
   *
   * @param key the same for the same work
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

  /** Kernels, copies and fills of all that is recorded. */
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
        e.addSuppressed(left); // the stream says why it could not be recorded
      }
      throw e;
    }
    graph = driver.endCapture(stream.handle());
    try {
      nodes += driver.nodes(graph);
      return driver.instantiate(graph);
    } finally {
      driver.destroyGraph(graph); // what runs is a copy
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
