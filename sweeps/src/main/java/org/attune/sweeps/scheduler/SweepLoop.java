package org.attune.sweeps.scheduler;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.attune.sweeps.event.Event;

/**
 * One driver's work on one sweep: it gives trials to slots and journals the results.
 *
 * <p>One thread makes all decisions, in {@link #run}. It applies events to the scheduler as it
 * appends them to the log, and acts on them once they are durable. It appends a trial's end
 * together with the start of the next trial in that slot, so a trial costs one force of the log.
 */
public final class SweepLoop {

  private static final Duration TICK = Duration.ofMillis(200);

  /** The most posted actions handled before the loop checks for interruptions and timeouts. */
  private static final int MOST_AT_ONCE = 1_000;

  private final Scheduler scheduler;
  private final Slots slots;
  private final Timeline time;
  private final LoopSetup setup;
  private final LoopObserver observer;
  private final Commits commits;
  private final Attempts attempts;
  private final PresentSlots present = new PresentSlots();
  private final MissingSlots missing;
  private final Demand demand;
  private final Starts starts;
  private final AtomicReference<String> interruption = new AtomicReference<>();
  private final AtomicReference<IOException> failure = new AtomicReference<>();

  /**
   * @param scheduler with all past events applied
   */
  public SweepLoop(
      Scheduler scheduler,
      Slots slots,
      EventLog log,
      Timeline time,
      LoopSetup setup,
      LoopObserver observer) {
    this.scheduler = scheduler;
    this.slots = slots;
    this.time = time;
    this.setup = setup;
    this.observer = observer;
    this.commits = new Commits(scheduler, slots, log, time);
    this.attempts = new Attempts(scheduler, slots, commits, time, observer, setup.trialTimeout());
    this.missing = new MissingSlots(time, observer, setup.slotTimeout());
    this.demand = new Demand(scheduler, slots, present, attempts, time, setup.mostSlots());
    this.starts =
        new Starts(scheduler, slots, present, attempts, commits, missing, demand, time, setup);
  }

  /**
   * Runs until no trial is left, the budget is used up, or someone {@link #interrupt}s. Before it
   * returns, it closes the slots and logs the reason.
   *
   * @throws IOException if the log cannot be written, no slot can be kept alive, or the next trial
   *     waited too long for slots; the sweep can be resumed
   */
  public Ending run() throws IOException, InterruptedException {
    Optional<Ending> ending;
    try {
      attempts.adoptOrphans();
      scheduler.supersededCheckpoints(); // from the past; the next call deletes every file not kept
      slots.discardAllBut(scheduler.keptCheckpoints());
      time.background().ifPresent(on -> scheduler.askOn(on, () -> time.post(() -> {})));
      slots.open(new PostingListener());
      ending = loop();
      if (interruption.get() != null) {
        part(interruption.get());
      }
      if (commits.failure().isEmpty()) {
        giveUpRunning(ending.orElseThrow());
      }
    } finally {
      slots.close();
    }
    if (commits.failure().isPresent()) {
      Throwable reason = commits.failure().get();
      throw new IOException(reason.getMessage(), reason);
    }
    if (ending.orElseThrow().kind() == Ending.Kind.GAVE_UP) {
      throw new IOException(ending.get().reason());
    }
    return ending.get();
  }

  /**
   * Ends the run in an orderly way, from any thread: running attempts are abandoned, after their
   * time to save their state, and the next run retries them.
   */
  public void interrupt(String reason) {
    interruption.compareAndSet(null, reason); // not posted: it must not wait behind posted actions
  }

  /**
   * Ends the run as failed, from any thread, for example after another driver took the sweep over.
   */
  public void fail(IOException reason) {
    failure.compareAndSet(null, reason);
  }

  /**
   * Ends a running trial at its next report, from any thread; its measurements are its result. Does
   * nothing if the trial is not running.
   */
  public void stopTrial(String trialId, String reason) {
    time.post(() -> attempts.decide(scheduler.stop(trialId, reason, time.now())));
  }

  /** Retries trials that failed permanently, from any thread. */
  public void retry(List<String> trialIds) {
    time.post(
        () -> {
          Commits.Batch batch = commits.begin();
          trialIds.stream()
              .filter(scheduler::hasFailed)
              .forEach(id -> batch.add(new Event.Retried(id, time.now())));
          batch.append();
        });
  }

  /** Changes the most trials at a time, from any thread; trials that run go on. */
  public void slots(int atMost) {
    time.post(() -> demand.atMost(atMost));
  }

  /** Moves trials that have not started to the front, from any thread: see the event. */
  public void prioritise(List<String> conditions) {
    time.post(
        () -> {
          Commits.Batch batch = commits.begin();
          batch.add(new Event.Prioritised(conditions, time.now()));
          batch.append();
        });
  }

  /**
   * Asks the running attempts to end, and waits a limited time for their last checkpoints. Those
   * that have not ended by then are ended with their slots.
   */
  private void part(String reason) throws InterruptedException {
    long until = time.nanos() + setup.parting().toNanos();
    while (attempts.size() > 0 && commits.failure().isEmpty() && time.nanos() < until) {
      attempts.stopAll(new Slots.Stop(reason, Slots.Stop.Kind.ABANDON)); // also of a late start
      handlePosted();
      observer.tick(present.size());
      Optional.ofNullable(failure.get()).ifPresent(commits::fail);
    }
  }

  /** Runs the loop; returns why it ended, or empty after a failure. */
  private Optional<Ending> loop() throws InterruptedException {
    while (commits.failure().isEmpty()) {
      if (failure.get() != null) {
        commits.fail(failure.get());
        return Optional.empty();
      }
      if (interruption.get() != null) {
        return Optional.of(new Ending(Ending.Kind.INTERRUPTED, interruption.get()));
      }
      Commits.Batch batch = commits.begin();
      review(batch);
      starts.fill(batch);
      batch.append();
      if (attempts.size() == 0 && commits.settled()) {
        Optional<Ending> ending = scheduler.ending(time.now());
        if (ending.isPresent()) {
          return ending;
        }
      }
      if (attempts.size() > 0) {
        missing.none();
      }
      Optional<Ending> gaveUp = missing.review(present.idle());
      if (gaveUp.isPresent()) {
        return gaveUp;
      }
      demand.review();
      handlePosted();
      attempts.enforceTimeouts();
      observer.tick(present.size());
    }
    return Optional.empty();
  }

  /**
   * Handles a limited number of posted actions, so that interruptions and timeouts get their turn
   * under load.
   */
  private void handlePosted() throws InterruptedException {
    Runnable next = time.next(TICK);
    long began = time.nanos();
    for (int handled = 0; next != null; handled++) {
      next.run();
      boolean more = handled < MOST_AT_ONCE && time.nanos() - began < TICK.toNanos();
      next = more ? time.next(Duration.ZERO) : null;
    }
  }

  /** Moves executors into and out of cool-down. */
  private void review(Commits.Batch batch) {
    for (Health.CoolDown change : present.review(time.nanos())) {
      Instant now = time.now();
      Event.Rested rested =
          new Event.Rested(change.who(), change.reason(), now.plus(change.time()), now);
      batch.add(rested);
      batch.then(() -> observer.rested(rested));
    }
  }

  /** Posts the slots' events to the run's thread. */
  private final class PostingListener implements Slots.Listener {
    @Override
    public void arrived(long slot, SlotLocation place) {
      time.post(() -> present.arrived(slot, place));
    }

    @Override
    public void reported(long slot, List<? extends Event.OfAttempt> events, Runnable durable) {
      time.post(() -> attempts.reported(slot, events, durable));
    }

    @Override
    public void ended(long slot, List<Event.OfAttempt> events) {
      time.post(() -> SweepLoop.this.ended(slot, events));
    }

    @Override
    public void lost(long slot, String reason) {
      time.post(() -> SweepLoop.this.lost(slot, reason));
    }

    @Override
    public void failed(Throwable reason) {
      time.post(() -> commits.fail(reason));
    }
  }

  /**
   * Handles an attempt's end: the idle slot gets its next trial in the same batch, unless the run
   * is ending.
   */
  private void ended(long slot, List<Event.OfAttempt> reported) {
    Commits.Batch batch = commits.begin();
    List<Event.OfAttempt> events = withoutLateFailure(reported);
    if (!attempts.ended(slot, events, batch)) {
      return;
    }
    present.ended(slot, events.get(events.size() - 1));
    present.free(slot);
    review(batch);
    if (interruption.get() == null) {
      starts.fill(batch);
    }
    batch.append();
  }

  /**
   * What ends a run may end a trial's program as well, such as a signal to a whole group of
   * processes. So an attempt that fails once the run is ending is abandoned, like all others.
   */
  private List<Event.OfAttempt> withoutLateFailure(List<Event.OfAttempt> events) {
    String reason = interruption.get();
    int last = events.size() - 1;
    if (reason == null || !(events.get(last) instanceof Event.Failed failed)) {
      return events;
    }
    List<Event.OfAttempt> abandoned = new ArrayList<>(events);
    abandoned.set(
        last, new Event.Abandoned(failed.trialId(), failed.attempt(), reason, time.now()));
    return abandoned;
  }

  /** Handles a slot's loss; records its place if a trial was lost with it. */
  private void lost(long slot, String reason) {
    Optional<SlotLocation> place = present.remove(slot);
    Optional<String> trial = attempts.lost(slot, reason, Optional.ofNullable(interruption.get()));
    if (place.isPresent() && trial.isPresent()) {
      present.lost(place.get(), trial.get());
    }
  }

  /** Logs how the run ended and which attempts it abandoned; returns once that is durable. */
  private void giveUpRunning(Ending ending) throws IOException, InterruptedException {
    Instant now = time.now();
    List<Event> last = new ArrayList<>();
    for (Scheduler.Running running : scheduler.running()) {
      last.add(new Event.Abandoned(running.trial().id(), running.attempt(), ending.reason(), now));
    }
    last.add(
        ending.kind() == Ending.Kind.COMPLETE
            ? new Event.Completed(ending.reason(), now)
            : new Event.Suspended(ending.kind() == Ending.Kind.BUDGET, ending.reason(), now));
    commits.appendAndWait(last);
    slots.discardAllBut(scheduler.keptCheckpoints());
  }
}
