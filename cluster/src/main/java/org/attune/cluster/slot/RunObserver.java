package org.attune.cluster.slot;

import java.time.Duration;
import java.util.Optional;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/** Is shown how a run goes, by the run's own thread: it must not take long. */
public interface RunObserver {

  /** Called a few times a second. */
  void progress(SweepView sweep);

  /** An attempt has ended; the trial may be tried again. */
  void ended(SweepView sweep, TrialStatus trial, int attempt);

  /** The tables cannot be published, and why; empty when they can again. */
  void tables(Optional<String> trouble);

  /** No executor has taken a slot for so long; told once, until one does. */
  void unserved(Duration since);

  /**
   * A trial waits for slots, and nothing runs whose end would free them; told every minute.
   *
   * @param needed slots that it takes at once
   * @param idle slots that are there
   */
  default void missingSlots(String trialId, int needed, int idle) {}

  /** An executor or a host is given no trials for a while, or is again. */
  default void rested(Event.Rested rested) {}
}
