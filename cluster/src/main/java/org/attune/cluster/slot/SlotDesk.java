package org.attune.cluster.slot;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;
import org.attune.cluster.slot.SlotMessage.Station;

/**
 * Receives the slots' messages. It answers at once from assignments that the run has prepared.
 * Spark delivers messages on a single thread, which must not block.
 */
final class SlotDesk implements SlotPlugin.Receiver {

  private static final long FIRST_WAIT = 250; // microseconds; doubles with each vain pull
  private static final long LONGEST_WAIT = 64_000;

  private final LongPredicate serves;
  private final Visitor visitor;
  private final Map<Long, SlotReply.Assignment> ready = new ConcurrentHashMap<>();
  private final Map<Long, Current> current = new ConcurrentHashMap<>();
  private final Map<Long, Long> waits = new ConcurrentHashMap<>();
  private final Set<Long> unwanted = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** Passes the slots' messages to the run, on Spark's thread. */
  interface Visitor {
    /** A slot has arrived. */
    void arrived(long slot, Station station);

    /**
     * A trial has reported.
     *
     * @param durable to call once the samples are in the journal; any thread may call it
     */
    void reported(SlotMessage.Report report, Runnable durable);

    /** A trial has ended, and its slot is free. */
    void done(long slot, Envelope envelope);
  }

  /** The attempt that a slot is running. */
  private static final class Current {
    final String trial;
    final int attempt;
    private long durable;
    private Optional<SlotReply.Stop> stop = Optional.empty();

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
      stop = stop.or(() -> Optional.of(reason));
    }

    synchronized SlotReply reply() {
      return stop.isPresent() ? stop.get() : new SlotReply.Continue(durable);
    }
  }

  /**
   * @param serves whether a slot still belongs to the run
   */
  SlotDesk(LongPredicate serves, Visitor visitor) {
    this.serves = serves;
    this.visitor = visitor;
  }

  /** Prepares a trial for the slot's next request. */
  void assign(long slot, SlotReply.Assignment assignment) {
    current.put(slot, new Current(assignment));
    ready.put(slot, assignment);
  }

  /** Starts a slot's trial in the driver; it reports as the slot would. */
  void begin(long slot, SlotReply.Assignment assignment) {
    current.put(slot, new Current(assignment));
  }

  /** Stops the slot's trial at its next report; the first reason given stays. */
  void stop(long slot, SlotReply.Stop stop) {
    Current at = current.get(slot);
    if (at != null) {
      at.stop(stop);
    }
  }

  /** Dismisses a slot at its next request, unless a trial is ready for it. */
  void dismiss(long slot) {
    unwanted.add(slot);
  }

  /** Whether a slot has a trial that has not ended. */
  boolean busy(long slot) {
    return current.containsKey(slot);
  }

  /** Forgets a lost slot. */
  void forget(long slot) {
    ready.remove(slot);
    current.remove(slot);
    waits.remove(slot);
    unwanted.remove(slot);
  }

  /** Dismisses, from now on, every slot that asks for a trial. */
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
      // Spark has given up the slot, but its thread still runs. Another slot may have its trial by
      // now.
      return new SlotReply.Quit();
    }
    if (message instanceof SlotMessage.Report report) {
      return reported(report);
    }

    if (message instanceof SlotMessage.Arrive arrive) {
      visitor.arrived(slot, arrive.station());
      return new SlotReply.Continue(0);
    }
    return pulled(slot);
  }

  private SlotReply reported(SlotMessage.Report report) {
    Current at = current.get(report.slot());
    if (at == null || !at.is(report.trial(), report.attempt())) {
      return new SlotReply.Quit();
    }
    if (!report.isEmpty()) {
      visitor.reported(report, () -> at.durable(report.samples().size()));
    }
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
