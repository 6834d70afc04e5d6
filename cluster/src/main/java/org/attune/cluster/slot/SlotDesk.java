package org.attune.cluster.slot;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;
import org.attune.cluster.slot.SlotMessage.Station;

/**
 * Where the slots' messages arrive. It answers at once, with what the run has laid ready: the
 * thread that brings messages is Spark's only one, and must not block.
 */
final class SlotDesk implements SlotPlugin.Receiver {

  private static final long FIRST_WAIT = 250; // microseconds; doubled each time a slot asks in vain
  private static final long LONGEST_WAIT = 64_000;

  private final LongPredicate serves;
  private final Visitor visitor;
  private final Map<Long, SlotReply.Assignment> ready = new ConcurrentHashMap<>();
  private final Map<Long, Current> current = new ConcurrentHashMap<>();
  private final Map<Long, Long> waits = new ConcurrentHashMap<>();
  private final Set<Long> unwanted = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** What the run hears of the slots, on Spark's thread. */
  interface Visitor {
    /** A slot is there. */
    void arrived(long slot, Station station);

    /**
     * A trial has reported.
     *
     * @param durable to be called once the samples are in the journal, from any thread
     */
    void reported(long slot, String trial, int attempt, List<Sample> samples, Runnable durable);

    /** A trial has written a checkpoint. */
    void saved(long slot, String trial, int attempt, SavedFile file);

    /** A trial has ended, and its slot is free. */
    void done(long slot, Envelope envelope);
  }

  /** The attempt that a slot is at. */
  private static final class Current {
    final String trial;
    final int attempt;
    private long durable;
    private SlotReply.Stop stop;

    Current(SlotReply.Assignment given) {
      this.trial = given.trial().trial();
      this.attempt = given.trial().attempt();
    }

    boolean is(String trial, int attempt) {
      return this.trial.equals(trial) && this.attempt == attempt;
    }

    synchronized void durable(int samples) {
      durable += samples;
    }

    synchronized void stop(SlotReply.Stop reason) {
      stop = stop == null ? reason : stop;
    }

    synchronized SlotReply reply() {
      return stop == null ? new SlotReply.Continue(durable) : stop;
    }
  }

  /**
   * @param serves whether a slot is still the run's
   */
  SlotDesk(LongPredicate serves, Visitor visitor) {
    this.serves = serves;
    this.visitor = visitor;
  }

  /** Lays a trial ready, for the slot's next question. */
  void assign(long slot, SlotReply.Assignment assignment) {
    current.put(slot, new Current(assignment));
    ready.put(slot, assignment);
  }

  /** A slot's trial is run by the driver: it reports as the slot would. */
  void begin(long slot, SlotReply.Assignment assignment) {
    current.put(slot, new Current(assignment));
  }

  /** What a slot is at is to stop at its next report; the first reason given stands. */
  void stop(long slot, SlotReply.Stop stop) {
    Current at = current.get(slot);
    if (at != null) {
      at.stop(stop);
    }
  }

  /** Sends a slot home when it asks next, unless a trial is laid ready for it. */
  void dismiss(long slot) {
    unwanted.add(slot);
  }

  /** Whether a slot has a trial that has not ended. */
  boolean busy(long slot) {
    return current.containsKey(slot);
  }

  /** A slot is gone. */
  void forget(long slot) {
    ready.remove(slot);
    current.remove(slot);
    waits.remove(slot);
    unwanted.remove(slot);
  }

  /** From now on sends slots home that ask for a trial. */
  void close() {
    closed = true;
  }

  @Override
  public SlotReply receive(SlotMessage message) {
    long slot = message.slot();
    if (message instanceof SlotMessage.Done done) {
      current.computeIfPresent(
          slot, (n, at) -> at.is(done.envelope().trial(), done.envelope().attempt()) ? null : at);
      visitor.done(slot, done.envelope());
      return new SlotReply.Continue(0);
    }
    if (!serves.test(slot)) {
      // Spark has given the slot up, but its thread goes on: what it was at is another's by now.
      return new SlotReply.Quit();
    }
    if (message instanceof SlotMessage.Report report) {
      return reported(report);
    }
    if (message instanceof SlotMessage.Saved saved) {
      return saved(saved);
    }
    if (message instanceof SlotMessage.Arrive arrive) {
      visitor.arrived(slot, arrive.station());
      return new SlotReply.Continue(0);
    }
    return pulled(slot);
  }

  private SlotReply saved(SlotMessage.Saved saved) {
    Current at = current.get(saved.slot());
    if (at == null || !at.is(saved.trial(), saved.attempt())) {
      return new SlotReply.Quit();
    }
    visitor.saved(saved.slot(), saved.trial(), saved.attempt(), saved.file());
    return at.reply();
  }

  private SlotReply reported(SlotMessage.Report report) {
    Current at = current.get(report.slot());
    if (at == null || !at.is(report.trial(), report.attempt())) {
      return new SlotReply.Quit();
    }
    if (report.samples().isEmpty()) {
      return at.reply();
    }
    visitor.reported(
        report.slot(),
        report.trial(),
        report.attempt(),
        report.samples(),
        () -> at.durable(report.samples().size()));
    return at.reply();
  }

  private SlotReply pulled(long slot) {
    SlotReply.Assignment assignment = ready.remove(slot);
    if (assignment != null) {
      waits.remove(slot);
      return assignment;
    }
    if (closed || unwanted.contains(slot)) {
      return new SlotReply.Quit();
    }
    return new SlotReply.Wait(
        waits.merge(slot, FIRST_WAIT, (last, first) -> Math.min(2 * last, LONGEST_WAIT)));
  }
}
