package org.attune.model.cuda;

import com.sun.jna.Pointer;
import java.util.function.DoubleSupplier;

/**
 * Numbers that are copied from a card as its work goes by, to be looked at when they are asked for.
 */
final class Arrivals implements AutoCloseable {

  private static final int PLACES = 256;

  private final Lane lane;
  private final long host;
  private final Number[] taken = new Number[PLACES];
  private int next;

  Arrivals(Lane lane) {
    this.lane = lane;
    host = lane.driver().allocateHost((long) Float.BYTES * PLACES);
  }

  /** The number that a float on the card will be when the work so far is done. */
  DoubleSupplier of(DeviceBuffer from) {
    int place = next++ % PLACES;
    if (taken[place] != null) {
      taken[place].getAsDouble(); // long on its way: the place is wanted
    }
    long to = host + (long) Float.BYTES * place;
    lane.driver().copyOut(to, from.address(), Float.BYTES, lane.stream());
    taken[place] = new Number(place, lane.waits());
    return taken[place];
  }

  private final class Number implements DoubleSupplier {
    private final int place;
    private final long asked; // waits of the lane before that
    private boolean here;
    private double value;

    Number(int place, long asked) {
      this.place = place;
      this.asked = asked;
    }

    @Override
    public double getAsDouble() {
      if (!here) {
        lane.awaitSince(asked);
        value = new Pointer(host).getFloat((long) Float.BYTES * place);
        here = true;
        taken[place] = null;
      }
      return value;
    }
  }

  @Override
  public void close() {
    lane.driver().freeHost(host);
  }
}
