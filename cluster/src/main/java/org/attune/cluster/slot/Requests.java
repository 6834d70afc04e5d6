package org.attune.cluster.slot;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.attune.api.storage.FencedException;
import org.attune.cluster.spark.DaemonThreads;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.SweepLoop;
import org.attune.sweeps.store.Request;
import org.attune.sweeps.store.RequestBox;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the requests of users and takeovers by another driver, once a second on its own thread,
 * and passes them to the run.
 */
final class Requests implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Requests.class);

  static final Duration EVERY = Duration.ofSeconds(1);

  private final SweepJournal journal;
  private final RequestBox box;
  private final SweepLoop loop;
  private final ScheduledExecutorService thread = DaemonThreads.clock("requests");

  Requests(SweepJournal journal, SweepLoop loop) {
    this.journal = journal;
    this.box = journal.requests();
    this.loop = loop;
  }

  /** Starts to look for requests at this interval, until closed. */
  Requests follow(Duration every) {
    long millis = every.toMillis();
    thread.scheduleWithFixedDelay(this::look, millis, millis, TimeUnit.MILLISECONDS);
    return this;
  }

  private void look() {
    try {
      journal.requireLatest();
      box.take().forEach(this::pass);
    } catch (FencedException takenOver) {
      loop.fail(takenOver);
    } catch (IOException | RuntimeException e) {
      LOG.warn("Cannot look for requests; it is tried again in a second", e);
    }
  }

  private void pass(Request request) {
    LOG.info("A user asks: {}", request);
    if (request instanceof Request.StopTrial stop) {
      loop.stopTrial(stop.trialId(), "stopped by a user");
    } else if (request instanceof Request.RetryTrials retry) {
      loop.retry(retry.trialIds());
    } else if (request instanceof Request.Prioritise first) {
      loop.prioritise(first.conditions());
    } else if (request instanceof Request.LimitSlots slots) {
      loop.slots(slots.atMost());
    } else if (request instanceof Request.StopSweep) {
      loop.interrupt("stopped by a user");
    } else {
      throw new IllegalStateException("Cannot serve the request " + request);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
