package org.attune.cluster.slot;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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
import org.attune.sweeps.state.Cause;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.Storage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One driver's work on one sweep: hands trials to slots, journals what becomes of them, and has the
 * tables published.
 *
 * <p>All decisions are made by one thread, in {@link #run}. Spark's thread that brings the slots'
 * messages only puts them into the inbox and picks up answers that are ready.
 */
public final class SweepRun {

  private static final Logger LOG = LoggerFactory.getLogger(SweepRun.class);

  private static final Duration PUBLISH_EVERY = Duration.ofSeconds(30);
  private static final Duration TICK = Duration.ofMillis(200);

  /** How long a trial that must stop may take to come to its next report, at most. */
  private static final Duration LONGEST_GRACE = Duration.ofSeconds(20);

  /** Slots that may die in a row, without one message and none at work, before the run gives up. */
  private static final int MAX_DEAD_SLOTS = 10;

  /** The wait after one slot that died without a message; it doubles with each more in a row. */
  private static final long FIRST_PAUSE_MILLIS = 50;

  private static final long LONGEST_PAUSE_MILLIS = 1_000;

  private static final long FIRST_WAIT = 1;
  private static final long LONGEST_WAIT = 64;

  private final JavaSparkContext spark;
  private final SweepSpec spec;
  private final Search search;
  private final SweepJournal journal;
  private final SweepState state;
  private final Storage storage;
  private final SlotPool slots;
  private final TablePublication tables;
  private final RunObserver observer;
  private final String id = UUID.randomUUID().toString();
  private final int maxSlots;

  private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
  private final Map<Long, SlotReply.Assignment> ready = new ConcurrentHashMap<>();
  private final Map<Long, Long> waits = new ConcurrentHashMap<>();
  private final Map<String, SlotReply.Stop> stops = new ConcurrentHashMap<>();
  private volatile boolean over;

  private final Map<Long, Serving> serving = new HashMap<>();
  private final Deque<Long> hungry = new ArrayDeque<>();
  private final Deque<Trial> waiting = new ArrayDeque<>();
  private final Map<Long, Place> places = new HashMap<>();
  private Optional<Throwable> failure = Optional.empty();
  private Optional<Trial> proposed = Optional.empty();
  private final Set<String> told = new HashSet<>();
  private int deadInARow;
  private Instant nextStart = Instant.EPOCH;

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
    this.slots = new SlotPool(spark, slot, this::lost);
  }

  /**
   * Runs until no trial is left to be run, or the budget is used up.
   *
   * @return the state then
   * @throws IOException when the journal or the tables cannot be written, or no slot can be kept
   *     alive; the sweep can be resumed
   */
  public SweepState run() throws IOException, InterruptedException {
    adoptOrphans();
    SlotPlugin.connect(id, this::receive);
    LostExecutors lostExecutors = new LostExecutors(this::executorLost);
    spark.sc().addSparkListener(lostExecutors);
    try {
      loop();
    } finally {
      over = true; // first of all: a slot that is told to wait would keep the pool from closing
      slots.close();
      SlotPlugin.disconnect(id);
      spark.sc().removeSparkListener(lostExecutors);
    }
    if (failure.isPresent()) {
      throw new IOException(failure.get().getMessage(), failure.get());
    }
    complete();
    tables.publish(state);
    return state;
  }

  /** Returns when the end is durable, so that the tables show it. */
  private void complete() throws IOException, InterruptedException {
    boolean cut =
        outOfTime() && state.counts().total() - state.counts().pending() < search.trials();
    String reason = cut ? "the budget's wall-time is used up" : "every trial has ended";
    try {
      journal.append(new Event.Completed(reason, Instant.now())).get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    }
  }

  private void loop() throws InterruptedException, IOException {
    Instant published = Instant.now();
    while (failure.isEmpty()) {
      fill();
      if (serving.isEmpty() && settling == 0 && !moreToRun()) {
        over = true;
        return;
      }
      Runnable next = inbox.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
      for (; next != null; next = inbox.poll()) {
        next.run();
      }
      enforceTimeouts();
      observer.progress(state);
      if (Duration.between(published, Instant.now()).compareTo(PUBLISH_EVERY) >= 0) {
        tables.publishInBackground(state);
        published = Instant.now();
      }
    }
  }

  /** Gives trials to the slots that wait, and starts a slot more than have shown up. */
  private void fill() {
    while (!hungry.isEmpty() && moreToRun()) {
      assign(hungry.poll(), nextTrial());
    }
    boolean spare = slots.size() > places.size();
    boolean paused = Instant.now().isBefore(nextStart);
    if (!spare && !paused && slots.size() < maxSlots && (moreToRun() || places.isEmpty())) {
      slots.start();
    }
  }

  private boolean moreToRun() {
    if (outOfTime()) {
      return false;
    }
    if (waiting.isEmpty() && proposed.isEmpty()) {
      proposed = propose();
    }
    return !waiting.isEmpty() || proposed.isPresent();
  }

  private Trial nextTrial() {
    if (!waiting.isEmpty()) {
      return waiting.poll();
    }
    Trial trial = proposed.orElseThrow();
    proposed = Optional.empty();
    return trial;
  }

  /** The search's next trial that is new; it is told how the others ended that have. */
  private Optional<Trial> propose() {
    while (true) {
      Optional<Trial> trial = search.next();
      if (trial.isEmpty()) {
        return trial;
      }
      Optional<TrialStatus> known = state.trial(trial.get().id());
      if (known.isEmpty()) {
        append(new Event.Suggested(trial.get(), Instant.now()));
        return trial;
      }
      if (known.get().state().terminal()) {
        tell(known.get());
      }
    }
  }

  /** Says how a trial ended, once: an adopted one may end before the search comes to it again. */
  private void tell(TrialStatus ended) {
    if (told.add(ended.trial().id())) {
      search.observe(ended.trial(), ended.objective());
    }
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
    append(started).thenRun(() -> ready.put(slot, assignment));
  }

  /** Called by Spark's message thread: must not block. */
  private SlotReply receive(SlotMessage message) {
    long slot = message.slot();
    if (!slots.has(slot) && !(message instanceof SlotMessage.Done)) {
      // Spark has given the slot up, but its thread goes on: what it was at is another's by now.
      return new SlotReply.Quit();
    }
    if (message instanceof SlotMessage.Pull pull) {
      SlotReply.Assignment assignment = ready.remove(slot);
      if (assignment != null) {
        waits.remove(slot);
        return assignment;
      }
      if (over) {
        return new SlotReply.Quit();
      }
      Long wait = waits.merge(slot, FIRST_WAIT, (last, first) -> Math.min(2 * last, LONGEST_WAIT));
      if (wait == FIRST_WAIT) {
        inbox.add(() -> arrived(slot, pull.place()));
      }
      return new SlotReply.Wait(wait);
    }
    if (message instanceof SlotMessage.Report report) {
      inbox.add(() -> measured(report.trial(), report.attempt(), report.samples()));
      SlotReply.Stop stop = stops.get(attemptKey(report.trial(), report.attempt()));
      return stop == null ? new SlotReply.Continue() : stop;
    }
    Envelope envelope = ((SlotMessage.Done) message).envelope();
    inbox.add(() -> done(slot, envelope));
    return new SlotReply.Continue();
  }

  private void arrived(long slot, Place place) {
    if (slots.has(slot)) {
      deadInARow = 0;
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
    stops.remove(attemptKey(end.trialId(), end.attempt()));
    TrialStatus trial = state.trial(end.trialId()).orElseThrow();
    if (trial.state() == TrialState.PENDING) {
      waiting.addFirst(trial.trial());
    } else if (trial.state().terminal()) {
      tell(trial);
    }
    observer.ended(state, trial, end.attempt());
  }

  /** Ends the slots that were on an executor: Spark would only queue their tasks again. */
  private void executorLost(String executor) {
    inbox.add(
        () ->
            places.forEach(
                (slot, place) -> {
                  if (place.executor().equals(executor)) {
                    slots.kill(slot, "executor " + executor + " was lost");
                  }
                }));
  }

  /** A slot is gone. What it was at is adopted if its envelope is there, and tried again if not. */
  private void lost(long slot, Throwable cause) {
    inbox.add(
        () -> {
          boolean hadArrived = places.remove(slot) != null;
          hungry.remove(slot);
          ready.remove(slot);
          waits.remove(slot);
          LOG.warn("Slot {} is gone", slot, cause);
          Serving was = serving.remove(slot);
          if (was != null) {
            recover(was.trial().id(), was.attempt(), journal.epoch(), lossOf(was, cause));
          } else if (cause != null && !hadArrived) {
            stillborn(cause);
          }
        });
  }

  /** A slot died before it asked for a trial: the next one waits, or the run is given up. */
  private void stillborn(Throwable cause) {
    deadInARow++;
    long pause = FIRST_PAUSE_MILLIS << Math.min(deadInARow, MAX_DEAD_SLOTS);
    nextStart = Instant.now().plusMillis(Math.min(pause, LONGEST_PAUSE_MILLIS));
    if (deadInARow >= MAX_DEAD_SLOTS && places.isEmpty()) {
      failure =
          Optional.of(
              new IOException(
                  "Gave up after %d executor slots died before they asked for a trial; the last said: %s"
                      .formatted(deadInARow, cause.getMessage()),
                  cause));
    }
  }

  private Event.Terminal lossOf(Serving was, Throwable cause) {
    SlotReply.Stop stop = stops.get(attemptKey(was.trial().id(), was.attempt()));
    boolean timeout = stop != null && stop.timeout();
    return new Event.Failed(
        was.trial().id(),
        was.attempt(),
        timeout ? Cause.TIMEOUT : Cause.INFRASTRUCTURE,
        timeout
            ? stop.reason()
            : "its executor was lost: " + (cause == null ? "no reason given" : firstLine(cause)),
        Instant.now());
  }

  private static String firstLine(Throwable cause) {
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }

  /** What earlier drivers left running: finished work is adopted, the rest is abandoned. */
  private void adoptOrphans() {
    state.trials(TrialState.PENDING).forEach(trial -> waiting.add(trial.trial()));
    for (SweepState.AttemptOf orphan : state.runningAttempts()) {
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
            stops.putIfAbsent(
                attemptKey(at.trial().id(), at.attempt()),
                new SlotReply.Stop(
                    "took longer than the trial-timeout of " + limit.toSeconds() + " s", true));
          }
          if (taken.compareTo(limit.plus(grace)) > 0) {
            slots.kill(slot, "trial " + at.trial().id() + " does not stop");
          }
        });
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

  private static String attemptKey(String trial, int attempt) {
    return trial + "." + attempt;
  }
}
