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
 * A trial's share of a GPU: a stream, a cuBLAS handle with its workspace, and every other resource
 * that the trial holds until it closes. All trials of a process share the GPU's context. One thread
 * uses a lane at a time; the thread may change.
 */
final class Lane implements AutoCloseable {

  private static final long WORKSPACE = 32L << 20; // cuBLAS's recommendation for Hopper
  private static final long SMALLEST_TRANSFER = 1 << 16;

  private final Blas blas;
  private final boolean reduced;
  private final DeviceFacts card;
  private final Room room;
  private final DeviceStream stream;
  private final Modules modules;
  private final FaultMarks faults;
  private final Deque<Runnable> held = new ArrayDeque<>(); // resources to release, the last first
  private long handle;
  private long transfer; // host memory for copies
  private long transferBytes;
  private PassScalars scalars;
  private Arrivals arrivals; // null until a number is requested for later

  /**
   * Takes a share of the GPU.
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
    this.reduced = reduced;
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
      handle = blas.create(stream.handle(), workspace, WORKSPACE);
      hold(() -> blas.destroy(handle));
      hold(this::freeTransfer);
      scalars = new PassScalars(room);
      hold(scalars::close);
    } catch (CudaException | NoRoomException e) {
      close();
      throw e;
    }
  }

  /** Registers a resource to release with the share, before all earlier ones. */
  void hold(Runnable back) {
    held.push(back);
  }

  /** The memory the trial may take on the GPU. */
  Room room() {
    return room;
  }

  /** The stream for its work. */
  DeviceStream stream() {
    return stream;
  }

  Blas blas() {
    return blas;
  }

  /** Whether products may round their factors to TF32. */
  boolean reduced() {
    return reduced;
  }

  DeviceFacts card() {
    return card;
  }

  /** The cuBLAS handle. */
  long handle() {
    return handle;
  }

  /** Adds a source file of kernels, without the common prelude; returns its name. */
  String define(String text) {
    return modules.define(text);
  }

  /** A kernel. */
  long function(String file, String name, String... options) {
    return modules.function(file, name, options);
  }

  /** Host memory that the GPU copies from; its previous contents are lost. */
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

  /** The values of a pass that kernels read. */
  PassScalars scalars() {
    return scalars;
  }

  /** The memory in which kernels mark numerical faults. */
  FaultMarks faults() {
    return faults;
  }

  /** A float on the GPU, with the value it has when the work enqueued so far is done. */
  DoubleSupplier later(long address) {
    stream.enter();
    if (arrivals == null) {
      arrivals = new Arrivals(stream, room, faults);
      hold(arrivals::close);
    }
    return arrivals.of(address);
  }

  /** Releases everything. A lost context has nothing left to release. */
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
