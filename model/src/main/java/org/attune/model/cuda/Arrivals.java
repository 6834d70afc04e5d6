package org.attune.model.cuda;

import com.sun.jna.Pointer;
import java.util.function.DoubleSupplier;

/** Numbers copied from a GPU asynchronously, and read when requested. */
final class Arrivals implements AutoCloseable {

  private static final int PLACES = 256;

  private final DeviceStream stream;
  private final Room room;
  private final FaultMarks faults;
  private final long host;
  private final Number[] taken = new Number[PLACES];
  private int next;

  Arrivals(DeviceStream stream, Room room, FaultMarks faults) {
    this.stream = stream;
    this.room = room;
    this.faults = faults;
    host = room.allocateHost((long) Float.BYTES * PLACES);
  }

  /** A float on the GPU, with the value it has when the work enqueued so far is done. */
  DoubleSupplier of(long address) {
    int place = next++ % PLACES;
    if (taken[place] != null) {
      taken[place].getAsDouble(); // copied long ago: its slot is needed now
    }
    long to = host + (long) Float.BYTES * place;
    stream.copyOut(to, address, Float.BYTES);
    taken[place] = new Number(place, stream.waits());
    return taken[place];
  }

  private final class Number implements DoubleSupplier {
    private final int place;
    private final long asked; // the stream's count of waits before the copy
    private boolean here;
    private double value;

    Number(int place, long asked) {
      this.place = place;
      this.asked = asked;
    }

    @Override
    public double getAsDouble() {
      if (!here) {
        faults.awaitSince(asked);
        value = new Pointer(host).getFloat((long) Float.BYTES * place);
        here = true;
        taken[place] = null;
      }
      return value;
    }
  }

  @Override
  public void close() {
    room.freeHost(host);
  }
}
