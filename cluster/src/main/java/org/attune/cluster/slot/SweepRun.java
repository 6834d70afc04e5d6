package org.attune.cluster.slot;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.Ending;
import org.attune.sweeps.scheduler.LoopObserver;
import org.attune.sweeps.scheduler.LoopSetup;
import org.attune.sweeps.scheduler.RealTime;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.scheduler.SweepLoop;
import org.attune.sweeps.scheduler.Timeline;
import org.attune.sweeps.state.SweepState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One driver's work on one sweep: it runs the {@link SweepLoop}, keeps the tables up to date, and
 * informs the user.
 */
public final class SweepRun {

  private static final Logger LOG = LoggerFactory.getLogger(SweepRun.class);

  /**
   * The shortest time between two looks at a run; a thousand trials report many times in between.
   */
  private static final Duration LOOK = Duration.ofMillis(100);

  private final SweepState state;
  private final Requests requests;
  private final Duration lookEvery;
  private final TablePublication tables;
  private final RunObserver observer;
  private final SweepLoop loop;
  private final Unserved unserved;
  private final Clock clock = SteadyClock.ofProcess();
  private Instant looked = Instant.EPOCH;
  private Optional<String> tableTrouble = Optional.empty();

  /**
   * @param scheduler a scheduler that has applied the journal's past events
   * @param journal an open journal; the caller closes it
   * @param slots slots that are not open yet; the run closes them
   */
  public SweepRun(
      Scheduler scheduler,
      SweepJournal journal,
      Slots slots,
      LoopSetup setup,
      TablePublication tables,
      RunObserver observer) {
    this(scheduler, journal, slots, setup, tables, observer, new RealTime(), Requests.EVERY);
  }

  /**
   * Like the other, in another time.
   *
   * @param time the run's clock and queue
   * @param lookEvery the time between two looks for users' requests
   */
  public SweepRun(
      Scheduler scheduler,
      SweepJournal journal,
      Slots slots,
      LoopSetup setup,
      TablePublication tables,
      RunObserver observer,
      Timeline time,
      Duration lookEvery) {
    this.state = journal.state();
    this.tables = tables;
    this.observer = observer;
    this.unserved = new Unserved(observer, clock.instant());
    this.loop = new SweepLoop(scheduler, slots, journal::append, time, setup, new Cadence());
    this.requests = new Requests(journal, loop);
    this.lookEvery = lookEvery;
  }

  /**
   * Runs until no trial remains, the budget is used up, or someone calls {@link #interrupt}. The
   * tables then show the end.
   *
   * @throws IOException when the journal or the tables cannot be written, or no slot stays alive;
   *     the sweep can be resumed
   */
  public Ending run() throws IOException, InterruptedException {
    SlotPlugin.show(state);
    tables.follow(state::view);
    Ending ending;
    try (Requests asked = requests.follow(lookEvery)) {
      ending = loop.run();
    }
    tables.finish(state.view());
    return ending;
  }

  /** Ends the run in order, from any thread. Rerun the same command to resume. */
  public void interrupt(String reason) {
    loop.interrupt(reason);
  }

  /** Periodic work beside the loop. */
  private final class Cadence implements LoopObserver {
    @Override
    public void tick(int slots) {
      Instant now = clock.instant();
      if (now.isBefore(looked.plus(LOOK))) {
        return;
      }
      looked = now;
      observer.progress(state.view());
      tellOfTables();
      unserved.look(slots, now);
    }

    private void tellOfTables() {
      Optional<String> trouble = tables.trouble();
      if (!trouble.equals(tableTrouble)) {
        observer.tables(trouble);
        tableTrouble = trouble;
      }
    }

    @Override
    public void noted(String trialId, int attempt) {
      state.trial(trialId).ifPresent(trial -> observer.noted(state.view(), trial, attempt));
    }

    @Override
    public void ended(String trialId, int attempt) {
      state.trial(trialId).ifPresent(trial -> observer.ended(state.view(), trial, attempt));
    }

    @Override
    public void missingSlots(String trialId, int needed, int idle) {
      LOG.warn("Trial {} waits for {} slots; {} are there", trialId, needed, idle);
      observer.missingSlots(trialId, needed, idle);
    }

    @Override
    public void rested(Event.Rested rested) {
      LOG.warn("{} rests until {}: {}", rested.who(), rested.until(), rested.reason());
      observer.rested(rested);
    }

    @Override
    public void ignored(long slot, Event.OfAttempt end) {
      LOG.warn(
          "Ignoring the result of trial {} attempt {} from slot {}: that attempt has ended before",
          end.trialId(),
          end.attempt(),
          slot);
    }
  }
}
