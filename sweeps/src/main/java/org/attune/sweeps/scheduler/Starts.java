package org.attune.sweeps.scheduler;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.api.Start;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.event.Event;

/** Gives trials to idle slots. Only the run's thread may use this class. */
record Starts(
    Scheduler scheduler,
    Slots slots,
    PresentSlots present,
    Attempts attempts,
    Commits commits,
    MissingSlots missing,
    Demand demand,
    Timeline time,
    LoopSetup setup) {

  /**
   * From this number of slots on, the search chooses a trial before a slot is idle. The search then
   * misses one more running trial's result, which matters little beside those of the other slots.
   */
  private static final int AHEAD_FROM = 8;

  /** The most trials that are adopted in one batch, so that an interrupt need not wait. */
  private static final int MOST_ADOPTED = 1_000;

  /**
   * Gives trials to idle slots while there are both. If the next trial needs the room of several
   * slots, slots that become idle are kept for it. So the sweep drains only as far as necessary,
   * and no trial is overtaken. A trial that another sweep has trained takes no slot.
   */
  void fill(Commits.Batch batch) {
    int adopted = 0;
    while (present.idle() > 0 && attempts.size() < demand.atMost() && adopted < MOST_ADOPTED) {
      Optional<Scheduler.Next> next = scheduler.next(time.now(), present::welcomes);
      if (next.isEmpty()) {
        demand.nothingToStart();
        missing.none();
        return;
      }
      if (adopt(next.get(), batch)) {
        adopted++;
        continue;
      }
      Serving at =
          new Serving(
              next.get().trial(),
              next.get().attempt(),
              next.get().start().orElse(Start.BEGINNING),
              time.nanos());
      TrialContext context = at.context(setup);
      int room = slots.room(context);
      int most = Math.max(setup.mostSlots(), demand.atMost());
      if (room > most) {
        commits.fail(tooLarge(at, room, most));
        return;
      }
      if (present.idle() < room) {
        demand.unlimited();
        missing.waits(at.trial().id(), room);
        return;
      }
      start(next.get(), at, context, room, batch);
    }
    if (present.size() >= AHEAD_FROM) {
      scheduler.prepare(time.now());
    }
  }

  /** Adopts an attempt from another sweep; returns false if it has to train. */
  private boolean adopt(Scheduler.Next next, Commits.Batch batch) {
    List<Event> events = setup.reuse().adopted(next, present.idlePlace(), time.now());
    if (events.isEmpty()) {
      return false;
    }
    next.suggestion().ifPresent(batch::add);
    List<Event.OfAttempt> ofAttempt = new ArrayList<>();
    for (Event event : events) {
      if (event instanceof Event.OfAttempt attempt) {
        ofAttempt.add(attempt);
      } else {
        batch.add(event);
      }
    }
    attempts.end(ofAttempt, batch);
    return true;
  }

  /** Starts an attempt in an idle slot, unless it would carry on from a lost checkpoint. */
  private void start(
      Scheduler.Next next, Serving at, TrialContext context, int room, Commits.Batch batch) {
    long slot = present.take(at.trial().id());
    next.suggestion().ifPresent(batch::add);
    batch.add(at.started(present.place(slot), time.now()));
    if (next.start().isEmpty()) {
      present.untake(slot);
      attempts.end(List.of(withoutOrigin(at)), batch);
      return;
    }
    attempts.began(slot, at);
    demand.started();
    List<Long> others = present.takeAway(room - 1);
    batch.then(() -> run(slot, others, at, context));
  }

  private void run(long slot, List<Long> others, Serving at, TrialContext trial) {
    if (!attempts.runs(slot, at)) {
      others.forEach(slots::release);
    } else if (others.isEmpty()) {
      slots.run(slot, trial);
    } else {
      slots.run(slot, others, trial);
    }
  }

  private Event.Failed withoutOrigin(Serving at) {
    Trial.Origin origin = at.trial().origin().orElseThrow();
    return new Event.Failed(
        at.trial().id(),
        at.attempt(),
        Cause.TRIAL_FAULT,
        "it carries on trial %s after step %d, and there is no checkpoint of that"
            .formatted(origin.trialId(), origin.step()),
        time.now());
  }

  private static IOException tooLarge(Serving at, int room, int most) {
    return new IOException(
        "Cannot run trial %s: it takes %d slots at once, and the sweep has %d"
            .formatted(at.trial().id(), room, most));
  }
}
