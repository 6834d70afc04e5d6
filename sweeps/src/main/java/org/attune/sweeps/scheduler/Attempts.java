package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.trial.Cause;
import org.attune.sweeps.event.Event;

/**
 * The attempts running in slots. An attempt reports, is asked to stop, ends, or is lost with its
 * slot. An event from a slot counts only if it belongs to the slot's current attempt. If the end of
 * an attempt was never reported, its result is adopted if it left one. Only the run's thread may
 * use this class.
 */
final class Attempts {

  private final Scheduler scheduler;
  private final Slots slots;
  private final Commits commits;
  private final Timeline time;
  private final LoopObserver observer;
  private final Timeouts timeouts;
  private final Map<Long, Serving> serving = new HashMap<>(); // by slot
  private boolean allAsked;

  /**
   * @param timeout ends an attempt after this time
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

  /** The number of running attempts. */
  int size() {
    return serving.size();
  }

  /** Records that a slot runs an attempt. */
  void began(long slot, Serving at) {
    serving.put(slot, at);
  }

  /** Whether a slot still runs an attempt. */
  boolean runs(long slot, Serving at) {
    return serving.get(slot) == at;
  }

  /** Ends attempts that exceed the timeout. */
  void enforceTimeouts() {
    timeouts.enforce(serving, time.nanos());
  }

  /** Asks all attempts to end; an earlier reason of one of them stands. */
  void stopAll(Slots.Stop stop) {
    allAsked = true;
    serving.keySet().forEach(slot -> slots.stop(slot, stop));
  }

  /** The slot's current attempt, if all the events belong to it. */
  private Optional<Serving> speaker(long slot, List<? extends Event.OfAttempt> events) {
    return Optional.ofNullable(serving.get(slot)).filter(at -> events.stream().allMatch(at::is));
  }

  /** Handles a slot's measurements or checkpoint: see {@link Slots.Listener}. */
  void reported(long slot, List<? extends Event.OfAttempt> events, Runnable durable) {
    Optional<Serving> speaker = speaker(slot, events);
    if (speaker.isEmpty()) {
      return; // of an attempt that has already ended
    }
    Serving at = speaker.get();
    Commits.Batch batch = commits.begin();
    events.forEach(batch::add);
    for (StopDecision decision : scheduler.decisions()) {
      if (at.is(decision.event())) {
        Slots.Stop.Kind kind = decision.pause() ? Slots.Stop.Kind.PAUSE : Slots.Stop.Kind.RESULT;
        decide(decision.event().at(time.now()), kind, slot, at, batch);
      }
    }
    events.stream()
        .filter(Event.Noted.class::isInstance)
        .forEach(noted -> batch.then(() -> observer.noted(noted.trialId(), noted.attempt())));
    batch.then(
        durable); // last, so that a trial waiting for this is asked to stop before it continues
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

  /** Ends attempts at their next report, as decided by a user. */
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
   * Handles the end of an attempt that a slot reports.
   *
   * @return whether it counts; it does not if the attempt had already ended
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

  /** Adds the last events of an attempt to a batch. */
  void end(List<Event.OfAttempt> events, Commits.Batch batch) {
    events.forEach(batch::add);
    Event.OfAttempt end = events.get(events.size() - 1);
    if (allAsked && end instanceof Event.Abandoned) {
      return; // the run's end says it of all
    }
    batch.then(() -> observer.ended(end.trialId(), end.attempt()));
  }

  /**
   * Handles the loss of a slot. Its attempt's result is adopted if it exists; otherwise the trial
   * is retried.
   *
   * @param ending why the run is ending; empty if it is not. While it ends, losses do not count
   * @return the trial whose attempt was lost through no fault of its own; empty if there is none
   */
  Optional<String> lost(long slot, String reason, Optional<String> ending) {
    Serving was = serving.remove(slot);
    if (was == null) {
      return Optional.empty();
    }
    Optional<Slots.Stop> timeout = timeouts.of(was);
    String id = was.trial().id();
    Event.Terminal otherwise =
        ending.isPresent()
            ? new Event.Abandoned(id, was.attempt(), ending.get(), time.now())
            : new Event.Failed(
                id,
                was.attempt(),
                timeout.isPresent() ? Cause.TIMEOUT : Cause.INFRASTRUCTURE,
                timeout.map(Slots.Stop::reason).orElse("its slot was lost: " + reason),
                time.now());
    boolean adopted = recover(id, was.attempt(), scheduler.epoch(), otherwise);
    return adopted || timeout.isPresent() || ending.isPresent()
        ? Optional.empty()
        : Optional.of(id);
  }

  /** Adopts the finished attempts that earlier drivers left running, and abandons the others. */
  void adoptOrphans() {
    for (Scheduler.Running orphan : scheduler.running()) {
      recover(
          orphan.trial().id(),
          orphan.attempt(),
          orphan.epoch(),
          new Event.Abandoned(
              orphan.trial().id(), orphan.attempt(), Event.Abandoned.DRIVER_DIED, time.now()));
    }
  }

  /** Adopts an attempt's result if there is one; returns whether there was. */
  private boolean recover(String trial, int attempt, int epoch, Event.Terminal otherwise) {
    Optional<List<Event.OfAttempt>> left = slots.leftBy(trial, attempt, epoch);
    Commits.Batch batch = commits.begin();
    end(left.orElse(List.of(otherwise)), batch);
    batch.append();
    return left.isPresent();
  }
}
