package org.attune.model.cuda;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.DoubleSupplier;
import org.attune.model.cuda.device.Blas;
import org.attune.model.cuda.device.CudaException;
import org.attune.model.cuda.device.DeviceFacts;
import org.attune.model.cuda.device.Driver;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.NoRoomException;

/**
 * A trial's share of a card: a stream, a handle and workspace for products, and what else it holds
 * there until it is closed. All trials of a process share the card's context. One thread at a time,
 * not always the same.
 */
final class Lane implements AutoCloseable {

  private static final long WORKSPACE = 32L << 20; // what cuBLAS asks for on Hopper
  private static final long SMALLEST_TRANSFER = 1 << 16;

  private final Blas blas;
  private final DeviceFacts card;
  private final Room room;
  private final DeviceStream stream;
  private final Modules modules;
  private final FaultMarks faults;
  private final Deque<Runnable> held = new ArrayDeque<>(); // to be given back, the last first
  private long handle;
  private long transfer; // memory of the host for copies
  private long transferBytes;
  private PassScalars scalars;
  private Arrivals arrivals; // null while nothing is read later

  /**
   * Takes a share.
   *
   * @param reduced whether products may round their factors to TF32
   */
  Lane(
      Contexts contexts,
      Driver driver,
      Blas blas,
      Cubins cubins,
      DeviceShare share,
      boolean reduced) {
    this.blas = blas;
    card = driver.facts(share.device());
    room = new Room(driver, card, share);
    stream = new DeviceStream(contexts, driver, share.device());
    hold(stream::close);
    modules = new Modules(driver, cubins, card);
    hold(modules::close);
    faults = new FaultMarks(stream, room);
    hold(faults::close);
    try {
      long workspace = room.allocate(WORKSPACE);
      hold(() -> room.free(workspace, WORKSPACE));
      handle = blas.create(stream.handle(), workspace, WORKSPACE, reduced);
      hold(() -> blas.destroy(handle));
      hold(this::freeTransfer);
      scalars = new PassScalars(room);
      hold(scalars::close);
    } catch (CudaException | NoRoomException e) {
      close();
      throw e;
    }
  }

  /** Takes note of what goes back with the share, before all that was noted earlier. */
  void hold(Runnable back) {
    held.push(back);
  }

  /** What it may take of the card's memory. */
  Room room() {
    return room;
  }

  /** What its work is put on. */
  DeviceStream stream() {
    return stream;
  }

  Blas blas() {
    return blas;
  }

  DeviceFacts card() {
    return card;
  }

  /** The handle of products. */
  long handle() {
    return handle;
  }

  /** A kernel. */
  long function(String file, String name, String... options) {
    return modules.function(file, name, options);
  }

  /** Memory of the host that the card copies from; what was there is lost. */
  long transfer(long bytes) {
    stream.enter();
    if (transferBytes < bytes) {
      freeTransfer();
      transferBytes = Math.max(SMALLEST_TRANSFER, Long.highestOneBit(2 * bytes - 1));
      transfer = room.allocateHost(transferBytes);
    }
    return transfer;
  }

  private void freeTransfer() {
    if (transferBytes > 0) {
      transferBytes = 0;
      room.freeHost(transfer);
    }
  }

  /** What kernels read of a pass. */
  PassScalars scalars() {
    return scalars;
  }

  /** Where kernels say what they find wrong. */
  FaultMarks faults() {
    return faults;
  }

  /** A float on the card as it is when the work so far is done. */
  DoubleSupplier later(long address) {
    stream.enter();
    if (arrivals == null) {
      arrivals = new Arrivals(stream, room, faults);
      hold(arrivals::close);
    }
    return arrivals.of(address);
  }

  /** Gives everything back. A context that is beyond use has nothing left to give. */
  @Override
  public void close() {
    stream.enter();
    CudaException first = null;
    while (!held.isEmpty()) {
      try {
        held.pop().run();
      } catch (CudaException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null && !stream.isLost()) {
      throw first;
    }
  }
}
