package org.attune.cluster.slot;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;
import org.attune.cluster.slot.SlotMessage.Place;
import org.attune.cluster.slot.SlotMessage.Sample;

/**
 * Where the slots' messages arrive. It answers at once, with what the run has laid ready: the
 * thread that brings messages is Spark's only one, and must not block.
 */
final class SlotDesk implements SlotPlugin.Receiver {

  private static final long FIRST_WAIT = 1; // ms; doubled each time a slot asks in vain
  private static final long LONGEST_WAIT = 64;

  private final LongPredicate serves;
  private final Visitor visitor;
  private final Map<Long, SlotReply.Assignment> ready = new ConcurrentHashMap<>();
  private final Map<Long, Long> waits = new ConcurrentHashMap<>();
  private final Map<Attempt, SlotReply.Stop> stops = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** What the run hears of the slots, on Spark's thread. */
  interface Visitor {
    /** A slot asks for a trial, for the first time since it had one. */
    void arrived(long slot, Place place);

    void reported(String trial, int attempt, Iterable<Sample> samples);

    void done(long slot, Envelope envelope);
  }

  private record Attempt(String trial, int number) {}

  /**
   * @param serves whether a slot is still the run's
   */
  SlotDesk(LongPredicate serves, Visitor visitor) {
    this.serves = serves;
    this.visitor = visitor;
  }

  /** Lays a trial ready, for the slot's next question. */
  void assign(long slot, SlotReply.Assignment assignment) {
    ready.put(slot, assignment);
  }

  /** An attempt is to stop at its next report; the first reason given stands. */
  void stop(String trial, int attempt, SlotReply.Stop stop) {
    stops.putIfAbsent(new Attempt(trial, attempt), stop);
  }

  /** Why an attempt was to stop, if it was. */
  Optional<SlotReply.Stop> stopOf(String trial, int attempt) {
    return Optional.ofNullable(stops.get(new Attempt(trial, attempt)));
  }

  /** An attempt has ended. */
  void forget(String trial, int attempt) {
    stops.remove(new Attempt(trial, attempt));
  }

  /** A slot is gone. */
  void forget(long slot) {
    ready.remove(slot);
    waits.remove(slot);
  }

  /** From now on sends slots home that ask for a trial. */
  void close() {
    closed = true;
  }

  @Override
  public SlotReply receive(SlotMessage message) {
    long slot = message.slot();
    if (message instanceof SlotMessage.Done done) {
      visitor.done(slot, done.envelope());
      return new SlotReply.Continue();
    }
    if (!serves.test(slot)) {
      // Spark has given the slot up, but its thread goes on: what it was at is another's by now.
      return new SlotReply.Quit();
    }
    if (message instanceof SlotMessage.Report report) {
      visitor.reported(report.trial(), report.attempt(), report.samples());
      SlotReply.Stop stop = stops.get(new Attempt(report.trial(), report.attempt()));
      return stop == null ? new SlotReply.Continue() : stop;
    }
    return pulled(slot, ((SlotMessage.Pull) message).place());
  }

  private SlotReply pulled(long slot, Place place) {
    SlotReply.Assignment assignment = ready.remove(slot);
    if (assignment != null) {
      waits.remove(slot);
      return assignment;
    }
    if (closed) {
      return new SlotReply.Quit();
    }
    Long wait = waits.merge(slot, FIRST_WAIT, (last, first) -> Math.min(2 * last, LONGEST_WAIT));
    if (wait == FIRST_WAIT) {
      visitor.arrived(slot, place);
    }
    return new SlotReply.Wait(wait);
  }
}
