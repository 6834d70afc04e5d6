package org.attune.sweeps.scheduler;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.attune.sweeps.event.Event;

/**
 * The loop's writer to its log. It applies events to the scheduler as it appends them; the run's
 * thread acts on them once they are durable. After the first failure nothing can be relied on.
 */
final class Commits {

  private final Scheduler scheduler;
  private final Slots slots;
  private final EventLog log;
  private final Timeline time;
  private int unsettled;
  private Optional<Throwable> failure = Optional.empty();

  Commits(Scheduler scheduler, Slots slots, EventLog log, Timeline time) {
    this.scheduler = scheduler;
    this.slots = slots;
    this.log = log;
    this.time = time;
  }

  /** Begins a batch. */
  Batch begin() {
    return new Batch();
  }

  /** Whether all appended events are durable and have been acted upon. */
  boolean settled() {
    return unsettled == 0;
  }

  /** The first failure reported. */
  Optional<Throwable> failure() {
    return failure;
  }

  /** Reports that the run cannot continue. */
  void fail(Throwable reason) {
    failure = failure.or(() -> Optional.of(reason));
  }

  /**
   * Appends events and waits until they are durable.
   *
   * @throws IOException if the log cannot be written
   */
  void appendAndWait(List<Event> events) throws IOException, InterruptedException {
    events.forEach(scheduler::apply);
    try {
      log.append(events).get();
    } catch (ExecutionException e) {
      Throwable reason = Optional.ofNullable(e.getCause()).orElse(e);
      throw new IOException(reason.getMessage(), reason);
    }
  }

  /** Events appended together, with actions to run once they are durable. */
  final class Batch {
    private final List<Event> events = new ArrayList<>();
    private final List<Runnable> then = new ArrayList<>();

    private Batch() {}

    void add(Event event) {
      scheduler.apply(event);
      events.add(event);
    }

    /** Adds an action to run once the events are durable, after earlier actions. */
    void then(Runnable action) {
      then.add(action);
    }

    /** Appends the events; does nothing if there are none. */
    void append() {
      if (events.isEmpty()) {
        return;
      }
      unsettled++;
      List<String> superseded = scheduler.supersededCheckpoints();
      if (!superseded.isEmpty()) {
        then.add(() -> slots.discard(superseded));
      }
      log.append(events).whenComplete((none, e) -> time.post(() -> settled(e)));
    }

    private void settled(Throwable e) {
      unsettled--;
      if (e == null) {
        then.forEach(Runnable::run);
      } else {
        fail(e instanceof CompletionException && e.getCause() != null ? e.getCause() : e);
      }
    }
  }
}
