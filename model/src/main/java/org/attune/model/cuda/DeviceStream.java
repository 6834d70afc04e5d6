package org.attune.model.cuda;

import org.attune.model.cuda.device.CudaException;
import org.attune.model.cuda.device.Driver;

/**
 * A trial's CUDA stream, in the context that all trials of the process share on the GPU. Work on
 * the stream runs in order, and callers can wait for it.
 */
final class DeviceStream implements AutoCloseable {

  private final DeviceRuntime runtime;
  private final Driver driver;
  private final long context;
  private final long handle;
  private boolean sending; // whether input copies may still be pending
  private long waits;
  private long moved; // bytes
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

  /** Copies from the host to the GPU. */
  void copyIn(long to, long host, long bytes) {
    moves(bytes);
    driver.copyIn(to, host, bytes, handle);
  }

  /** Copies from the GPU to the host. */
  void copyOut(long host, long from, long bytes) {
    moves(bytes);
    driver.copyOut(host, from, bytes, handle);
  }

  /** Fills memory with one four-byte word. */
  void fill(long address, int word, long words) {
    moves(Float.BYTES * words);
    driver.fill(address, word, words, handle);
  }

  /** Counts the bytes of a call's operands; replayed calls do not count again. */
  void moves(long bytes) {
    moved += bytes;
  }

  /** The bytes of all calls' operands so far. */
  long moved() {
    return moved;
  }

  /** Marks input copies as pending; their host memory must not change until they finish. */
  void sends() {
    sending = true;
  }

  /** Waits until no input copy is pending. */
  void settle() {
    if (sending) {
      enter();
      synchronize();
    }
  }

  /** Whether all work is done. */
  boolean isIdle() {
    try {
      return driver.isIdle(handle);
    } catch (CudaException e) {
      throw failed(e); // kernel faults surface here too
    }
  }

  /** Waits until all work is done. */
  void synchronize() {
    try {
      driver.synchronize(handle);
    } catch (CudaException e) {
      throw failed(e); // kernel faults surface here
    }
    sending = false;
    waits++;
  }

  /** The number of completed waits for all work. */
  long waits() {
    return waits;
  }

  /** Records a failed call, which may affect all trials of the process. */
  CudaException failed(CudaException e) {
    lost |= e.losesContext();
    runtime.note(e);
    return e;
  }

  /** Whether the context is lost, so that there is nothing left to free. */
  boolean isLost() {
    return lost;
  }

  @Override
  public void close() {
    runtime.free(() -> driver.destroyStream(handle));
  }
}
