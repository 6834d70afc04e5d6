package org.attune.sweeps.scheduler;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.attune.sweeps.event.Event;

/**
 * The loop's way to its log: events are applied to the scheduler as they are appended, and acted
 * upon by the run's thread once they are durable. After the first failure nothing is to be relied
 * on.
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

  /** Whether all that was appended is durable, and was acted upon. */
  boolean settled() {
    return unsettled == 0;
  }

  /** The first that was said. */
  Optional<Throwable> failure() {
    return failure;
  }

  /** Says that the run cannot go on. */
  void fail(Throwable reason) {
    failure = failure.or(() -> Optional.of(reason));
  }

  /**
   * Appends events and waits until they are durable.
   *
   * @throws IOException when the log cannot be written
   */
  void appendAndWait(List<Event> events) throws IOException, InterruptedException {
    events.forEach(scheduler::apply);
    try {
      log.append(events).get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    }
  }

  /** Events that are appended together, and what is done when they hold. */
  final class Batch {
    private final List<Event> events = new ArrayList<>();
    private final List<Runnable> then = new ArrayList<>();

    private Batch() {}

    void add(Event event) {
      scheduler.apply(event);
      events.add(event);
    }

    /** Has something done once the events are durable, after what was said before. */
    void then(Runnable action) {
      then.add(action);
    }

    /** Appends the events; nothing happens where there are none. */
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
