package org.attune.jobs;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.attune.cluster.slot.Machine;
import org.attune.cluster.slot.SweepRun;
import org.attune.cluster.slot.TablePublication;
import org.attune.cluster.trial.ModelCatalog;
import org.attune.cluster.trial.ModelTraining;
import org.attune.cluster.trial.UserData;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.catalog.ParameterTree;
import org.attune.sweeps.journal.LivingDriverException;
import org.attune.sweeps.journal.OtherSweepException;
import org.attune.sweeps.journal.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.search.Search;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.Storage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune run}: runs a sweep, or takes it up where it was left. */
@Command(
    name = "run",
    description = {
      "Runs a sweep. On a directory with an unfinished run of the same spec it resumes; on a"
          + " finished one it prints the table.",
      "Exit codes: 0 done, 1 failed at run time, 2 the input is wrong, 3 some trials failed for"
          + " good."
    },
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

  private static final DateTimeFormatter LOG_NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  @Mixin private SweepFile file;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the results go: a folder or hdfs://...; default: runs/<sweep name>.")
  private String out;

  @Mixin private DataOption data;

  @Option(names = "--dry-run", description = "Check everything, print the plan, run nothing.")
  private boolean dryRun;

  @Option(
      names = "--take-over",
      description = "Run the sweep although another driver seems alive; that one is shut out.")
  private boolean takeOver;

  @Override
  public Integer call() throws Exception {
    ModelCatalog catalog = new ModelCatalog();
    SweepSpec spec = data.read(file, catalog);
    String master = Sessions.master();
    String directory = out == null ? "runs/" + spec.name() : out;
    Storage storage = Sweeps.writable(directory, master);
    Optional<UserData> read = data.check(spec, catalog);
    if (dryRun) {
      System.out.print(Plan.of(spec, catalog).describe());
      return ExitCode.DONE;
    }
    Search search = spec.newSearch(catalog);
    int slots = slots(spec, spec.budget().trialsOf(search), master);
    SweepHeader header = header(spec, search, threads(spec, slots, master), read);
    Optional<SweepView> past = Sweeps.completed(storage, header);
    if (past.isPresent()) {
      return report(past.get(), catalog, directory);
    }
    try (SweepJournal journal = open(header, storage, takeOver)) {
      return report(
          run(spec, search, journal, storage, directory, read, slots), catalog, directory);
    }
  }

  private static SweepHeader header(
      SweepSpec spec, Search search, int threads, Optional<UserData> data) throws IOException {
    Map<String, String> provenance = new TreeMap<>(Machine.provenance());
    if (data.isPresent()) {
      provenance.putAll(data.get().fingerprint().provenance());
    }
    return SweepHeader.of(spec, spec.budget().trialsOf(search), threads, provenance);
  }

  private static int report(SweepView sweep, AxisCatalog catalog, String directory) {
    System.out.print(new RunReport(sweep, ParameterTree.of(catalog), directory).print());
    return sweep.counts().failed() > 0 ? ExitCode.TRIALS_FAILED : ExitCode.DONE;
  }

  private SweepView run(
      SweepSpec spec,
      Search search,
      SweepJournal journal,
      Storage storage,
      String directory,
      Optional<UserData> read,
      int slots)
      throws IOException, InterruptedException {
    Optional<Path> local = Sweeps.localPath(storage);
    if (local.isPresent()) {
      logIn(local.get());
    }
    System.err.printf(
        "sweep %s: %d trials, %d at a time; log: %s%n",
        spec.name(), spec.budget().trialsOf(search), slots, LogFile.path());
    try (SparkSession spark = Sessions.forSweep(spec.name());
        TablePublication tables = TablePublication.of(storage, journal, new ModelCatalog());
        Progress progress = Progress.start(spec.budget().trialsOf(search), slots)) {
      return new SweepRun(
              new JavaSparkContext(spark.sparkContext()),
              Sweeps.absolute(directory),
              spec,
              search,
              journal,
              storage,
              tables,
              ModelTraining.on(read),
              slots,
              progress)
          .run();
    }
  }

  private static SweepJournal open(SweepHeader header, Storage storage, boolean takeOver)
      throws IOException {
    try {
      return SweepJournal.open(storage, header, takeOver);
    } catch (OtherSweepException | LivingDriverException e) {
      throw new InputException(e.getMessage());
    } catch (FileSystemException e) {
      String reason = e.getReason() == null ? "" : " (" + e.getReason() + ")";
      throw new InputException(
          "Cannot write to %s: the system does not allow %s%s; choose another directory with --out."
              .formatted(storage.describe(), e.getFile(), reason));
    }
  }

  /** Trials at a time: what the spec says, else one a core, and never more than there are. */
  private static int slots(SweepSpec spec, long trials, String master) {
    int most =
        spec.execution()
            .slots()
            .orElse(Sessions.isLocal(master) ? Sessions.localSlots(master) : Integer.MAX_VALUE);
    return (int) Math.max(1, Math.min(most, trials));
  }

  /** Threads a trial: what the spec says, else the cores that are left when each trial has one. */
  private static int threads(SweepSpec spec, int slots, String master) {
    return spec.execution()
        .threadsPerTrial()
        .orElse(Sessions.isLocal(master) ? Math.max(1, Sessions.localSlots(master) / slots) : 1);
  }

  private static void logIn(Path directory) throws IOException {
    Path logs = directory.resolve("logs");
    Files.createDirectories(logs);
    LogFile.use(logs.resolve("driver-" + LOG_NAME.format(Instant.now()) + ".log"));
  }
}
