package org.attune.jobs.run;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.attune.api.search.Search;
import org.attune.api.storage.Storage;
import org.attune.api.trial.Secrets;
import org.attune.cluster.slot.LeftResults;
import org.attune.cluster.slot.SparkSlots;
import org.attune.cluster.slot.SweepRun;
import org.attune.cluster.slot.TablePublication;
import org.attune.cluster.store.Storages;
import org.attune.jobs.console.FullDisk;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.LogFile;
import org.attune.jobs.console.ProcessSignals;
import org.attune.jobs.session.Container;
import org.attune.jobs.session.MasterWatch;
import org.attune.jobs.session.SecretValues;
import org.attune.jobs.session.Sessions;
import org.attune.jobs.sweep.OutDirectory;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.Workload;
import org.attune.jobs.watch.Progress;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.LivingDriverException;
import org.attune.sweeps.journal.OtherSweepException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.reuse.Copies;
import org.attune.sweeps.reuse.EarlierSweep;
import org.attune.sweeps.reuse.LongerTrainings;
import org.attune.sweeps.scheduler.Ending;
import org.attune.sweeps.scheduler.LoopSetup;
import org.attune.sweeps.scheduler.Reuse;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;

/**
 * Starts one sweep in its directory, resumes it, or finds that it is already over.
 *
 * @param workload the sweep's spec, data and work
 * @param storage the storage of the sweep's directory
 * @param directory that directory, as the user named it
 * @param master the master that Spark runs on
 * @param takeOver whether to fence another driver that seems alive
 * @param extend whether the spec may add to the spec that the sweep started with
 * @param security Spark's settings that {@code --secure} sets
 * @param reuse sweeps whose trials it adopts
 */
public record SweepLaunch(
    Workload workload,
    Storage storage,
    String directory,
    String master,
    boolean takeOver,
    boolean extend,
    Map<String, String> security,
    ReusedSweeps reuse) {

  /** A launch that adopts no trial. */
  public SweepLaunch(
      Workload workload,
      Storage storage,
      String directory,
      String master,
      boolean takeOver,
      boolean extend,
      Map<String, String> security) {
    this(workload, storage, directory, master, takeOver, extend, security, ReusedSweeps.NONE);
  }

  /** After this silence a driver on HDFS certainly counts as dead. */
  private static final Duration SILENCE = Duration.ofSeconds(30);

  private static final DateTimeFormatter LOG_NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  /** Runs the remaining trials, and returns the sweep's state afterwards. */
  public SweepView run() throws IOException, InterruptedException {
    SweepSpec spec = workload.spec();
    GpuOffer.check(workload, master);
    Scheduler scheduler = scheduler();
    int slots = room().slots(scheduler.trials());
    SweepHeader header = header(scheduler.trials(), threads(spec, slots, master));
    Past past = past(header);
    if (past.over()) {
      return claims().over(past.sweep().orElseThrow(), header);
    }
    requireMachine(slots);
    Secrets secrets = secrets();
    awaitDeathOfPredecessor();
    requireOpen(past);
    OutDirectory.tryToWrite(storage);
    try (ProcessSignals signals = ProcessSignals.listen();
        SparkSession spark = startSpark(spec);
        SweepJournal journal = open(header, scheduler)) {
      claims().state(journal);
      try (spark) { // trials end before another driver may open the journal
        run(scheduler, journal, slots, signals, secrets, spark);
      }
      return journal.state().view();
    }
  }

  /**
   * The state of the directory.
   *
   * @param sweep this run's sweep, if it has begun
   * @param over whether nothing of it is left to run
   */
  private record Past(Optional<SweepView> sweep, boolean over) {}

  /** Reads the journal, once: it may hold a million trials. */
  private Past past(SweepHeader header) throws IOException {
    Scheduler replayed = scheduler();
    Optional<SweepView> sweep;
    try {
      sweep = SweepJournal.check(storage, header, extend, replayed::apply);
    } catch (OtherSweepException e) {
      throw new InputException(e.getMessage());
    }
    if (extend) {
      sweep.ifPresent(existing -> OtherObjective.require(existing, header));
    }
    if (sweep.isEmpty() || !header.sameSweep(sweep.get().header())) {
      sweep.ifPresent(existing -> IdleExtension.refuse(existing, header, replayed));
      return new Past(sweep, false);
    }
    Optional<Ending> ending = replayed.ending(SteadyClock.ofProcess().instant());
    // An extension that an earlier version cut short counts as complete, and has trials left.
    boolean left = extend && ending.isEmpty();
    return new Past(sweep, !left && Sweeps.isOver(storage, sweep.get(), ending));
  }

  /**
   * Refuses what {@link #run} would refuse before its first trial. Leaves nothing behind.
   *
   * @return the sweep in the directory; empty if there is none yet
   */
  public Optional<SweepView> check() throws IOException {
    GpuOffer.check(workload, master);
    long trials = scheduler().trials();
    int slots = room().slots(trials);
    SweepHeader header = header(trials, threads(workload.spec(), slots, master));
    Past past = past(header);
    if (!past.over()) {
      requireMachine(slots);
      secrets();
      requireOpen(past);
    }
    return past.sweep();
  }

  /** Refuses a sweep that another driver runs, and a new sweep without valid values. */
  private void requireOpen(Past past) throws IOException {
    if (past.sweep().isEmpty()) {
      workload.requireValidValues();
    } else if (!takeOver && SweepJournal.driven(storage)) {
      throw new InputException(LivingDriverException.of(storage).getMessage());
    }
  }

  private void requireMachine(int slots) {
    MissingProgram.check(workload, master);
    if (Sessions.isLocal(master)) {
      TrialMemory.of(workload.spec(), workload.catalog())
          .ifPresent(
              most -> most.requireRoom(room().atOnce(slots), Runtime.getRuntime().maxMemory()));
    }
  }

  private StatedClaims claims() {
    return new StatedClaims(workload, storage);
  }

  private Scheduler scheduler() {
    return new Scheduler(workload.spec(), newSearch());
  }

  private Search newSearch() {
    return workload.spec().newSearch(workload.catalog());
  }

  private SweepHeader header(long trials, int threads) throws IOException {
    return workload.header(trials, threads);
  }

  /** The header of a sweep that starts on a master. */
  static SweepHeader header(Workload workload, String master) throws IOException {
    long trials = workload.spec().newSearch(workload.catalog()).trials();
    int slots = new Room(workload.spec(), master).slots(trials);
    return workload.header(trials, threads(workload.spec(), slots, master));
  }

  /** Reads the secrets of the user's program before anything is written. */
  private Secrets secrets() throws IOException {
    SecretValues.requireEncryption(workload.secrets().keySet(), master, security);
    return new SecretValues(System.getenv()).read(workload.secrets());
  }

  private void run(
      Scheduler scheduler,
      SweepJournal journal,
      int slots,
      ProcessSignals signals,
      Secrets secrets,
      SparkSession spark)
      throws IOException, InterruptedException {
    SweepSpec spec = workload.spec();
    journal.lost().ifPresent(System.err::println);
    LeftResults.unreadable(storage, journal.state().view()).forEach(System.err::println);
    Optional<Path> local = storage.localFolder();
    if (local.isPresent()) {
      logIn(local.get());
    }
    System.err.printf(
        "sweep %s: %d trials, %s; log: %s%n",
        spec.name(), scheduler.trials(), room().words(slots), LogFile.describe());
    int threads = journal.state().header().threadsPerTrial();
    Search search = newSearch();
    if (!search.note().isEmpty()) {
      System.err.printf("search %s: %s%n", spec.search().name(), search.note());
    }
    try (TablePublication tables = TablePublication.of(storage, journal, workload.catalog());
        Progress progress = Progress.start(room().atOnce(slots), master, directory)) {
      Slots onSpark =
          new SparkSlots(
              new JavaSparkContext(spark.sparkContext()),
              Storages.absolute(directory),
              storage,
              journal,
              workload.work(),
              GpuOffer.plan(workload, master, spark.sparkContext()),
              spec.judgedMetrics(),
              secrets,
              SparkSlots.PATIENCE);
      LoopSetup setup =
          LoopSetup.of(
                  spec.execution(),
                  slots,
                  threads,
                  spec.execution().checkpoints().plan(search.carriesOn()))
              .reusing(reuse.adoptable(workload, journal, storage).or(longer(journal)))
              .heldOutByReplicate(journal.state().header().design().heldOut().isPresent())
              .parting(workload.program().map(SweepLaunch::parting).orElse(Duration.ZERO));
      SweepRun run = new SweepRun(scheduler, journal, onSpark, setup, tables, progress);
      signals.onFirst(run::interrupt);
      run.run();
    }
  }

  /** Lets longer trainings go on from the checkpoints of shorter ones in this sweep. */
  private Reuse longer(SweepJournal journal) {
    return workload.trainsModels()
        ? new LongerTrainings(
            new EarlierSweep(Storages.absolute(directory), storage, journal.state().view()),
            workload.catalog(),
            new Copies(storage, journal.epoch()))
        : Reuse.NONE;
  }

  /** The time for a program to hear that the run ends, and its grace. */
  private static Duration parting(CommandTask command) {
    return SparkSlots.LONGEST_SILENCE.plusSeconds(command.graceSeconds());
  }

  private SparkSession startSpark(SweepSpec spec) {
    try (MasterWatch watch = MasterWatch.start(master, security, System.err::println)) {
      try {
        SparkSession spark =
            Sessions.forSweep(spec.name(), spec.execution().gpusPerTrial(), security);
        watch.requireAccepted(spark);
        return spark;
      } catch (IllegalStateException | IllegalArgumentException e) {
        throw watch.explain(e);
      }
    }
  }

  private SweepJournal open(SweepHeader header, Scheduler scheduler) throws IOException {
    try {
      return extend
          ? SweepJournal.extend(storage, header, takeOver, scheduler::apply)
          : SweepJournal.open(storage, header, takeOver, scheduler::apply);
    } catch (OtherSweepException | LivingDriverException e) {
      throw new InputException(e.getMessage());
    } catch (FileSystemException e) {
      if (FullDisk.describe(e).isPresent()) {
        throw e; // a sweep that is resumed needs room, not another directory
      }
      throw OutDirectory.unwritable(storage, e);
    }
  }

  /** Makes a driver that YARN has restarted wait until its predecessor counts as dead. */
  private void awaitDeathOfPredecessor() throws IOException, InterruptedException {
    if (Container.isAnotherAttempt()) {
      long began = System.nanoTime();
      while (Sweeps.driven(directory) && System.nanoTime() - began < SILENCE.toNanos()) {
        Thread.sleep(1_000);
      }
    }
  }

  private Room room() {
    return new Room(workload.spec(), master);
  }

  /**
   * Checks that a master has the slots that a trial needs.
   *
   * @throws InputException with a message that says what to do
   */
  static void requireSlots(Workload workload, String master) {
    new Room(workload.spec(), master).slots(1);
  }

  /**
   * Threads per trial: the spec's, else the local cores divided among the slots; 1 on a cluster.
   */
  private static int threads(SweepSpec spec, int slots, String master) {
    return spec.execution()
        .threadsPerTrial()
        .orElse(Sessions.isLocal(master) ? Math.max(1, Sessions.localSlots(master) / slots) : 1);
  }

  private static void logIn(Path directory) throws IOException {
    String log =
        SweepLayout.LOGS + "/driver-" + LOG_NAME.format(SteadyClock.ofProcess().instant()) + ".log";
    LogFile.use(() -> new LocalStorage(directory).newFile(log));
  }
}
