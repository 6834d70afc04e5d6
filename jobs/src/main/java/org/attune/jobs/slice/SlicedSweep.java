package org.attune.jobs.slice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.search.Proposal;
import org.attune.api.trial.CheckpointPlan;
import org.attune.api.trial.Gpus;
import org.attune.cluster.slot.BareSlots;
import org.attune.cluster.spark.DaemonThreads;
import org.attune.cluster.trial.BareFile;
import org.attune.cluster.trial.ModelTraining;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.cluster.trial.UserData;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.ProcessSignals;
import org.attune.jobs.run.StatedClaims;
import org.attune.jobs.sweep.SealedOpening;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.jobs.sweep.Workload;
import org.attune.model.ModelCatalog;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.OtherSweepException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.LoopSetup;
import org.attune.sweeps.scheduler.RealTime;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.SweepLoop;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;

/**
 * A sweep of a list, in its directory: it begins there, or goes on where the journal ends.
 *
 * @param name of its entry
 * @param file the sweep file
 * @param data that its trials read, if they read any
 * @param storage its directory
 * @param machine where its trials run
 */
record SlicedSweep(
    String name,
    SpecCopy file,
    Optional<UserData> data,
    LocalStorage storage,
    SliceMachine machine) {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /**
   * The sweep of an entry.
   *
   * @param list the folder of the list, beside which the sweep file is
   * @param folder of the results
   * @param steps what part of each training's steps it takes
   */
  static SlicedSweep of(
      SliceEntry entry, Path list, Path folder, StepsShare steps, SliceMachine machine)
      throws IOException {
    Path file = list.resolve(entry.what());
    if (!Files.isRegularFile(file)) {
      throw new InputException(
          "The list's entry '%s' names %s, which is not there".formatted(entry.name(), file));
    }
    String text = steps.of(Files.readString(file));
    return new SlicedSweep(
        entry.name(),
        new SpecCopy(text, entry.settings()),
        entry.data().map(path -> BareFile.at(list.resolve(path))),
        new LocalStorage(folder.resolve(entry.name())),
        machine);
  }

  /** Runs its trials until none is left, the time is over, or a signal arrives. */
  SliceResult run(SliceTime time, ProcessSignals signals)
      throws IOException, InterruptedException, SpecException {
    TrialCatalog catalog = new TrialCatalog();
    SweepSpec spec = SpecFile.read(name, file.text(), file.set(), catalog);
    Workload workload =
        new Workload(spec, catalog, data, ModelTraining.on(data))
            .copied(file)
            .apart(data.isPresent() ? apart(spec, catalog, data.get()) : Double.POSITIVE_INFINITY);
    Scheduler scheduler = new Scheduler(spec, spec.newSearch(catalog));
    int slots = machine.slots(spec);
    SweepHeader header = workload.header(scheduler.trials(), machine.threads(slots));
    Optional<SweepView> past = past(header, new Scheduler(spec, spec.newSearch(catalog)));
    Optional<TableSoFar> before = past.map(view -> TableSoFar.of(spec, view, catalog));
    if (past.flatMap(SweepView::completed).isPresent()) {
      return new SliceResult(true, "done before" + before.get().decided(), List.of());
    }
    SweepView after = run(workload, scheduler, header, slots, time, signals);
    TableSoFar table = TableSoFar.of(spec, after, catalog);
    SealedOpening.count(storage, after, table.table());
    boolean done = after.completed().isPresent();
    return new SliceResult(done, state(after, table), news(before, table, done));
  }

  private Optional<SweepView> past(SweepHeader header, Scheduler replayed) throws IOException {
    try {
      return SweepJournal.check(storage, header, false, replayed::apply);
    } catch (OtherSweepException other) {
      throw new InputException(other.getMessage());
    }
  }

  private SweepView run(
      Workload workload,
      Scheduler scheduler,
      SweepHeader header,
      int slots,
      SliceTime time,
      ProcessSignals signals)
      throws IOException, InterruptedException {
    SweepSpec spec = workload.spec();
    ScheduledExecutorService clock = DaemonThreads.clock("slice");
    try (SweepJournal journal = SweepJournal.open(storage, header, false, scheduler::apply)) {
      new StatedClaims(workload, storage).state(journal);
      SweepHeader opened = journal.state().header();
      Gpus each = machine.each(slots);
      LoopSetup setup =
          LoopSetup.of(spec.execution(), slots, opened.threadsPerTrial(), checkpoints(workload))
              .heldOutByReplicate(opened.design().heldOut().isPresent())
              .parting(time.parting());
      BareSlots bare =
          new BareSlots(storage, journal, workload.work(), each, spec.judgedMetrics(), PATIENCE);
      FirstFailures failures = new FirstFailures(journal.state());
      SweepLoop loop =
          new SweepLoop(scheduler, bare, journal::append, new RealTime(), setup, failures);
      failures.onSeveral(loop::interrupt);
      signals.onFirst(loop::interrupt);
      clock.schedule(
          () -> loop.interrupt("the slice's time is over"),
          time.left().toMillis(),
          TimeUnit.MILLISECONDS);
      loop.run();
      return journal.state().view();
    } finally {
      clock.shutdownNow();
    }
  }

  /** The file's plan; but an ended trial keeps no state that nothing goes on from, for room. */
  private static CheckpointPlan checkpoints(Workload workload) {
    SweepSpec spec = workload.spec();
    boolean carriesOn = spec.newSearch(workload.catalog()).carriesOn();
    CheckpointPlan plan = spec.execution().checkpoints().plan(carriesOn);
    return new CheckpointPlan(plan.every(), plan.everySteps(), carriesOn);
  }

  private static String state(SweepView sweep, TableSoFar table) {
    Counts counts = sweep.counts();
    int ended = counts.total() - counts.pending() - counts.running();
    return "%d of %d trials have ended%s%s%s"
        .formatted(
            ended,
            sweep.total(),
            counts.failed() == 0 ? "" : ", %d of them failed".formatted(counts.failed()),
            table.decided(),
            sweep.suspended().map(end -> "; " + end.reason()).orElse(""));
  }

  /** What this slice decided, all that is undecided at the sweep's end, and the table's means. */
  private static List<String> news(Optional<TableSoFar> before, TableSoFar after, boolean done) {
    List<String> news = new ArrayList<>(after.news(done ? Optional.empty() : before));
    after.means().ifPresent(news::add);
    return news;
  }

  /**
   * How many replicates can have held-out examples of their own in the data, as {@code run} asks.
   */
  private static double apart(SweepSpec spec, AxisCatalog catalog, UserData data)
      throws IOException {
    Proposal first = spec.newSearch(catalog).ask();
    return first instanceof Proposal.Run run
        ? ModelCatalog.readData(run.trial().configuration(), data)
        : Double.POSITIVE_INFINITY;
  }
}
