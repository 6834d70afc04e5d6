package org.attune.model.cuda;

import org.attune.model.cuda.device.CudaException;
import org.attune.model.cuda.device.Driver;

/**
 * A trial's stream on a card, in the context that all trials of the process share there: what is
 * put on it is done in order, and can be waited for.
 */
final class DeviceStream implements AutoCloseable {

  private final Contexts contexts;
  private final Driver driver;
  private final int device;
  private final long context;
  private final long handle;
  private boolean sending; // whether inputs may still be on their way
  private long waits;
  private boolean lost; // whether the context is beyond use

  /** Begins one, in a context that the calling thread is in from then on. */
  DeviceStream(Contexts contexts, Driver driver, int device) {
    contexts.require();
    this.contexts = contexts;
    this.driver = driver;
    this.device = device;
    context = driver.retain(device);
    try {
      enter();
      handle = driver.stream();
    } catch (CudaException e) {
      driver.release(device);
      throw e;
    }
  }

  Driver driver() {
    return driver;
  }

  /** The driver's name for it. */
  long handle() {
    return handle;
  }

  /** Makes the card's context that of the calling thread: before anything is done there. */
  void enter() {
    driver.enter(context);
  }

  /** Copies from the host to the card. */
  void copyIn(long to, long host, long bytes) {
    driver.copyIn(to, host, bytes, handle);
  }

  /** Copies from the card to the host. */
  void copyOut(long host, long from, long bytes) {
    driver.copyOut(host, from, bytes, handle);
  }

  /** Puts one word of four bytes everywhere. */
  void fill(long address, int word, long words) {
    driver.fill(address, word, words, handle);
  }

  /** Says that inputs are on their way: their memory on the host must stay as it is. */
  void sends() {
    sending = true;
  }

  /** Waits until no input is on its way. */
  void settle() {
    if (sending) {
      enter();
      synchronize();
    }
  }

  /** Waits until all work is done. */
  void synchronize() {
    try {
      driver.synchronize(handle);
    } catch (CudaException e) {
      throw failed(e); // what kernels did wrong comes to light here
    }
    sending = false;
    waits++;
  }

  /** How often all work has been waited for. */
  long waits() {
    return waits;
  }

  /** Takes note of a call that failed, perhaps for all trials of the process. */
  CudaException failed(CudaException e) {
    lost |= e.losesContext();
    contexts.note(e);
    return e;
  }

  /** Whether the context is beyond use, and has nothing left to give back. */
  boolean isLost() {
    return lost;
  }

  @Override
  public void close() {
    try {
      driver.destroyStream(handle);
    } finally {
      driver.release(device);
    }
  }
}
