package org.attune.cluster.slot;

import java.time.Duration;
import java.util.Optional;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/**
 * Observes a run's progress; by default it ignores everything. The run's own thread calls it, so it
 * must return quickly.
 */
public interface RunObserver {

  /** Called a few times a second. */
  default void progress(SweepView sweep) {}

  /** A running attempt has told facts about itself, such as the hash of its program. */
  default void noted(SweepView sweep, TrialStatus trial, int attempt) {}

  /** An attempt has ended; Attune may retry the trial. */
  default void ended(SweepView sweep, TrialStatus trial, int attempt) {}

  /** The reason why the tables cannot be published; empty when they can again. */
  default void tables(Optional<String> trouble) {}

  /**
   * No executor has taken a slot for this long. Called every minute until an executor takes one.
   * The run has nothing to do then, so this call may take some seconds.
   *
   * @param first whether this is the first call since an executor had a slot
   */
  default void unserved(Duration since, boolean first) {}

  /**
   * A trial waits for slots, and no running trial would free them by ending. Called every minute.
   *
   * @param needed number of slots that the trial takes at once
   * @param idle number of idle slots
   */
  default void missingSlots(String trialId, int needed, int idle) {}

  /** An executor or a host enters or leaves cool-down. */
  default void rested(Event.Rested rested) {}
}
