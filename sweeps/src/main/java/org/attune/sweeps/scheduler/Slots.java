package org.attune.sweeps.scheduler;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.trial.TrialContext;

/**
 * Whatever runs trials, as the driver's loop needs it: Spark's executors, threads of this process,
 * or a simulation.
 *
 * <p>A slot runs one trial at a time. It arrives, is given trials one after another, and at some
 * point is lost or ended. A trial that takes the {@link #room} of several is given to one of them
 * once as many are idle, with the others' room, and they are gone; that one is lost with the
 * trial's end, and what the trial came to is {@link #leftBy} it. The methods are called by one
 * thread and do not block; what happens is told to the {@link Listener}, from any thread.
 */
public interface Slots extends AutoCloseable {

  /** Begins; nothing arrives before. */
  void open(Listener listener);

  /**
   * Says how many slots would be of use now, those at work included: more are started as room
   * allows. Called again and again.
   */
  void want(int slots);

  /** Ends a slot that has arrived and is idle; it is given nothing any more. */
  void release(long slot);

  /** How many slots a trial takes the room of. */
  default int room(TrialContext trial) {
    return 1;
  }

  /** Gives a trial to a slot that has arrived and is idle. */
  void run(long slot, TrialContext trial);

  /** Gives a trial to a slot with the room of others, all arrived and idle; the others end. */
  default void run(long slot, List<Long> others, TrialContext trial) {
    others.forEach(this::release);
    run(slot, trial);
  }

  /** Asks an attempt to end at its next report; the first reason stands. */
  void stop(long slot, Stop stop);

  /** Ends a slot and what runs in it; it is lost soon after. */
  void kill(long slot, String reason);

  /**
   * What an attempt that nobody heard the end of had come to, as its slot left it: measurements and
   * files that may not have been journalled, and the end.
   *
   * @param epoch of the driver that started it
   * @return empty when it left nothing
   */
  Optional<List<Event.OfAttempt>> leftBy(String trialId, int attempt, int epoch);

  /**
   * Deletes checkpoints that nothing will begin from; returns at once.
   *
   * @param paths in the sweep's directory
   */
  default void discard(List<String> paths) {}

  /**
   * Deletes all checkpoints but some, as those that earlier drivers did not live to delete; returns
   * at once.
   */
  default void discardAllBut(Set<String> paths) {}

  /** Ends all slots; what runs in them is given up. */
  @Override
  void close();

  /**
   * Why a trial is to be stopped.
   *
   * @param reason for people
   * @param kind what becomes of it
   */
  record Stop(String reason, Kind kind) {

    /** What becomes of a trial that is stopped. */
    public enum Kind {
      /** What it has measured is its result. */
      RESULT,
      /** It took too long, which is a failure. */
      TIMEOUT,
      /** It waits, and goes on from its checkpoint. */
      PAUSE
    }
  }

  /** Is told what happens, from any thread. */
  interface Listener {

    /** A slot is there and idle, for the first time. */
    void arrived(long slot, Place place);

    /**
     * A trial has measured something, or written a checkpoint.
     *
     * @param durable is done once that is in the log, by the run's thread
     */
    void reported(long slot, List<? extends Event.OfAttempt> events, Runnable durable);

    /**
     * A trial has ended, and its slot is idle.
     *
     * @param events measurements and files not reported before, and the end
     */
    void ended(long slot, List<Event.OfAttempt> events);

    /** A slot that had arrived is gone, with what it was at. */
    void lost(long slot, String reason);

    /** No slot can be kept alive: the run is to be given up. */
    void failed(Throwable reason);
  }
}
