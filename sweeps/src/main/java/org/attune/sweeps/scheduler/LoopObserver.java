package org.attune.sweeps.scheduler;

import org.attune.sweeps.event.Event;

/** Observes a run. The run's own thread calls it, so methods must return quickly. */
public interface LoopObserver {

  /**
   * Called a few times a second.
   *
   * @param slots present slots
   */
  default void tick(int slots) {}

  /** An attempt has told facts about itself, durably: see {@link Event.Noted}. */
  default void noted(String trialId, int attempt) {}

  /** An attempt has ended, durably; the trial may be retried. */
  default void ended(String trialId, int attempt) {}

  /** A slot reported the end of an attempt that had already ended; the report is ignored. */
  default void ignored(long slot, Event.OfAttempt end) {}

  /**
   * A trial waits for slots, and no running trial's end would free them; called every minute.
   *
   * @param needed slots that it needs at once
   * @param idle present slots
   */
  default void missingSlots(String trialId, int needed, int idle) {}

  /** An executor or a host enters or leaves cool-down, durably. */
  default void rested(Event.Rested rested) {}
}
