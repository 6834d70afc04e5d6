package org.attune.model.cuda;

import com.sun.jna.Pointer;
import java.util.function.DoubleSupplier;

/** Numbers copied from a GPU asynchronously, and read when requested. */
final class Arrivals implements AutoCloseable {

  private static final int SLOTS = 256;

  private final DeviceStream stream;
  private final GpuMemoryLimit room;
  private final FaultMarks faults;
  private final long host;
  private final Transfer[] pending = new Transfer[SLOTS];
  private int next;

  Arrivals(DeviceStream stream, GpuMemoryLimit room, FaultMarks faults) {
    this.stream = stream;
    this.room = room;
    this.faults = faults;
    host = room.allocateHost((long) Float.BYTES * SLOTS);
  }

  /** A float on the GPU, with the value it has when the work enqueued so far is done. */
  DoubleSupplier of(long address) {
    int slot = next++ % SLOTS;
    if (pending[slot] != null) {
      pending[slot].getAsDouble(); // copied long ago: its slot is needed now
    }
    long to = host + (long) Float.BYTES * slot;
    stream.copyOut(to, address, Float.BYTES);
    pending[slot] = new Transfer(slot, stream.waits());
    return pending[slot];
  }

  private final class Transfer implements DoubleSupplier {
    private final int slot;
    private final long asked; // the stream's count of waits before the copy
    private boolean arrived;
    private double value;

    Transfer(int slot, long asked) {
      this.slot = slot;
      this.asked = asked;
    }

    @Override
    public double getAsDouble() {
      if (!arrived) {
        faults.awaitSince(asked);
        value = new Pointer(host).getFloat((long) Float.BYTES * slot);
        arrived = true;
        pending[slot] = null;
      }
      return value;
    }
  }

  @Override
  public void close() {
    room.freeHost(host);
  }
}
