package org.attune.cluster.slot;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.search.Search;
import org.attune.api.storage.Storage;
import org.attune.api.trial.Secrets;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.gpu.GpuPlan;
import org.attune.cluster.table.TablePublisher;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.LoopSetup;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.LocalStorage;

/**
 * A sweep over numbers in a local directory, as one driver after another runs it, in {@link
 * HeldTime}.
 */
final class DrivenSweep {

  private static final AxisCatalog CATALOG = new NumberCatalog();
  static final int SLOTS = 2;

  /** So long no trial waits for a verdict: what a rule decides is heard on any machine. */
  private static final Duration NEVER = Duration.ofHours(1);

  final SweepSpec spec;
  final Storage storage;
  private final JavaSparkContext spark;
  final Path directory;

  /** The messages of the attempts that ended, as an observer gets them. */
  final List<String> told = new CopyOnWriteArrayList<>();

  /** The GPUs that slots get. */
  GpuPlan gpus = GpuPlan.NONE;

  /** How often drivers look for requests, and whether another took over. */
  Duration lookEvery = Requests.EVERY;

  /**
   * @param trials how many numbers, from 0
   * @param more lines of the sweep file
   */
  DrivenSweep(JavaSparkContext spark, Path directory, int trials, String... more)
      throws SpecException {
    String numbers =
        IntStream.range(0, trials).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    String yaml =
        """
        sweep: numbers
        objective: {metric: loss, goal: minimize}
        axes: {number: [%s]}
        %s
        """
            .formatted(numbers, String.join("\n", more));
    this.spec = SpecFile.read("numbers.yaml", yaml, Map.of(), CATALOG);
    this.storage = new LocalStorage(directory);
    this.directory = directory;
    this.spark = spark;
  }

  /** Runs the sweep to its end. */
  SweepView run(TrialWork work) throws IOException, InterruptedException {
    return run(work, SLOTS);
  }

  /** Runs the sweep with a number of trials at a time. */
  SweepView run(TrialWork work, int slots) throws IOException, InterruptedException {
    return run(work, slots, search(), directory);
  }

  /** Runs the sweep with the trials of a search, and executors that are told of a directory. */
  SweepView run(TrialWork work, int slots, Search search, Path executorDirectory)
      throws IOException, InterruptedException {
    return run(work, slots, search, executorDirectory, Duration.ofSeconds(30));
  }

  /** Runs the sweep with tables that are published so often. */
  SweepView run(TrialWork work, Duration publishEvery) throws IOException, InterruptedException {
    return run(work, SLOTS, search(), directory, publishEvery);
  }

  private SweepView run(
      TrialWork work, int slots, Search search, Path executorDirectory, Duration publishEvery)
      throws IOException, InterruptedException {
    Scheduler scheduler = new Scheduler(spec, search);
    try (SweepJournal journal = SweepJournal.open(storage, header(), false, scheduler::apply);
        TablePublication tables =
            new TablePublication(
                storage,
                new TablePublisher(storage, journal, Clock.systemUTC()),
                CATALOG.tree(),
                publishEvery,
                Duration.ofSeconds(1))) {
      Slots onSpark =
          new SparkSlots(
              spark,
              executorDirectory.toString(),
              storage,
              journal,
              work,
              gpus,
              spec.judgedMetrics(),
              Secrets.NONE,
              NEVER);
      new SweepRun(
              scheduler,
              journal,
              onSpark,
              LoopSetup.of(
                  spec.execution(),
                  slots,
                  1,
                  spec.execution().checkpoints().plan(search.carriesOn())),
              tables,
              new Quiet(),
              new HeldTime(),
              lookEvery)
          .run();
      return journal.state().view();
    }
  }

  private SweepHeader header() {
    return SpecHeader.of(spec, spec.budget().trialsOf(search()), 1, Map.of());
  }

  /** Opens the journal as the next driver does. */
  SweepJournal open(boolean takeOver) throws IOException {
    return SweepJournal.open(storage, header(), takeOver);
  }

  Search search() {
    return spec.newSearch(CATALOG);
  }

  /** The trial of a number, from the journal; of its first replicate. */
  TrialStatus trial(int number) throws IOException {
    return trials().stream()
        .filter(trial -> number(trial) == number && trial.trial().replicate() == 0)
        .findFirst()
        .orElseThrow();
  }

  List<TrialStatus> trials() throws IOException {
    return SweepJournal.read(storage).trials();
  }

  static long number(TrialStatus trial) {
    return trial.trial().configuration().integer(NumberCatalog.NUMBER);
  }

  /** Prints nothing, and remembers what attempts ended with. */
  private final class Quiet implements RunObserver {
    @Override
    public void ended(SweepView state, TrialStatus trial, int attempt) {
      told.add(trial.attempts().get(attempt - 1).message());
    }
  }
}
