package org.attune.sweeps.journal;

import java.util.function.Consumer;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;

/** Passes a sweep's past on, each event once, however often the journals are read. */
final class Past implements Consumer<Event> {

  private final SweepHeader header;
  private final boolean extend;
  private final Consumer<Event> listener;
  private long told;
  private long position;

  /**
   * @param header of the sweep that it must be the past of
   * @param extend whether the sweep may be more than it was
   * @param listener is told each event, in order
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

  /** The journals are read from their start once more: they only grow. */
  void again() {
    position = 0;
  }

  /** Takes the next event; {@link OtherSweep} ends the reading. */
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

  /** The past ends with the beginning of this driver's epoch. */
  void began(Event.Opened opened) {
    listener.accept(opened);
  }

  /** The journals are of another sweep. */
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
