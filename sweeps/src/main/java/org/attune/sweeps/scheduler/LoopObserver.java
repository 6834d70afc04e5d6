package org.attune.sweeps.scheduler;

import org.attune.sweeps.event.Event;

/** Is shown how a run goes, by the run's own thread: it must not take long. */
public interface LoopObserver {

  /**
   * Called a few times a second.
   *
   * @param slots that have arrived and are not lost
   */
  void tick(int slots);

  /** An attempt has ended, and that is durable; the trial may be tried again. */
  void ended(String trialId, int attempt);

  /** A slot brought the end of an attempt that had ended before: it counts for nothing. */
  void ignored(long slot, Event.OfAttempt end);

  /**
   * A trial waits for slots, and nothing runs whose end would free them; told every minute.
   *
   * @param needed slots that it takes at once
   * @param idle slots that are there
   */
  default void missingSlots(String trialId, int needed, int idle) {}

  /** An executor or a host is given no trials for a while, or is again; that is durable. */
  default void rested(Event.Rested rested) {}
}
