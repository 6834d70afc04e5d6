package org.attune.cluster.slot;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.cluster.slot.SlotMessage.Place;
import org.attune.cluster.slot.SlotMessage.Sample;
import org.attune.sweeps.journal.Event;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.search.Search;
import org.attune.sweeps.search.Trial;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.AttemptOf;
import org.attune.sweeps.state.Cause;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.Storage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One driver's work on one sweep: hands trials to slots, journals what becomes of them, and has the
 * tables published.
 *
 * <p>All decisions are made by one thread, in {@link #run}. Spark's thread that brings the slots'
 * messages only puts them into the inbox and picks up answers that are ready, at the {@link
 * SlotDesk}.
 */
public final class SweepRun {

  private static final Logger LOG = LoggerFactory.getLogger(SweepRun.class);

  private static final Duration TICK = Duration.ofMillis(200);

  /** How long a trial that must stop may take to come to its next report, at most. */
  private static final Duration LONGEST_GRACE = Duration.ofSeconds(20);

  /** How long a run may be without a slot before that is said. */
  private static final Duration UNSERVED = Duration.ofSeconds(15);

  private final JavaSparkContext spark;
  private final SweepSpec spec;
  private final Search search;
  private final SweepJournal journal;
  private final SweepState state;
  private final Storage storage;
  private final TrialQueue queue;
  private final SlotPool slots;
  private final SlotDesk desk;
  private final TablePublication tables;
  private final RunObserver observer;
  private final String id = UUID.randomUUID().toString();
  private final int maxSlots;

  private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
  private final Map<Long, Place> places = new HashMap<>();
  private final Deque<Long> hungry = new ArrayDeque<>();
  private final Map<Long, Serving> serving = new HashMap<>();
  private final FalseStarts falseStarts = new FalseStarts();
  private Instant lastServed = Instant.now();
  private Optional<Throwable> failure = Optional.empty();
  private Optional<String> tableTrouble = Optional.empty();

  /** Ends of attempts that are on their way to the journal; a trial may wait again after one. */
  private int settling;

  /** What a slot is at. */
  private record Serving(Trial trial, int attempt, Instant since) {
    boolean is(String trialId, int number) {
      return trial.id().equals(trialId) && attempt == number;
    }
  }

  /**
   * @param directory the sweep's, as executors open it
   * @param journal open, and closed by the caller
   * @param maxSlots trials at a time, at most
   */
  public SweepRun(
      JavaSparkContext spark,
      String directory,
      SweepSpec spec,
      Search search,
      SweepJournal journal,
      Storage storage,
      TablePublication tables,
      TrialWork work,
      int maxSlots,
      RunObserver observer) {
    this.spec = spec;
    this.search = search;
    this.journal = journal;
    this.state = journal.state();
    this.storage = storage;
    this.tables = tables;
    this.observer = observer;
    this.maxSlots = maxSlots;
    this.spark = spark;
    Slot slot = new Slot(id, directory, state.header().sweepId(), journal.epoch(), work);
    this.slots = new SlotPool(spark, slot, (number, cause) -> inbox.add(() -> lost(number, cause)));
    this.desk = new SlotDesk(slots::has, new Heard());
    this.queue =
        new TrialQueue(
            search,
            spec.budget().trialsOf(search),
            state,
            (trial, told) -> append(new Event.Suggested(trial, told, Instant.now())));
  }

  /**
   * Runs until no trial is left to be run, or the budget is used up.
   *
   * @return the sweep then
   * @throws IOException when the journal or the tables cannot be written, or no slot can be kept
   *     alive; the sweep can be resumed
   */
  public SweepView run() throws IOException, InterruptedException {
    queue.resume();
    adoptOrphans();
    SlotPlugin.connect(id, desk);
    LostExecutors lostExecutors =
        new LostExecutors(executor -> inbox.add(() -> executorLost(executor)));
    spark.sc().addSparkListener(lostExecutors);
    try {
      loop();
    } finally {
      desk.close(); // first of all: a slot that is told to wait would keep the pool from closing
      slots.close();
      SlotPlugin.disconnect(id);
      spark.sc().removeSparkListener(lostExecutors);
    }
    if (failure.isPresent()) {
      throw new IOException(failure.get().getMessage(), failure.get());
    }
    complete();
    SweepView end = state.view();
    tables.finish(end);
    return end;
  }

  /** Returns when the end is durable, so that the tables show it. */
  private void complete() throws IOException, InterruptedException {
    boolean cut =
        outOfTime()
            && state.counts().total() - state.counts().pending() < spec.budget().trialsOf(search);
    String reason = cut ? "the budget's wall-time is used up" : "every trial has ended";
    try {
      journal.append(new Event.Completed(reason, Instant.now())).get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    }
  }

  private void loop() throws InterruptedException, IOException {
    tables.follow(state::view);
    while (failure.isEmpty()) {
      fill();
      if (serving.isEmpty() && settling == 0 && !moreToRun()) {
        return;
      }
      Runnable next = inbox.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
      for (; next != null; next = inbox.poll()) {
        next.run();
      }
      enforceTimeouts();
      noticeIfUnserved();
      observer.progress(state.view());
      tellOfTables();
    }
  }

  private void tellOfTables() {
    Optional<String> trouble = tables.trouble();
    if (!trouble.equals(tableTrouble)) {
      observer.tables(trouble);
      tableTrouble = trouble;
    }
  }

  /** Gives trials to the slots that wait, and starts a slot more than have shown up. */
  private void fill() {
    while (!hungry.isEmpty() && moreToRun()) {
      assign(hungry.poll(), queue.take());
    }
    boolean spare = slots.size() > places.size();
    boolean wanted = slots.size() < maxSlots && (moreToRun() || places.isEmpty());
    if (!spare && wanted && !falseStarts.pausing()) {
      slots.start();
    }
  }

  private boolean moreToRun() {
    return !outOfTime() && !queue.isEmpty();
  }

  private boolean outOfTime() {
    return spec.budget()
        .wallTime()
        .map(limit -> Duration.between(state.startedAt(), Instant.now()).compareTo(limit) >= 0)
        .orElse(false);
  }

  /** Journals the start; once that is durable, the slot's next question is answered with it. */
  private void assign(long slot, Trial trial) {
    int attempt = state.trial(trial.id()).map(TrialStatus::nextAttempt).orElse(1);
    Place place = places.get(slot);
    serving.put(slot, new Serving(trial, attempt, Instant.now()));
    SlotReply.Assignment assignment =
        new SlotReply.Assignment(
            trial.id(),
            attempt,
            new TreeMap<>(trial.configuration().values()),
            trial.seed(),
            state.header().threadsPerTrial(),
            Envelope.path(journal.epoch(), trial.id(), attempt));
    Event started =
        new Event.Started(
            trial.id(),
            attempt,
            place.executor() + "." + slot,
            place.host(),
            place.device(),
            place.provenance(),
            Instant.now());
    append(started).thenRun(() -> desk.assign(slot, assignment));
  }

  /** Passes what the slots say on to the run's thread. */
  private final class Heard implements SlotDesk.Visitor {
    @Override
    public void arrived(long slot, Place place) {
      inbox.add(() -> SweepRun.this.arrived(slot, place));
    }

    @Override
    public void reported(String trial, int attempt, Iterable<Sample> samples) {
      inbox.add(() -> measured(trial, attempt, samples));
    }

    @Override
    public void done(long slot, Envelope envelope) {
      inbox.add(() -> SweepRun.this.done(slot, envelope));
    }
  }

  private void arrived(long slot, Place place) {
    if (slots.has(slot)) {
      falseStarts.arrived();
      places.put(slot, place);
      hungry.add(slot);
    }
  }

  private void measured(String trial, int attempt, Iterable<Sample> samples) {
    for (Sample sample : samples) {
      append(
          new Event.Measured(
              trial, attempt, sample.step(), sample.values(), Instant.ofEpochMilli(sample.time())));
    }
  }

  private void done(long slot, Envelope envelope) {
    Serving at = serving.get(slot);
    if (at == null || !at.is(envelope.trial(), envelope.attempt())) {
      LOG.warn(
          "Ignoring the result of trial {} attempt {} from slot {}: that attempt has ended before",
          envelope.trial(),
          envelope.attempt(),
          slot);
      return;
    }
    serving.remove(slot);
    end(envelope);
  }

  /** Journals the end of an attempt from its envelope, and what follows for its trial. */
  private void end(Envelope envelope) {
    measured(envelope.trial(), envelope.attempt(), envelope.samples());
    settle(envelope.toEvent());
  }

  private void settle(Event.Terminal end) {
    settling++;
    append(end).thenRun(() -> inbox.add(() -> settled(end)));
  }

  private void settled(Event.Terminal end) {
    settling--;
    desk.forget(end.trialId(), end.attempt());
    TrialStatus trial = state.trial(end.trialId()).orElseThrow();
    queue.attemptEnded(trial);
    observer.ended(state.view(), trial, end.attempt());
  }

  /** Ends the slots that were on an executor: Spark would only queue their tasks again. */
  private void executorLost(String executor) {
    places.forEach(
        (slot, place) -> {
          if (place.executor().equals(executor)) {
            slots.kill(slot, "executor " + executor + " was lost");
          }
        });
  }

  /** A slot is gone. What it was at is adopted if its envelope is there, and tried again if not. */
  private void lost(long slot, Throwable cause) {
    LOG.warn("Slot {} is gone", slot, cause);
    boolean hadArrived = places.remove(slot) != null;
    hungry.remove(slot);
    desk.forget(slot);
    Serving was = serving.remove(slot);
    if (was != null) {
      recover(was.trial().id(), was.attempt(), journal.epoch(), lossOf(was, cause));
    } else if (cause != null && !hadArrived) {
      failure = failure.or(() -> falseStarts.died(cause, !places.isEmpty()));
    }
  }

  private Event.Terminal lossOf(Serving was, Throwable cause) {
    Optional<SlotReply.Stop> timeout =
        desk.stopOf(was.trial().id(), was.attempt()).filter(SlotReply.Stop::timeout);
    return new Event.Failed(
        was.trial().id(),
        was.attempt(),
        timeout.isPresent() ? Cause.TIMEOUT : Cause.INFRASTRUCTURE,
        timeout
            .map(SlotReply.Stop::reason)
            .orElseGet(
                () ->
                    "its executor was lost: "
                        + (cause == null ? "no reason given" : firstLine(cause))),
        Instant.now());
  }

  private static String firstLine(Throwable cause) {
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }

  /** What earlier drivers left running: finished work is adopted, the rest is abandoned. */
  private void adoptOrphans() {
    for (AttemptOf orphan : state.runningAttempts()) {
      Event.Abandoned abandoned =
          new Event.Abandoned(
              orphan.trial().id(), orphan.attempt().number(), "its driver died", Instant.now());
      recover(orphan.trial().id(), orphan.attempt().number(), orphan.attempt().epoch(), abandoned);
    }
  }

  private void recover(String trial, int attempt, long epoch, Event.Terminal otherwise) {
    String path = Envelope.path(epoch, trial, attempt);
    try (InputStream json = storage.open(path)) {
      end(Envelope.read(json));
    } catch (FileNotFoundException none) {
      settle(otherwise);
    } catch (IOException e) {
      LOG.warn("Cannot read the result {}", path, e);
      settle(otherwise);
    }
  }

  private void enforceTimeouts() {
    if (spec.execution().trialTimeout().isEmpty()) {
      return;
    }
    Duration limit = spec.execution().trialTimeout().get();
    Duration grace = limit.compareTo(LONGEST_GRACE) < 0 ? limit : LONGEST_GRACE;
    Instant now = Instant.now();
    serving.forEach(
        (slot, at) -> {
          Duration taken = Duration.between(at.since(), now);
          if (taken.compareTo(limit) > 0) {
            desk.stop(
                at.trial().id(),
                at.attempt(),
                new SlotReply.Stop(
                    "took longer than the trial-timeout of " + limit.toSeconds() + " s", true));
          }
          if (taken.compareTo(limit.plus(grace)) > 0) {
            slots.kill(slot, "trial " + at.trial().id() + " does not stop");
          }
        });
  }

  /** Says so, once, when no executor has taken a slot for long: Spark waits without a word. */
  private void noticeIfUnserved() {
    Instant now = Instant.now();
    if (!places.isEmpty()) {
      lastServed = now;
    } else if (lastServed.plus(UNSERVED).isBefore(now)) {
      observer.unserved(UNSERVED);
      lastServed = Instant.MAX.minus(UNSERVED);
    }
  }

  private CompletableFuture<Void> append(Event event) {
    CompletableFuture<Void> durable = journal.append(event);
    durable.whenComplete(
        (none, e) -> {
          if (e != null) {
            inbox.add(() -> failure = failure.or(() -> Optional.of(e)));
          }
        });
    return durable;
  }
}
