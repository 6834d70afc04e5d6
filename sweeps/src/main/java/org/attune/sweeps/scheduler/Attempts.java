package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.trial.Cause;

/**
 * The attempts that run in slots, and what becomes of each: it reports, is told to stop, ends, or
 * is lost with its slot. What a slot says counts only while it is of the attempt that the slot is
 * at. An attempt that nobody heard the end of is adopted where it left a result. For the run's
 * thread alone.
 */
final class Attempts {

  private final Scheduler scheduler;
  private final Slots slots;
  private final Commits commits;
  private final Timeline time;
  private final LoopObserver observer;
  private final Timeouts timeouts;
  private final Map<Long, Serving> serving = new HashMap<>(); // by slot

  /**
   * @param timeout after which an attempt is ended
   */
  Attempts(
      Scheduler scheduler,
      Slots slots,
      Commits commits,
      Timeline time,
      LoopObserver observer,
      Optional<Duration> timeout) {
    this.scheduler = scheduler;
    this.slots = slots;
    this.commits = commits;
    this.time = time;
    this.observer = observer;
    this.timeouts = new Timeouts(timeout, slots);
  }

  /** How many run. */
  int size() {
    return serving.size();
  }

  /** A slot is given an attempt. */
  void began(long slot, Serving at) {
    serving.put(slot, at);
  }

  /** Whether a slot is still at an attempt. */
  boolean runs(long slot, Serving at) {
    return serving.get(slot) == at;
  }

  /** Ends those that take too long. */
  void enforceTimeouts() {
    timeouts.enforce(serving, time.nanos());
  }

  /** What a slot is at, if that is what all of its events are of. */
  private Optional<Serving> speaker(long slot, List<? extends Event.OfAttempt> events) {
    return Optional.ofNullable(serving.get(slot)).filter(at -> events.stream().allMatch(at::is));
  }

  /** A slot has measured something, or written a checkpoint: see {@link Slots.Listener}. */
  void reported(long slot, List<? extends Event.OfAttempt> events, Runnable durable) {
    Optional<Serving> speaker = speaker(slot, events);
    if (speaker.isEmpty()) {
      return; // of an attempt that has ended before
    }
    Serving at = speaker.get();
    Commits.Batch batch = commits.begin();
    events.forEach(batch::add);
    for (Scheduler.Decision decision : scheduler.decisions()) {
      if (at.is(decision.event())) {
        Slots.Stop.Kind kind = decision.pause() ? Slots.Stop.Kind.PAUSE : Slots.Stop.Kind.RESULT;
        decide(decision.event().at(time.now()), kind, slot, at, batch);
      }
    }
    batch.then(durable); // last: a trial that waits for it is told to stop before it goes on
    batch.append();
  }

  private void decide(
      Event.Decided decision, Slots.Stop.Kind kind, long slot, Serving at, Commits.Batch batch) {
    batch.add(decision);
    Slots.Stop stop = new Slots.Stop(decision.reason(), kind);
    batch.then(
        () -> {
          if (runs(slot, at)) {
            slots.stop(slot, stop);
          }
        });
  }

  /** Ends those that a person decided upon at their next report. */
  void decide(List<Event.Decided> decisions) {
    Commits.Batch batch = commits.begin();
    for (Event.Decided decision : decisions) {
      serving.forEach(
          (slot, at) -> {
            if (at.is(decision)) {
              decide(decision, Slots.Stop.Kind.RESULT, slot, at, batch);
            }
          });
    }
    batch.append();
  }

  /**
   * A slot has brought an end.
   *
   * @return whether it counts: that of an attempt that has ended before does not
   */
  boolean ended(long slot, List<Event.OfAttempt> events, Commits.Batch batch) {
    if (speaker(slot, events).isEmpty()) {
      observer.ignored(slot, events.get(events.size() - 1));
      return false;
    }
    serving.remove(slot);
    end(events, batch);
    return true;
  }

  /** Puts down the last events of an attempt. */
  void end(List<Event.OfAttempt> events, Commits.Batch batch) {
    events.forEach(batch::add);
    Event.OfAttempt end = events.get(events.size() - 1);
    batch.then(() -> observer.ended(end.trialId(), end.attempt()));
  }

  /**
   * A slot is gone. What it was at is adopted if its result is there, and tried again if not.
   *
   * @return the trial whose attempt was lost through no doing of its own; empty where none was
   */
  Optional<String> lost(long slot, String reason) {
    Serving was = serving.remove(slot);
    if (was == null) {
      return Optional.empty();
    }
    Optional<Slots.Stop> timeout = timeouts.of(was);
    boolean adopted =
        recover(
            was.trial().id(),
            was.attempt(),
            scheduler.epoch(),
            new Event.Failed(
                was.trial().id(),
                was.attempt(),
                timeout.isPresent() ? Cause.TIMEOUT : Cause.INFRASTRUCTURE,
                timeout.map(Slots.Stop::reason).orElse("its executor was lost: " + reason),
                time.now()));
    return adopted || timeout.isPresent() ? Optional.empty() : Optional.of(was.trial().id());
  }

  /** What earlier drivers left running: finished work is adopted, the rest is abandoned. */
  void adoptOrphans() {
    for (Scheduler.Running orphan : scheduler.running()) {
      recover(
          orphan.trial().id(),
          orphan.attempt(),
          orphan.epoch(),
          new Event.Abandoned(
              orphan.trial().id(), orphan.attempt(), "its driver died", time.now()));
    }
  }

  /** Returns whether the attempt had left a result. */
  private boolean recover(String trial, int attempt, int epoch, Event.Terminal otherwise) {
    Optional<List<Event.OfAttempt>> left = slots.leftBy(trial, attempt, epoch);
    Commits.Batch batch = commits.begin();
    end(left.orElse(List.of(otherwise)), batch);
    batch.append();
    return left.isPresent();
  }
}
