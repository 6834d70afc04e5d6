package org.attune.sweeps.scheduler;

import java.time.Instant;
import java.util.List;
import org.attune.sweeps.event.Event;

/** Finds trials that another sweep has trained, so that no trial is trained twice. */
@FunctionalInterface
public interface Reuse {

  /** Adopts nothing. */
  Reuse NONE = (next, place, now) -> List.of();

  /**
   * The events by which an attempt takes over what another sweep has trained. The last one is
   * terminal: the trial has finished, or its next attempt starts from a checkpoint.
   *
   * @param next the attempt that would start now
   * @param place the slot that would run it
   * @param now the time of the events
   * @return empty if the attempt has to train
   */
  List<Event> adopted(Scheduler.Next next, SlotLocation place, Instant now);

  /** This reuse, and another one where it adopts nothing. */
  default Reuse or(Reuse other) {
    return (next, place, now) -> {
      List<Event> events = adopted(next, place, now);
      return events.isEmpty() ? other.adopted(next, place, now) : events;
    };
  }
}
