package org.attune.model.cuda;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.attune.model.cuda.device.Blas;
import org.attune.model.cuda.device.CudaException;
import org.attune.model.cuda.device.DeviceFacts;
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

  private final DeviceRuntime runtime;
  private final boolean reduced;
  private final GpuMemoryLimit room;
  private final DeviceStream stream;
  private final FaultMarks faults;
  private final Deque<Runnable> held = new ArrayDeque<>(); // resources to release, the last first
  private long handle;
  private long transfer; // host memory for copies
  private long transferBytes;
  private PassScalars scalars;
  private Inbox inbox;
  private Optional<Arrivals> arrivals =
      Optional.empty(); // from the first number requested for later

  /**
   * Takes a share of the GPU.
   *
   * @param reduced whether products may round their factors to TF32
   */
  Lane(DeviceRuntime runtime, DeviceShare share, boolean reduced) {
    this.runtime = runtime;
    this.reduced = reduced;
    room = new GpuMemoryLimit(runtime, share);
    stream = new DeviceStream(runtime);
    hold(stream::close);
    faults = new FaultMarks(stream, room);
    hold(faults::close);
    try {
      long workspace = room.allocate(WORKSPACE);
      hold(() -> room.free(workspace, WORKSPACE));
      handle = runtime.takeHandle();
      hold(() -> runtime.giveHandle(handle));
      runtime.blas().use(handle, stream.handle(), workspace, WORKSPACE);
      hold(this::freeTransfer);
      scalars = new PassScalars(room);
      hold(scalars::close);
      inbox = new Inbox(stream, room, () -> function("elementwise", "receive"));
      hold(inbox::close);
      inbox.add(scalars.memory());
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
  GpuMemoryLimit room() {
    return room;
  }

  /** The stream for its work. */
  DeviceStream stream() {
    return stream;
  }

  Blas blas() {
    return runtime.blas();
  }

  /** Whether products may round their factors to TF32. */
  boolean reduced() {
    return reduced;
  }

  DeviceFacts card() {
    return runtime.card();
  }

  /** The cuBLAS handle. */
  long handle() {
    return handle;
  }

  /** Adds a source file of kernels, without the common prelude; returns its name. */
  String define(String text) {
    return runtime.modules().define(text);
  }

  /** A kernel. */
  long function(String file, String name, String... options) {
    return runtime.modules().function(file, name, options);
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

  /** What each pass brings from the host. */
  Inbox inbox() {
    return inbox;
  }

  /** The memory in which kernels mark numerical faults. */
  FaultMarks faults() {
    return faults;
  }

  /** A float on the GPU, with the value it has when the work enqueued so far is done. */
  DoubleSupplier later(long address) {
    stream.enter();
    if (arrivals.isEmpty()) {
      Arrivals made = new Arrivals(stream, room, faults);
      hold(made::close);
      arrivals = Optional.of(made);
    }
    return arrivals.get().of(address);
  }

  /** Lets a kernel's blocks share this many bytes. */
  void allowShared(long function, int bytes) {
    runtime.modules().allowShared(function, bytes);
  }

  /**
   * Releases something. An error here discards no outcome of the trial: it is logged, and later
   * trials learn of a lost context, which has nothing left to release.
   */
  void release(Runnable back) {
    try {
      back.run();
    } catch (CudaException e) {
      stream.noted(e);
      if (!stream.isLost()) {
        System.getLogger(Lane.class.getName())
            .log(System.Logger.Level.WARNING, "A trial could not release its share of a GPU", e);
      }
    }
  }

  @Override
  public void close() {
    release(stream::enter);
    while (!held.isEmpty()) {
      release(held.pop());
    }
  }
}
