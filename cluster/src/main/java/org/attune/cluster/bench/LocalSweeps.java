package org.attune.cluster.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.search.Search;
import org.attune.api.trial.Secrets;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.gpu.GpuPlan;
import org.attune.cluster.slot.RunObserver;
import org.attune.cluster.slot.SlotPlugin;
import org.attune.cluster.slot.SparkSlots;
import org.attune.cluster.slot.SweepRun;
import org.attune.cluster.slot.TablePublication;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.SweepLoop;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.LocalStorage;

/** Runs whole sweeps over numbers on a Spark in this process. Each runs in a temporary folder. */
final class LocalSweeps implements AutoCloseable {

  static final AxisCatalog CATALOG = new NumberCatalog();

  private final JavaSparkContext spark;
  private final int slots;

  /**
   * Starts Spark.
   *
   * @param slots number of trials that run at a time
   */
  LocalSweeps(String name, int slots) {
    this.slots = slots;
    this.spark =
        new JavaSparkContext(
            new SparkConf()
                .setMaster("local[" + slots + "]")
                .setAppName(name)
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "localhost")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.task.maxFailures", "1")
                .set("spark.plugins", SlotPlugin.class.getName()));
  }

  JavaSparkContext spark() {
    return spark;
  }

  /**
   * Runs a sweep, from opening its journal to its last tables.
   *
   * @return the sweep's state at the end
   */
  SweepView run(SweepSpec spec, Search search, TrialWork work)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("attune-bench");
    try {
      return run(spec, search, work, directory);
    } finally {
      delete(directory);
    }
  }

  private SweepView run(SweepSpec spec, Search search, TrialWork work, Path directory)
      throws IOException, InterruptedException {
    Scheduler scheduler = new Scheduler(spec, search);
    LocalStorage storage = new LocalStorage(directory);
    SweepHeader header = SweepHeader.of(spec, scheduler.trials(), 1, Map.of());
    try (SweepJournal journal = SweepJournal.open(storage, header, false, scheduler::apply);
        TablePublication tables = TablePublication.of(storage, journal, CATALOG)) {
      new SweepRun(
              scheduler,
              journal,
              new SparkSlots(
                  spark,
                  directory.toString(),
                  storage,
                  journal,
                  work,
                  GpuPlan.NONE,
                  spec.judgedMetrics(),
                  Secrets.NONE),
              new SweepLoop.Setup(slots, 1, Optional.empty()),
              tables,
              new Silent())
          .run();
      return journal.state().view();
    }
  }

  static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Override
  public void close() {
    spark.close();
  }

  static final class Silent implements RunObserver {
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
