package org.attune.sweeps.scheduler;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.attune.sweeps.event.Event;

/** The destination of a run's events. */
@FunctionalInterface
public interface EventLog {

  /**
   * Appends events in order, atomically; the future completes once they are durable. Never blocks.
   * After a failure every later call fails too.
   */
  CompletableFuture<Void> append(List<Event> events);
}
