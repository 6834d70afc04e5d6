package org.attune.sweeps.journal;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.attune.api.storage.Storage;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.SweepState;

/** Passes on a sweep's past events, each once, however often the journals are read. */
final class Past implements EventSink {

  private final Storage storage;
  private final SweepHeader header;
  private final boolean extend;
  private final Consumer<Event> listener;
  private long told;
  private long position;
  private boolean others;
  private boolean chained; // the latest spec is this one, or part of it

  /**
   * @param header of the sweep to which the past must belong
   * @param extend whether the sweep may be larger than it was
   * @param listener receives each event, in order
   */
  Past(Storage storage, SweepHeader header, boolean extend, Consumer<Event> listener) {
    this.storage = storage;
    this.header = header;
    this.extend = extend;
    this.listener = listener;
  }

  /**
   * Replays the journals from the first event on; between two calls they only grow.
   *
   * @throws OtherSweepException if they belong to another sweep; it names the latest spec, to which
   *     earlier drivers may have extended the first
   */
  Replay replay(Epoch epoch) throws IOException {
    position = 0;
    others = false;
    Replay replay = Replay.of(storage, epoch, this);
    Optional<SweepHeader> latest = replay.state().map(SweepState::header);
    if (others && latest.filter(this::continues).isPresent()) {
      chained = true;
      position = 0;
      others = false;
      replay = Replay.of(storage, epoch, this);
      latest = replay.state().map(SweepState::header);
    }
    if (others || latest.isPresent() && !extend && !header.sameSweep(latest.get())) {
      throw new OtherSweepException(storage.describe(), latest.orElseThrow(), header, extend);
    }
    return replay;
  }

  /**
   * Whether the sweep goes on from a header. Each driver's spec extends the one before it. An axis
   * may have come and ended since, so the spec need not extend all earlier ones.
   */
  private boolean continues(SweepHeader latest) {
    return header.sameSweep(latest) || extend && header.extendsSweep(latest);
  }

  @Override
  public void accept(Event event) {
    others |=
        !chained
            && event instanceof Event.Opened opened
            && !header.sameSweep(opened.header())
            && !header.extendsSweep(opened.header());
    if (position++ == told && !others) { // the listener cannot apply another sweep's events
      told++;
      listener.accept(event);
    }
  }

  /** Passes on the start of this driver's epoch, which ends the past. */
  void began(Event.Opened opened) {
    listener.accept(opened);
  }
}
