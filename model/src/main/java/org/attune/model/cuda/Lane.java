package org.attune.model.cuda;

import com.sun.jna.Pointer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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
  private static final long CONTEXT = 512L << 20; // a process's own on a card, its kernels too
  private static final double GIB = 1L << 30;
  private static final long SMALLEST_TRANSFER = 1 << 16;

  private final Contexts contexts;
  private final Driver driver;
  private final Blas blas;
  private final DeviceFacts card;
  private final Modules modules;
  private final Deque<Runnable> held = new ArrayDeque<>(); // to be given back, the last first
  private final Set<Arena> arenas = new LinkedHashSet<>();
  private final long context;
  private final DeviceShare share;
  private final long room; // bytes that the trial may hold on the card
  private long holds;
  private long stream;
  private long handle;
  private long transfer; // memory of the host for copies
  private long transferBytes;
  private Mirrored scalars; // of a pass
  private Arrivals arrivals; // null while nothing is read later
  private Mirrored faults; // null while there is no kernel that may find one
  private boolean sending; // whether inputs may still be on their way
  private long waits;
  private boolean lost; // whether the context is beyond use

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
    contexts.require();
    this.contexts = contexts;
    this.driver = driver;
    this.blas = blas;
    this.share = share;
    card = driver.facts(share.device());
    room = room(share, card);
    context = driver.retain(share.device());
    held.push(() -> driver.release(share.device()));
    modules = new Modules(driver, cubins, card);
    try {
      enter();
      held.push(modules::close);
      stream = driver.stream();
      held.push(() -> driver.destroyStream(stream));
      long workspace = allocate(WORKSPACE);
      held.push(() -> free(workspace, WORKSPACE));
      handle = blas.create(stream, workspace, WORKSPACE, reduced);
      held.push(() -> blas.destroy(handle));
      held.push(this::freeTransfer);
      scalars = new Mirrored(this, PassScalars.BYTES);
      scalars.take(PassScalars.BYTES);
      held.push(scalars::close);
    } catch (CudaException | NoRoomException e) {
      close();
      throw e;
    }
  }

  /** Trials of other processes may have the other shares, each process with a context. */
  private static long room(DeviceShare share, DeviceFacts card) {
    double part = share.part() * card.memory();
    return (long) (part - Math.min(CONTEXT, part / 8));
  }

  /**
   * Memory on the card, aligned to 256 bytes; what is in it is anything.
   *
   * @throws NoRoomException if the trial would hold more than its share
   */
  long allocate(long bytes) {
    if (bytes > left()) {
      throw new NoRoomException(
          String.format(
              Locale.ROOT,
              "The trial holds %.2f GiB of gpu:%d (%s) and wants %.2f GiB more, and may hold %.2f"
                  + " GiB: %s of the card's %.1f GiB, less what CUDA itself takes",
              holds / GIB,
              card.ordinal(),
              card.name(),
              bytes / GIB,
              room / GIB,
              share.part() == 1 ? "all" : "its share, " + share.part() + ",",
              card.memory() / GIB),
          room);
    }
    long address = driver.allocate(bytes);
    holds += bytes;
    return address;
  }

  /** Bytes that the trial may take yet. */
  long left() {
    return room - holds;
  }

  /** Gives memory back. */
  void free(long address, long bytes) {
    holds -= bytes;
    driver.free(address);
  }

  Driver driver() {
    return driver;
  }

  Blas blas() {
    return blas;
  }

  DeviceFacts card() {
    return card;
  }

  long stream() {
    return stream;
  }

  /** The handle of products. */
  long handle() {
    return handle;
  }

  /** Makes the card's context that of the calling thread: before anything is done there. */
  void enter() {
    driver.enter(context);
  }

  /** A kernel. */
  long function(String file, String name, String... options) {
    return modules.function(file, name, options);
  }

  /** Memory of the host that the card copies from; what was there is lost. */
  long transfer(long bytes) {
    enter();
    if (transferBytes < bytes) {
      freeTransfer();
      transferBytes = Math.max(SMALLEST_TRANSFER, Long.highestOneBit(2 * bytes - 1));
      transfer = driver.allocateHost(transferBytes);
    }
    return transfer;
  }

  /** Copies numbers of eight bytes to the card and waits. */
  void upload(long[] values, DeviceBuffer to) {
    long bytes = (long) Long.BYTES * values.length;
    new Pointer(transfer(bytes)).write(0, values, 0, values.length);
    driver.copyIn(to.address(), transfer, bytes, stream);
    synchronize();
  }

  /** Copies whole numbers to the card and waits. */
  void upload(int[] values, DeviceBuffer to) {
    long bytes = (long) Integer.BYTES * values.length;
    new Pointer(transfer(bytes)).write(0, values, 0, values.length);
    driver.copyIn(to.address(), transfer, bytes, stream);
    synchronize();
  }

  /** Copies numbers to the card and waits. */
  void upload(float[] values, DeviceBuffer to) {
    long bytes = (long) Float.BYTES * values.length;
    new Pointer(transfer(bytes)).write(0, values, 0, values.length);
    driver.copyIn(to.address(), transfer, bytes, stream);
    synchronize();
  }

  private void freeTransfer() {
    if (transferBytes > 0) {
      transferBytes = 0;
      driver.freeHost(transfer);
    }
  }

  /** What kernels read of a pass, {@code Scalars} in the texts. */
  Mirrored scalars() {
    return scalars;
  }

  /** The same as kernels see it. */
  DeviceBuffer passScalars() {
    return new DeviceBuffer(this, scalars.device(), 1, 1, 1, false, 0);
  }

  /** Where kernels say what they find wrong. */
  DeviceBuffer faults() {
    if (faults == null) {
      enter();
      faults = new Mirrored(this, Faults.BYTES);
      faults.take(Faults.BYTES);
      held.push(faults::close);
      clearFaults();
    }
    return new DeviceBuffer(this, faults.device(), 1, 1, 1, true, 0);
  }

  private void clearFaults() {
    driver.fill(faults.device(), 0, Faults.BYTES / Integer.BYTES, stream);
  }

  /**
   * Waits until all work is done, before something of it is read.
   *
   * @throws ArithmeticException if a kernel has found numbers that it cannot go on from
   */
  void await() {
    if (faults == null) {
      synchronize();
      return;
    }
    faults.fetch(stream);
    synchronize();
    Optional<Faults> found = Faults.in(new Pointer(faults.host()));
    if (found.isPresent()) {
      clearFaults();
      throw new ArithmeticException(found.get().message());
    }
  }

  /**
   * Waits for work that was there after so many waits, if it has not been waited for.
   *
   * @throws ArithmeticException as {@link #await}
   */
  void awaitSince(long before) {
    if (waits == before || faults != null) {
      enter();
      await();
    }
  }

  /** A number as it is when the work so far is done. */
  DoubleSupplier later(DeviceBuffer number) {
    enter();
    if (arrivals == null) {
      arrivals = new Arrivals(this);
      held.push(arrivals::close);
    }
    return arrivals.of(number);
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
      driver.synchronize(stream);
    } catch (CudaException e) {
      throw failed(e); // what kernels did wrong comes to light here
    }
    sending = false;
    waits++;
  }

  /** Takes note of a call that failed, perhaps for all trials of the process. */
  CudaException failed(CudaException e) {
    lost |= e.losesContext();
    contexts.note(e);
    return e;
  }

  /** How often all work has been waited for. */
  long waits() {
    return waits;
  }

  /** Gives something back; of a context that is beyond use nothing can be. */
  void release(Runnable back) {
    try {
      back.run();
    } catch (CudaException e) {
      if (!lost) {
        throw e;
      }
    }
  }

  /** Takes note of memory that goes back with the share, if it has not gone before. */
  void opened(Arena arena) {
    arenas.add(arena);
  }

  /** What is recorded of the work in it. */
  long nodes() {
    return arenas.stream().mapToLong(Arena::nodes).sum();
  }

  void closed(Arena arena) {
    arenas.remove(arena);
  }

  /** Gives everything back. A context that is beyond use has nothing left to give. */
  @Override
  public void close() {
    enter();
    CudaException first = null;
    for (Arena arena : List.copyOf(arenas)) { // of what failed while it was made
      try {
        arena.close();
      } catch (CudaException e) {
        first = e;
      }
    }
    while (!held.isEmpty()) {
      try {
        held.pop().run();
      } catch (CudaException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null && !lost) {
      throw first;
    }
  }
}
