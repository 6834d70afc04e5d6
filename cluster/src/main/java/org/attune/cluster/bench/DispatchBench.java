package org.attune.cluster.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.cluster.slot.RunObserver;
import org.attune.cluster.slot.SlotPlugin;
import org.attune.cluster.slot.SparkSlots;
import org.attune.cluster.slot.SweepRun;
import org.attune.cluster.slot.TablePublication;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.journal.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.SweepLoop;
import org.attune.sweeps.search.Search;
import org.attune.sweeps.spec.SpecException;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.trial.TrialWork;

/**
 * What a trial costs that does nothing: messages, journal, envelope and tables on {@code local[2]},
 * the wall time of a whole sweep over its trials. Beside it, on stderr, what an empty Spark task
 * and an empty one-task Spark job cost in the same process.
 */
public final class DispatchBench {

  private static final int TRIALS = 10_000;
  private static final int SLOTS = 2;
  private static final AxisCatalog CATALOG = new NumberCatalog();

  private DispatchBench() {}

  /** Runs it, with as many trials as the argument says. */
  public static void main(String[] arguments) throws Exception {
    int trials = arguments.length == 0 ? TRIALS : Integer.parseInt(arguments[0]);
    SparkConf conf =
        new SparkConf()
            .setMaster("local[" + SLOTS + "]")
            .setAppName("attune bench dispatch")
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "localhost")
            .set("spark.driver.bindAddress", "127.0.0.1")
            .set("spark.task.maxFailures", "1")
            .set("spark.plugins", SlotPlugin.class.getName());
    try (JavaSparkContext spark = new JavaSparkContext(conf)) {
      System.err.printf(Locale.ROOT, "an empty Spark task costs %.2f ms%n", task(spark));
      System.err.printf(Locale.ROOT, "an empty Spark job costs %.2f ms%n", job(spark));
      run(spark, Math.min(trials, 1_000), false); // warms up what the figures are taken of
      print("static", run(spark, trials, false));
      print("adaptive", run(spark, trials, true));
    }
  }

  private static void print(String name, double millis) {
    System.out.printf(Locale.ROOT, "dispatch.%s %.3f ms%n", name, millis);
  }

  private static double task(JavaSparkContext spark) {
    int tasks = 2_000;
    List<Integer> rows = Collections.nCopies(tasks, 0);
    spark.parallelize(rows, tasks).foreach(row -> {});
    long since = System.nanoTime();
    spark.parallelize(rows, tasks).foreach(row -> {});
    return (System.nanoTime() - since) / 1e6 / tasks;
  }

  private static double job(JavaSparkContext spark) {
    int jobs = 100;
    long since = System.nanoTime();
    for (int i = 0; i < jobs; i++) {
      spark.parallelize(List.of(0), 1).foreach(row -> {});
    }
    return (System.nanoTime() - since) / 1e6 / jobs;
  }

  /** Milliseconds a trial of a sweep of so many. */
  private static double run(JavaSparkContext spark, int trials, boolean adaptive)
      throws IOException, InterruptedException, SpecException {
    Path directory = Files.createTempDirectory("attune-dispatch");
    try {
      long since = System.nanoTime();
      run(spark, spec(trials), adaptive, directory);
      return (System.nanoTime() - since) / 1e6 / trials;
    } finally {
      delete(directory);
    }
  }

  private static void run(JavaSparkContext spark, SweepSpec spec, boolean adaptive, Path directory)
      throws IOException, InterruptedException {
    Search search = spec.newSearch(CATALOG);
    Scheduler scheduler = new Scheduler(spec, adaptive ? new OneByOne(search, SLOTS) : search);
    LocalStorage storage = new LocalStorage(directory);
    SweepHeader header = SweepHeader.of(spec, scheduler.trials(), 1, Map.of());
    TrialWork nothing = (trial, reporter) -> new TrialWork.Result(Map.of("loss", 1.0), Map.of());
    try (SweepJournal journal = SweepJournal.open(storage, header, false, scheduler::apply);
        TablePublication tables = TablePublication.of(storage, journal, CATALOG)) {
      new SweepRun(
              scheduler,
              journal,
              new SparkSlots(spark, directory.toString(), storage, journal, nothing),
              new SweepLoop.Setup(SLOTS, 1, Optional.empty()),
              tables,
              new Silent())
          .run();
    }
  }

  private static SweepSpec spec(int trials) throws SpecException {
    return SweepSpec.read(
        "dispatch.yaml",
        """
        sweep: dispatch
        objective: {metric: loss, goal: minimize}
        axes: {number: {range: [0, %d], step: 1}}
        """
            .formatted(trials - 1),
        Map.of(),
        CATALOG);
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static final class Silent implements RunObserver {
    @Override
    public void progress(SweepView sweep) {}

    @Override
    public void ended(SweepView sweep, TrialStatus trial, int attempt) {}

    @Override
    public void tables(Optional<String> trouble) {}

    @Override
    public void unserved(Duration since) {}
  }
}
