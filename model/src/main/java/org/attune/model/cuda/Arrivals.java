package org.attune.model.cuda;

import com.sun.jna.Pointer;
import java.util.function.DoubleSupplier;

/**
 * Numbers that are copied from a card as its work goes by, to be looked at when they are asked for.
 */
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

  /** The number that a float on the card will be when the work so far is done. */
  DoubleSupplier of(long address) {
    int place = next++ % PLACES;
    if (taken[place] != null) {
      taken[place].getAsDouble(); // long on its way: the place is wanted
    }
    long to = host + (long) Float.BYTES * place;
    stream.copyOut(to, address, Float.BYTES);
    taken[place] = new Number(place, stream.waits());
    return taken[place];
  }

  private final class Number implements DoubleSupplier {
    private final int place;
    private final long asked; // waits of the stream before that
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
