package org.attune.cluster.slot;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.attune.sweeps.scheduler.SweepLoop;
import org.attune.sweeps.store.Request;
import org.attune.sweeps.store.RequestBox;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks every second for what users ask of a run, on a thread of its own, and passes it on. */
final class Requests implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Requests.class);

  private static final int EVERY_MILLIS = 1_000;

  private final RequestBox box;
  private final SweepLoop loop;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread looking = new Thread(work, "requests");
            looking.setDaemon(true);
            return looking;
          });

  Requests(RequestBox box, SweepLoop loop) {
    this.box = box;
    this.loop = loop;
  }

  /** Looks from now on, until it is closed. */
  Requests follow() {
    thread.scheduleWithFixedDelay(this::look, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    return this;
  }

  private void look() {
    try {
      box.take().forEach(this::pass);
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
    } else {
      loop.interrupt("stopped by a user");
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
