package org.attune.sweeps.scheduler;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.event.Event;

/**
 * The loop's interface to whatever runs trials: Spark's executors, threads of this process, or a
 * simulation.
 *
 * <p>A slot runs one trial at a time. A slot arrives, gets trials one after another, and is
 * eventually lost or released. A trial that needs the {@link #room} of several slots waits until
 * that many are idle. Then a single slot gets the trial and the room of the others, which end. That
 * slot is lost when the trial ends, and the trial's result is {@link #leftBy} it. One thread calls
 * the methods, and they do not block; slots report events to the {@link Listener}, from any thread.
 */
public interface Slots extends AutoCloseable {

  /** Starts; no slot arrives before this call. */
  void open(Listener listener);

  /**
   * States how many slots would be useful now, including busy ones; more slots start as room
   * allows. The loop calls this repeatedly.
   */
  void want(int slots);

  /** Ends a present, idle slot; it gets no more trials. */
  void release(long slot);

  /** The number of slots whose room a trial needs. */
  default int room(TrialContext trial) {
    return 1;
  }

  /** Gives a trial to a present, idle slot. */
  void run(long slot, TrialContext trial);

  /**
   * Gives a trial to a slot together with the room of others, all present and idle; the others end.
   */
  default void run(long slot, List<Long> others, TrialContext trial) {
    others.forEach(this::release);
    run(slot, trial);
  }

  /** Asks an attempt to end at its next report; the first reason stands. */
  void stop(long slot, Stop stop);

  /** Ends a slot and its attempt by force; the slot is lost soon after. */
  void kill(long slot, String reason);

  /**
   * The events that an attempt left behind when its end was never reported: measurements and files
   * that may not have been journalled, and the end.
   *
   * @param epoch of the driver that started the attempt
   * @return empty if it left nothing
   */
  Optional<List<Event.OfAttempt>> leftBy(String trialId, int attempt, int epoch);

  /**
   * Deletes checkpoints that nothing will start from; returns at once.
   *
   * @param paths in the sweep's directory
   */
  default void discard(List<String> paths) {}

  /**
   * Deletes all checkpoints except some, including those that earlier drivers failed to delete;
   * returns at once.
   */
  default void discardAllBut(Set<String> paths) {}

  /** Ends all slots; their attempts are abandoned. */
  @Override
  void close();

  /**
   * Why a trial must stop.
   *
   * @param reason for people
   * @param kind the consequence for the trial
   */
  record Stop(String reason, Kind kind) {

    /** The consequence of a stop. */
    public enum Kind {
      /** Its measurements are its result. */
      RESULT,
      /** It took too long, which counts as a failure. */
      TIMEOUT,
      /** It waits, and later resumes from its checkpoint. */
      PAUSE,
      /** The run is ending, and the next run resumes it from its checkpoint. */
      ABANDON
    }

    /** The end of an attempt that stopped for this reason at a step. */
    public Event.Terminal end(TrialContext context, long step, Instant time) {
      return switch (kind) {
        case RESULT ->
            new Event.Stopped(
                context.trial(), context.attempt(), step, reason, Map.of(), Map.of(), time);
        case TIMEOUT ->
            new Event.Failed(context.trial(), context.attempt(), Cause.TIMEOUT, reason, time);
        case PAUSE -> new Event.Paused(context.trial(), context.attempt(), step, time);
        case ABANDON -> new Event.Abandoned(context.trial(), context.attempt(), reason, time);
      };
    }
  }

  /** Receives events of slots, from any thread. */
  interface Listener {

    /** A slot has arrived and is idle. */
    void arrived(long slot, SlotLocation place);

    /**
     * A trial has measured something or written a checkpoint.
     *
     * @param durable the run's thread calls it once the events are in the log
     */
    void reported(long slot, List<? extends Event.OfAttempt> events, Runnable durable);

    /**
     * A trial has ended, and its slot is idle.
     *
     * @param events measurements and files not reported before, then the end
     */
    void ended(long slot, List<Event.OfAttempt> events);

    /** A present slot is gone, and its attempt with it. */
    void lost(long slot, String reason);

    /** No slot can be kept alive: the run must give up. */
    void failed(Throwable reason);
  }
}
