package org.attune.model.cuda;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.attune.model.cuda.device.CudaException;

/**
 * What each pass brings to a GPU: inputs, the pass's values and the update's settings. One kernel
 * reads all of it from pinned memory, whose addresses the GPU shares, and tells the host when it
 * has read. So the host prepares a pass while the GPU computes the one before.
 */
final class Inbox implements AutoCloseable {

  private static final int RANGES = 6; // of a launch, as in the CUDA source
  private static final long MOST = 4L << 20; // bytes: more is for the GPU's copying engines
  private static final int THREADS = 256;
  private static final int MOST_BLOCKS = 32;
  private static final int SPINS = 200;
  private static final long PAUSE_NANOS = 10_000;

  private final DeviceStream stream;
  private final GpuMemoryLimit room;
  private final LongSupplier function;
  private final List<Mirrored> always = new ArrayList<>(); // besides a program's inputs
  private final long arrived; // host address of the number of launches that have read
  private final long done; // GPU address of a zero
  private int sent;

  /**
   * @param function the kernel that reads
   */
  Inbox(DeviceStream stream, GpuMemoryLimit room, LongSupplier function) {
    this.stream = stream;
    this.room = room;
    this.function = function;
    done = room.allocate(Integer.BYTES);
    try {
      arrived = room.allocateHost(Integer.BYTES);
    } catch (CudaException e) {
      room.free(done, Integer.BYTES);
      throw e;
    }
    new Pointer(arrived).setInt(0, 0);
    stream.fill(done, 0, 1);
  }

  /** Adds what every pass brings. */
  void add(Mirrored values) {
    always.add(values);
  }

  /** What no pass brings any more. */
  void remove(Mirrored values) {
    always.remove(values);
  }

  /** Work that brings all of it, with a program's inputs. It may be recorded. */
  void bring(List<Mirrored> inputs) {
    List<Mirrored> all = new ArrayList<>(always);
    all.addAll(inputs);
    if (!isSmall(inputs)) {
      all.forEach(each -> each.send(stream));
      return;
    }
    long[] values = new long[3 * RANGES + 2]; // the kernel's arguments
    long words = 0;
    for (int i = 0; i < all.size(); i++) {
      values[3 * i] = all.get(i).device();
      values[3 * i + 1] = all.get(i).host();
      values[3 * i + 2] = all.get(i).sent() / Integer.BYTES;
      words += values[3 * i + 2];
    }
    values[3 * RANGES] = done;
    values[3 * RANGES + 1] = arrived;
    stream.countMoved(2 * Integer.BYTES * words);
    int blocks = (int) Math.max(1, Math.min(MOST_BLOCKS, words / THREADS));
    Memory block = new Memory(2L * Long.BYTES * values.length);
    long first = Pointer.nativeValue(block);
    for (int i = 0; i < values.length; i++) {
      block.setLong((long) Long.BYTES * i, values[i]);
      block.setLong((long) Long.BYTES * (values.length + i), first + (long) Long.BYTES * i);
    }
    long addresses = first + (long) Long.BYTES * values.length;
    try {
      stream.driver().launch(function.getAsLong(), blocks, THREADS, 0, stream.handle(), addresses);
    } finally {
      Reference.reachabilityFence(block); // the call copies the values
    }
  }

  private boolean isSmall(List<Mirrored> inputs) {
    return always.size() + inputs.size() <= RANGES
        && inputs.stream().mapToLong(Mirrored::sent).sum() <= MOST;
  }

  /** Notes that work that brings inputs has been enqueued. */
  void enqueued(List<Mirrored> inputs) {
    if (isSmall(inputs)) {
      sent++;
    } else {
      stream.noteCopies();
    }
  }

  /** Waits until the GPU has read all that was enqueued. */
  void settle() {
    stream.awaitCopies();
    Pointer read = new Pointer(arrived);
    for (int spins = 0; sent - read.getInt(0) > 0; spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
        continue;
      }
      stream.enter();
      if (stream.isIdle()) {
        sent = read.getInt(0);
      } else {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  @Override
  public void close() {
    room.free(done, Integer.BYTES);
    room.freeHost(arrived);
  }
}
