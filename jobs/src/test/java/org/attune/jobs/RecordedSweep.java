package org.attune.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.Content;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.cluster.table.TablePublisher;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.CheckedContent;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.table.Tables;

/** A directory with a sweep's real journal, its trials told, not trained. */
public final class RecordedSweep implements AutoCloseable {

  private final LocalStorage storage;
  private final SweepJournal journal;
  private Instant now = Instant.now();
  private int index;
  private Map<String, String> ran = Map.of("code_version", "0123456");
  private Trial last;

  private RecordedSweep(LocalStorage storage, SweepJournal journal) {
    this.storage = storage;
    this.journal = journal;
  }

  public static RecordedSweep in(Path directory, String name, Objective objective)
      throws IOException {
    return in(directory, name, objective, new TreeMap<>(Map.of("cpu", "a processor")));
  }

  static RecordedSweep in(
      Path directory, String name, Objective objective, Map<String, String> provenance)
      throws IOException {
    SweepHeader header =
        new SweepHeader(
            name + "-00000000",
            name,
            "sweep: " + name + "\n",
            0,
            1,
            objective,
            0,
            1,
            new TreeMap<>(provenance));
    return in(directory, header);
  }

  public static RecordedSweep in(Path directory, SweepHeader header) throws IOException {
    LocalStorage storage = new LocalStorage(directory);
    return new RecordedSweep(storage, SweepJournal.open(storage, header, false));
  }

  /** The sweep in a directory with more seeds or cells, as {@code --extend} opens it. */
  public static RecordedSweep extended(Path directory, SweepHeader header) throws IOException {
    LocalStorage storage = new LocalStorage(directory);
    SweepJournal journal = SweepJournal.extend(storage, header, false, event -> {});
    RecordedSweep sweep = new RecordedSweep(storage, journal);
    sweep.index = journal.state().view().counts().total();
    return sweep;
  }

  /** The provenance of the attempts that follow. */
  public RecordedSweep ran(Map<String, String> provenance) {
    ran = provenance;
    return this;
  }

  /** A trial that trained to its end; its curve has one value every 10 steps. */
  public RecordedSweep finished(
      Map<String, String> cell, int replicate, Map<String, Double> metrics, double... curve) {
    Trial trial = begin(cell, replicate, curve);
    return end(new Event.Finished(trial.id(), 1, metrics, Map.of("data_hash", "abc"), now));
  }

  /** A trial that trained to its end, or still runs, with its state after step 10. */
  public RecordedSweep saved(Map<String, String> cell, boolean ended, byte[] state)
      throws IOException {
    Trial trial = begin(cell, 0);
    String path = SweepLayout.checkpoint(1, trial.id(), 1, 10);
    storage.replace(path, new CheckedContent(Content.of(state), path));
    end(
        new Event.Checkpointed(
            trial.id(), 1, 10, Event.Checkpointed.KIND, path, state.length, now));
    return ended
        ? end(new Event.Finished(trial.id(), 1, Map.of("validation_loss", 1.0), Map.of(), now))
        : this;
  }

  /** The last trial fails for good. */
  RecordedSweep fails() {
    return end(new Event.Failed(last.id(), 1, Cause.TRIAL_FAULT, "no loss", now));
  }

  /** A trial that trained to its end and could not write its last checkpoint. */
  public RecordedSweep unsaved(
      Map<String, String> cell, int replicate, Map<String, Double> metrics, String unwritten) {
    Trial trial = begin(cell, replicate);
    Map<String, String> facts = Map.of(Provenance.UNWRITTEN, unwritten);
    return end(new Event.Finished(trial.id(), 1, metrics, facts, now));
  }

  public RecordedSweep stopped(
      Map<String, String> cell, int replicate, Map<String, Double> metrics, double... curve) {
    Trial trial = begin(cell, replicate, curve);
    return end(new Event.Stopped(trial.id(), 1, 10, "below the median", metrics, Map.of(), now));
  }

  public RecordedSweep failed(
      Map<String, String> cell, int replicate, Cause cause, String message) {
    Trial trial = begin(cell, replicate);
    return end(new Event.Failed(trial.id(), 1, cause, message, now));
  }

  /** The last trial, which failed and is retried, fails once more. */
  public RecordedSweep failedAgain(Cause cause, String message) {
    attempt(last, 2, "0.0", 10);
    return end(new Event.Failed(last.id(), 2, cause, message, now));
  }

  public RecordedSweep abandoned(Map<String, String> cell, int replicate, String reason) {
    Trial trial = begin(cell, replicate);
    return end(new Event.Abandoned(trial.id(), 1, reason, now));
  }

  /** A trial that lost its executor, resumed from its state at step 10 and trained to its end. */
  public RecordedSweep resumed(
      Map<String, String> cell,
      int replicate,
      Map<String, Double> metrics,
      double[] lost,
      double... curve) {
    Trial trial = begin(cell, replicate, lost);
    end(new Event.Abandoned(trial.id(), 1, "its executor is gone", now));
    attempt(trial, 2, "0.0", 20, curve);
    return end(new Event.Finished(trial.id(), 2, metrics, Map.of(), now));
  }

  /** A trial that failed once and then trained to its end. */
  public RecordedSweep retried(
      Map<String, String> cell, int replicate, Map<String, Double> metrics) {
    Trial trial = begin(cell, replicate);
    end(new Event.Failed(trial.id(), 1, Cause.TRANSIENT, "a read failed", now));
    attempt(trial, 2, "0.0", 10);
    return end(new Event.Finished(trial.id(), 2, metrics, Map.of(), now));
  }

  public RecordedSweep running(Map<String, String> cell, int replicate, double... curve) {
    begin(cell, replicate, curve);
    return this;
  }

  /** The last trial, which runs, measures something after step 10. */
  public RecordedSweep measured(String metric, double value) {
    return end(new Event.Measured(last.id(), 1, 10, Map.of(metric, value), now));
  }

  /** The last trial, which was abandoned, runs again from its checkpoint after a step. */
  public RecordedSweep runsAfter(long step) {
    Map<String, String> resumed = Map.of(Provenance.START_STEP, String.valueOf(step));
    return end(new Event.Started(last.id(), 2, "0.0", "host", "cpu", resumed, now));
  }

  private Trial begin(Map<String, String> cell, int replicate, double... curve) {
    Trial trial = Trial.of(index, new Configuration(cell), replicate, 0);
    String slot = "0." + index % 2;
    index++;
    last = trial;
    journal.append(new Event.Suggested(trial, 0, now));
    attempt(trial, 1, slot, 10, curve);
    return trial;
  }

  private void attempt(Trial trial, int attempt, String slot, long firstStep, double... curve) {
    journal.append(new Event.Started(trial.id(), attempt, slot, "host", "cpu", ran, now));
    for (int i = 0; i < curve.length; i++) {
      now = now.plus(Duration.ofMillis(100));
      journal.append(
          new Event.Measured(
              trial.id(), attempt, firstStep + 10L * i, Map.of("validation_loss", curve[i]), now));
    }
    now = now.plus(Duration.ofSeconds(1));
  }

  private RecordedSweep end(Event event) {
    journal.append(event);
    return this;
  }

  /** Someone is given no trials for a time from now on. */
  RecordedSweep resting(String who, Duration time, String reason) {
    return end(new Event.Rested(who, reason, now.plus(time), now));
  }

  /** Claims of the sweep's file, as the journal has them, that are stated now. */
  RecordedSweep stated(List<String> claims) {
    return end(new Event.Stated(claims, now));
  }

  public RecordedSweep completed() {
    journal.append(List.of(new Event.Completed("all trials have ended", now)));
    return this;
  }

  /** Ctrl-C ended the run. */
  public RecordedSweep interrupted() {
    return interrupted("interrupted");
  }

  public RecordedSweep interrupted(String reason) {
    return end(new Event.Suspended(false, reason, now));
  }

  /** The last trial's first attempt is given up, as when its run ends. */
  public RecordedSweep gaveUp(String reason) {
    return end(new Event.Abandoned(last.id(), 1, reason, now));
  }

  /** A budget ended the run, and may have cut its plan. */
  public RecordedSweep outOfBudget() {
    return end(new Event.Suspended(true, "the budget is used up", now));
  }

  /** What was told so far is on disk after this. */
  public void flush() {
    journal.append(List.of()).join();
  }

  /** What was told so far is in tables of the real writer after this. */
  public RecordedSweep published() throws IOException {
    flush();
    SweepView sweep = journal.state().view();
    Clock clock = Clock.fixed(now, ZoneOffset.UTC); // no earlier than what was told
    TablePublisher publisher = new TablePublisher(storage, journal, clock);
    publisher.publish(
        sweep.events(), Tables.all(sweep, new TrialCatalog().tree(), publisher::settledRows));
    return this;
  }

  @Override
  public void close() throws IOException {
    flush();
    journal.close();
  }
}
