package org.attune.sweeps.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletionException;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.Ending;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.StopDecision;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.ThisHost;

/**
 * A sweep driven through ask/tell: the caller runs the trials.
 *
 * <pre>{@code
 * try (Study study = Study.open(directory, yaml)) {
 *   for (Optional<Study.Asked> next = study.ask(); next.isPresent(); next = study.ask()) {
 *     double lr = Double.parseDouble(next.get().parameters().get("train.lr"));
 *     next.get().finish(Map.of("loss", train(lr)));
 *   }
 * }
 * }</pre>
 *
 * <p>Each call returns only after its data is on disk. Reopening a study resumes it; it proposes
 * again the trials that were running then. Thread-safe.
 */
public final class Study implements AutoCloseable {

  private final SweepSpec spec;
  private final SweepJournal journal;
  private final Scheduler scheduler;
  private final SteadyClock clock = SteadyClock.ofProcess();

  private Study(SweepSpec spec, SweepJournal journal, Scheduler scheduler) {
    this.spec = spec;
    this.journal = journal;
    this.scheduler = scheduler;
  }

  /**
   * Creates a study in a directory, or resumes the existing one.
   *
   * @param yaml a sweep file with {@code task: {command: {parameters: ..., metrics: ...}}}
   * @throws SpecException with every problem in the file
   * @throws IOException if the directory contains another sweep or is not writable, or if another
   *     process has the study open
   */
  public static Study open(Path directory, String yaml) throws SpecException, IOException {
    CommandTask task =
        SpecFile.asked("study.yaml", yaml)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "Cannot open a study: the file has no task: {command: {parameters: ...,"
                            + " metrics: ...}}"));
    AxisCatalog catalog = task.catalog();
    SweepSpec spec = SpecFile.read("study.yaml", yaml, Map.of(), catalog);
    Scheduler scheduler = new Scheduler(spec, spec.newSearch(catalog));
    SweepHeader header =
        SpecHeader.of(spec, scheduler.trials(), 1, Map.of())
            .declaredBy(catalog.tree())
            .reporting(task.metrics());
    SweepJournal journal =
        SweepJournal.open(new LocalStorage(directory), header, false, scheduler::apply);
    Study study = new Study(spec, journal, scheduler);
    study.abandonRunning("its process ended");
    return study;
  }

  /** The next trial to run; empty if there is none for now, or {@link #ending permanently}. */
  public synchronized Optional<Asked> ask() throws IOException {
    Instant now = clock.instant();
    Optional<Scheduler.Next> next = scheduler.next(now);
    if (next.isEmpty()) {
      return Optional.empty();
    }
    Trial trial = next.get().trial();
    List<Event> events = new ArrayList<>();
    next.get().suggestion().ifPresent(events::add);
    events.add(
        new Event.Started(
            trial.id(),
            next.get().attempt(),
            Thread.currentThread().getName(),
            ThisHost.name(),
            "cpu",
            Map.of(),
            now));
    append(events);
    return Optional.of(new Asked(trial, next.get().attempt()));
  }

  /** Why no more trials will come; empty while there may be more. */
  public synchronized Optional<String> ending() {
    return scheduler.ending(clock.instant()).map(Ending::reason);
  }

  /** The current state of the study. */
  public SweepView view() {
    return journal.state().view();
  }

  private void append(List<? extends Event> events) throws IOException {
    events.forEach(scheduler::apply);
    try {
      journal.append(List.copyOf(events)).join();
    } catch (CompletionException failed) {
      throw new IOException("Cannot write the study's journal", failed.getCause());
    }
  }

  private void abandonRunning(String why) throws IOException {
    List<Event> events = new ArrayList<>();
    for (Scheduler.Running running : scheduler.running()) {
      events.add(
          new Event.Abandoned(running.trial().id(), running.attempt(), why, clock.instant()));
    }
    if (!events.isEmpty()) {
      append(events);
    }
  }

  /** Records whether the study is complete, and lets another process open it. */
  @Override
  public synchronized void close() throws IOException {
    try {
      Optional<Ending> ending = scheduler.ending(clock.instant());
      abandonRunning("the study was closed");
      append(
          List.of(
              ending.filter(end -> end.kind() == Ending.Kind.COMPLETE).isPresent()
                  ? new Event.Completed(ending.get().reason(), clock.instant())
                  : new Event.Suspended(
                      ending.isPresent(),
                      ending.map(Ending::reason).orElse("the study was closed"),
                      clock.instant())));
    } finally {
      journal.close();
    }
  }

  /** A running trial. The caller reports its end exactly once. */
  public final class Asked {
    private final Trial trial;
    private final int attempt;
    private int reports;
    private long lastStep;
    private Optional<String> stopped = Optional.empty();
    private boolean told;

    private Asked(Trial trial, int attempt) {
      this.trial = trial;
      this.attempt = attempt;
    }

    /** The trial's id. */
    public String id() {
      return trial.id();
    }

    /** Every parameter by its key. */
    public SortedMap<String, String> parameters() {
      return trial.configuration().values();
    }

    /** The seed for all random numbers of the trial. */
    public long seed() {
      return trial.seed();
    }

    /**
     * Reports measurements at a step.
     *
     * @return whether to continue; false if a stopping rule has ended the trial, which the caller
     *     must then finish
     */
    public boolean report(long step, Map<String, Double> values) throws IOException {
      synchronized (Study.this) {
        requireOut();
        lastStep = Math.max(lastStep, step);
        append(
            List.of(
                new Event.Measured(trial.id(), attempt, step, values, ++reports, clock.instant())));
        for (StopDecision decision : scheduler.decisions()) {
          if (decision.event().trialId().equals(trial.id()) && !decision.pause()) {
            append(List.of(decision.event()));
            stopped = stopped.or(() -> Optional.of(decision.event().reason()));
          }
        }
        return stopped.isEmpty();
      }
    }

    /** Reports the trial's final metrics. */
    public void finish(Map<String, Double> metrics) throws IOException {
      end(
          stopped.isPresent()
              ? new Event.Stopped(
                  trial.id(), attempt, lastStep, stopped.get(), metrics, Map.of(), clock.instant())
              : new Event.Finished(trial.id(), attempt, metrics, Map.of(), clock.instant()));
    }

    /**
     * Reports that the trial failed.
     *
     * @param cause determines whether the trial is retried
     */
    public void fail(Cause cause, String message) throws IOException {
      end(new Event.Failed(trial.id(), attempt, cause, message, clock.instant()));
    }

    private void end(Event.Terminal event) throws IOException {
      synchronized (Study.this) {
        requireOut();
        told = true;
        append(List.of(event));
      }
    }

    private void requireOut() {
      if (told) {
        throw new IllegalStateException(
            "Cannot tell more of trial %s of study %s: it was told how it ended"
                .formatted(trial.id(), spec.name()));
      }
    }
  }
}
