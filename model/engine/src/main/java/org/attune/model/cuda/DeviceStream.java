package org.attune.model.cuda;

import org.attune.model.cuda.device.CudaException;
import org.attune.model.cuda.device.Driver;

/**
 * A trial's CUDA stream, in the context that all trials of the process share on a GPU. The GPU runs
 * the stream's work in order, while the caller goes on; callers can wait for it. Addresses and
 * sizes are in bytes.
 */
final class DeviceStream implements AutoCloseable {

  private final DeviceRuntime runtime;
  private final Driver driver;
  private final long context;
  private final long handle;
  private boolean copiesPending; // whether copies of inputs may be unfinished
  private long waits;
  private long movedBytes;
  private boolean lost; // whether the context is lost

  /** Opens a stream and makes its context current on the calling thread. */
  DeviceStream(DeviceRuntime runtime) {
    this.runtime = runtime;
    driver = runtime.driver();
    context = runtime.context();
    enter();
    handle = runtime.create(driver::stream);
  }

  DeviceRuntime runtime() {
    return runtime;
  }

  Driver driver() {
    return driver;
  }

  /** The driver's handle of the stream. */
  long handle() {
    return handle;
  }

  /** Makes the GPU's context current on the calling thread. Call it before any other call. */
  void enter() {
    driver.enter(context);
  }

  /**
   * Enqueues a copy from the host to the GPU.
   *
   * @param to address on the GPU
   * @param host address on the host
   */
  void copyIn(long to, long host, long bytes) {
    countMoved(bytes);
    driver.copyIn(to, host, bytes, handle);
  }

  /**
   * Enqueues a copy from the GPU to the host.
   *
   * @param host address on the host
   * @param from address on the GPU
   */
  void copyOut(long host, long from, long bytes) {
    countMoved(bytes);
    driver.copyOut(host, from, bytes, handle);
  }

  /**
   * Enqueues filling memory on the GPU with copies of a four-byte word.
   *
   * @param words number of copies
   */
  void fill(long address, int word, long words) {
    countMoved(Integer.BYTES * words);
    driver.fill(address, word, words, handle);
  }

  /** Counts the bytes that an enqueued call reads and writes. Replays of it do not count. */
  void countMoved(long bytes) {
    movedBytes += bytes;
  }

  /** The bytes that all enqueued calls so far read and write. */
  long movedBytes() {
    return movedBytes;
  }

  /** Notes that copies of inputs are enqueued: their host memory must not change until they end. */
  void noteCopies() {
    copiesPending = true;
  }

  /** Waits until no copy of inputs is pending, so that their host memory may change. */
  void awaitCopies() {
    if (copiesPending) {
      enter();
      synchronize();
    }
  }

  /**
   * Whether all work is done, without waiting.
   *
   * @throws CudaException if a kernel has failed
   */
  boolean isIdle() {
    try {
      return driver.isIdle(handle);
    } catch (CudaException e) {
      throw noted(e);
    }
  }

  /**
   * Waits until all work is done.
   *
   * @throws CudaException if a kernel has failed
   */
  void synchronize() {
    try {
      driver.synchronize(handle);
    } catch (CudaException e) {
      throw noted(e);
    }
    copiesPending = false;
    waits++;
  }

  /** The number of times that a caller has waited for all work. */
  long waits() {
    return waits;
  }

  /**
   * Notes a failure, here and for the GPU: one that loses the context ends all trials on that GPU.
   *
   * @return the same failure, to throw
   */
  CudaException noted(CudaException e) {
    lost |= e.losesContext();
    runtime.note(e);
    return e;
  }

  /** Whether this stream's failures lost the context: then no memory on the GPU is left to free. */
  boolean isLost() {
    return lost;
  }

  @Override
  public void close() {
    runtime.free(() -> driver.destroyStream(handle));
  }
}
