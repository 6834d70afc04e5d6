package org.attune.sweeps.journal;

import java.util.function.Consumer;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;

/** Passes on a sweep's past events, each once, however often the journals are read. */
final class Past implements Consumer<Event> {

  private final SweepHeader header;
  private final boolean extend;
  private final Consumer<Event> listener;
  private long told;
  private long position;

  /**
   * @param header of the sweep to which the past must belong
   * @param extend whether the sweep may be larger than it was
   * @param listener receives each event, in order
   */
  Past(SweepHeader header, boolean extend, Consumer<Event> listener) {
    this.header = header;
    this.extend = extend;
    this.listener = listener;
  }

  SweepHeader header() {
    return header;
  }

  boolean extend() {
    return extend;
  }

  /** Restarts from the first event, because the journals, which only grow, are read again. */
  void again() {
    position = 0;
  }

  /** Accepts the next event; throws {@link OtherSweep} to end the reading. */
  @Override
  public void accept(Event event) {
    if (event instanceof Event.Opened opened
        && !header.sameSweep(opened.header())
        && !header.extendsSweep(opened.header())) {
      throw new OtherSweep(opened.header());
    }
    if (position++ == told) {
      told++;
      listener.accept(event);
    }
  }

  /** Passes on the start of this driver's epoch, which ends the past. */
  void began(Event.Opened opened) {
    listener.accept(opened);
  }

  /** The journals belong to another sweep. */
  static final class OtherSweep extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient SweepHeader header;

    OtherSweep(SweepHeader header) {
      this.header = header;
    }

    SweepHeader header() {
      return header;
    }
  }
}
