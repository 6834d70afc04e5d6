package org.attune.cluster.slot;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.attune.api.search.Trial;
import org.attune.api.storage.Storage;
import org.attune.api.trial.Cause;
import org.attune.api.trial.CheckpointPlan;
import org.attune.api.trial.Gpus;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.table.PublishedSweep;
import org.attune.cluster.table.TablePublisher;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.LoopSetup;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.spec.ExecutionSettings;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.MetricPoint;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialAttempt;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.table.Tables;

/** A small sweep that leaves every kind of file, in this process and without Spark. */
final class CampaignSweep {

  static final NumberCatalog CATALOG = new NumberCatalog();
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int TRIALS = 6;
  private static final int REPORTS = 4;
  private static final int STEPS = 2; // that a trial counts again and again

  private final Storage storage;
  private final SweepSpec spec;
  private final Queue<String> trained = new ConcurrentLinkedQueue<>();
  private String sweepId;
  private final List<String> notices = new ArrayList<>();

  CampaignSweep(Path directory) throws SpecException {
    this.storage = new LocalStorage(directory);
    this.spec =
        SpecFile.read(
            "numbers.yaml",
            """
            sweep: numbers
            objective: {metric: loss, goal: minimize}
            axes: {number: [0, 1, 2, 3, 4, 5]}
            execution: {slots: 1}
            """,
            Map.of(),
            CATALOG);
  }

  /** The trials that this object's drivers trained. */
  List<String> trained() {
    return List.copyOf(trained);
  }

  /** What a user was told. */
  List<String> notices() {
    return notices;
  }

  /**
   * A driver whose machine stops: three trials have ended and are published, one has left a result
   * that nobody was told of, one has begun.
   */
  void runPartly() throws IOException {
    runPartly(false);
  }

  /**
   * As {@link #runPartly()}.
   *
   * @param reports whether the tables also show a report of the trial that has begun
   */
  void runPartly(boolean reports) throws IOException {
    Scheduler scheduler = scheduler();
    try (SweepJournal journal = SweepJournal.open(storage, header(scheduler), false)) {
      sweepId = journal.state().header().sweepId();
      TablePublisher publisher = new TablePublisher(storage, journal, Clock.systemUTC());
      publisher.inherit(Machine.codeVersion(), "");
      publish(publisher, journal);
      for (int i = 0; i < TRIALS - 1; i++) {
        Scheduler.Next next = scheduler.next(Instant.now()).orElseThrow();
        List<Event> events = new ArrayList<>(List.of(next.suggestion().orElseThrow()));
        Trial trial = next.trial();
        events.add(
            new Event.Started(
                trial.id(), 1, "0.0", "host", "cpu", Machine.provenance(), Instant.now()));
        Envelope result = result(journal.epoch(), trial.id(), 1, trial.configuration().values());
        if (i < 3) {
          events.addAll(Envelopes.events(result));
        }
        boolean shown = reports && i == TRIALS - 2;
        if (shown) {
          Map<String, Double> first = values(trial.configuration().values(), 1);
          events.add(new Event.Measured(trial.id(), 1, 1, first, Instant.now()));
        }
        events.forEach(scheduler::apply);
        journal.append(events).join();
        if (i < 4) {
          leave(result);
        }
        if (i < 3 || shown) {
          publish(publisher, journal);
        }
      }
    }
  }

  /**
   * A driver whose first four trials fail: one finishes at its retry, one after a user's, one stays
   * failed, and one waits. The tables show all.
   *
   * @param late whether each failed attempt left a result, too late to count
   */
  SweepView runWithFailures(boolean late) throws IOException {
    Scheduler scheduler = scheduler();
    try (SweepJournal journal = SweepJournal.open(storage, header(scheduler), false)) {
      sweepId = journal.state().header().sweepId();
      attempt(scheduler, journal, Optional.of(Cause.TRANSIENT));
      attempt(scheduler, journal, Optional.empty());
      Trial again = attempt(scheduler, journal, Optional.of(Cause.TRIAL_FAULT));
      append(scheduler, journal, List.of(new Event.Retried(again.id(), Instant.now())));
      attempt(scheduler, journal, Optional.empty());
      attempt(scheduler, journal, Optional.of(Cause.TRIAL_FAULT));
      attempt(scheduler, journal, Optional.of(Cause.TRANSIENT));
      for (TrialAttempt of :
          late ? journal.state().view().settledAttempts() : List.<TrialAttempt>of()) {
        if (of.attempt().state() == TrialState.FAILED) {
          leave(result(1, of.trial().id(), 1, Map.of(NumberCatalog.NUMBER, "99")));
        }
      }
      publish(new TablePublisher(storage, journal, Clock.systemUTC()), journal);
      return journal.state().view();
    }
  }

  /** The next attempt, to its end. */
  private Trial attempt(Scheduler scheduler, SweepJournal journal, Optional<Cause> failure) {
    Scheduler.Next next = scheduler.next(Instant.now()).orElseThrow();
    Trial trial = next.trial();
    List<Event> events = new ArrayList<>();
    next.suggestion().ifPresent(events::add);
    events.add(
        new Event.Started(
            trial.id(), next.attempt(), "0.0", "h", "cpu", Machine.provenance(), Instant.now()));
    Envelope result =
        result(journal.epoch(), trial.id(), next.attempt(), trial.configuration().values());
    if (failure.isPresent()) {
      events.add(
          new Event.Failed(trial.id(), next.attempt(), failure.get(), "broke", Instant.now()));
    } else {
      events.addAll(Envelopes.events(result));
    }
    append(scheduler, journal, events);
    return trial;
  }

  private static void append(Scheduler scheduler, SweepJournal journal, List<Event> events) {
    events.forEach(scheduler::apply);
    journal.append(events).join();
  }

  private static void publish(TablePublisher publisher, SweepJournal journal) throws IOException {
    SweepView sweep = journal.state().view();
    publisher.publish(sweep.events(), Tables.all(sweep, CATALOG.tree(), publisher::settledRows));
  }

  /** A driver runs what is left to its end. */
  SweepView resume() throws IOException, InterruptedException {
    Scheduler scheduler = scheduler();
    try (SweepJournal journal =
            SweepJournal.open(storage, header(scheduler), false, scheduler::apply);
        TablePublication tables = TablePublication.of(storage, journal, CATALOG)) {
      journal.lost().ifPresent(notices::add);
      sweepId = journal.state().header().sweepId();
      notices.addAll(LeftResults.unreadable(storage, journal.state().view()));
      int epoch = journal.epoch();
      TrialWork work =
          (trial, reporter) -> {
            trained.add(trial.trial());
            for (int report = 1; report <= REPORTS; report++) {
              reporter.report(step(report), values(trial.configuration(), report));
            }
            return result(epoch, trial.trial(), trial.attempt(), trial.configuration()).result();
          };
      new SweepRun(
              scheduler,
              journal,
              new BareSlots(storage, journal, work, Gpus.NONE, spec.judgedMetrics(), PATIENCE),
              LoopSetup.of(ExecutionSettings.STANDARD, 1, 1, CheckpointPlan.NONE),
              tables,
              new RunObserver() {})
          .run();
      return journal.state().view();
    }
  }

  private Scheduler scheduler() {
    return new Scheduler(spec, spec.newSearch(CATALOG));
  }

  private SweepHeader header(Scheduler scheduler) {
    return SpecHeader.of(spec, scheduler.trials(), 1, Machine.provenance());
  }

  private void leave(Envelope result) throws IOException {
    String path = SweepLayout.envelope(result.epoch(), result.trial(), result.attempt());
    storage.createUnforced(path, result.toJson());
  }

  /** A loss, and a metric whose name a column of {@code results} has already. */
  private static Map<String, Double> values(Map<String, String> configuration, int report) {
    double loss = Integer.parseInt(configuration.get(NumberCatalog.NUMBER)) + 1.0 / report;
    return Map.of("loss", loss, "compute_seconds", 100.0 + report);
  }

  private static long step(long report) {
    return 1 + (report - 1) % STEPS;
  }

  private Envelope result(
      long epoch, String trial, int attempt, Map<String, String> configuration) {
    List<Sample> samples = new ArrayList<>();
    for (int report = 1; report <= REPORTS; report++) {
      long now = System.currentTimeMillis();
      samples.add(new Sample(step(report), values(configuration, report), report, now));
    }
    return new Envelope(
        sweepId,
        epoch,
        trial,
        attempt,
        AttemptEnd.finished(),
        samples,
        List.of(),
        STEPS,
        new TrialWork.Result(values(configuration, REPORTS), Map.of("data_hash", "d")),
        System.currentTimeMillis(),
        System.currentTimeMillis(),
        0.5);
  }

  /** Each trial's number, state, objective, final metrics and curves. */
  static List<String> rows(SweepView sweep) {
    Map<String, TreeMap<String, Double>> curves = new TreeMap<>();
    for (MetricPoint metric : sweep.metrics()) {
      curves
          .computeIfAbsent(metric.trialId() + "." + metric.attempt(), k -> new TreeMap<>())
          .put(
              "%s %d at %d".formatted(metric.name(), metric.report(), metric.step()),
              metric.value());
    }
    return sweep.trials().stream().map(trial -> row(trial, curves)).sorted().toList();
  }

  private static String row(TrialStatus trial, Map<String, TreeMap<String, Double>> curves) {
    return "%s %s %s %s %s"
        .formatted(
            trial.trial().configuration().values(),
            trial.state(),
            trial.objective(),
            new TreeMap<>(trial.attempt().map(attempt -> attempt.metrics()).orElse(Map.of())),
            trial
                .attempt()
                .map(attempt -> curves.get(trial.trial().id() + "." + attempt.number())));
  }

  /** Every row of every table, without what tells one run from another. */
  static Map<String, List<String>> tables(Path directory) throws IOException {
    Map<String, List<String>> tables = new TreeMap<>();
    PublishedSweep.read(new LocalStorage(directory))
        .forEach((name, rows) -> tables.put(name, rows.stream().map(CampaignSweep::text).toList()));
    return tables;
  }

  /** The rows of some tables, without times, sorted: no row may be there twice or be missing. */
  static Map<String, List<String>> keys(Path directory) throws IOException {
    Map<String, List<Object[]>> tables = PublishedSweep.read(new LocalStorage(directory));
    Map<String, List<String>> keys = new TreeMap<>();
    Map.of("trials", 2, "attempts", 3, "metrics", 6)
        .forEach(
            (name, columns) ->
                keys.put(
                    name,
                    tables.get(name).stream()
                        .map(row -> text(Arrays.copyOf(row, columns)))
                        .sorted()
                        .toList()));
    return keys;
  }

  private static String text(Object[] row) {
    return Arrays.deepToString(row);
  }
}
