package org.attune.sweeps.scheduler;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.attune.sweeps.event.Event;

/** Where a run's events go. */
@FunctionalInterface
public interface EventLog {

  /**
   * Appends events in order, all in one go; complete once they are durable. Never blocks. After a
   * failure every later one fails too.
   */
  CompletableFuture<Void> append(List<Event> events);
}
