package org.attune.cluster.bench;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.search.Search;
import org.attune.api.storage.Storage;
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
import org.attune.sweeps.scheduler.Ending;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.scheduler.SweepLoop;
import org.attune.sweeps.spec.SpecException;
import org.attune.sweeps.spec.SpecFile;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;

/**
 * Runs whole sweeps on a Spark in this process.
 *
 * @param slots number of trials that run at a time
 */
public record LocalSweeps(JavaSparkContext spark, int slots) implements AutoCloseable {

  static final AxisCatalog CATALOG = new NumberCatalog();

  /** Starts Spark. */
  LocalSweeps(String name, int slots) {
    this(spark(name, slots), slots);
  }

  /** Starts a Spark that runs slots in this process and opens no page and no port to others. */
  public static JavaSparkContext spark(String name, int slots) {
    return new JavaSparkContext(
        new SparkConf()
            .setMaster("local[" + slots + "]")
            .setAppName(name)
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "localhost")
            .set("spark.driver.bindAddress", "127.0.0.1")
            .set("spark.task.maxFailures", "1")
            .set("spark.plugins", SlotPlugin.class.getName()));
  }

  /** A sweep over numbers, from the lines of its file besides the objective. */
  static SweepSpec spec(String lines) throws SpecException {
    String yaml = "objective: {metric: loss, goal: minimize}\n" + lines;
    return SpecFile.read("bench.yaml", yaml, Map.of(), CATALOG);
  }

  /** The state of a sweep, and why its run ended. */
  public record End(SweepView sweep, Ending ending) {}

  /** Runs a sweep over numbers on Spark, from opening its journal to its last tables. */
  SweepView run(SweepSpec spec, Search search, TrialWork work) throws Exception {
    return Measured.inFolder(
        folder -> {
          LocalStorage storage = new LocalStorage(folder);
          return run(
                  spec,
                  CATALOG,
                  search,
                  storage,
                  slots,
                  journal ->
                      new SparkSlots(
                          spark,
                          folder.toString(),
                          storage,
                          journal,
                          work,
                          GpuPlan.NONE,
                          spec.judgedMetrics(),
                          Secrets.NONE,
                          SparkSlots.PATIENCE))
              .sweep();
        });
  }

  /**
   * Runs a sweep as one driver.
   *
   * @param slots number of trials that run at a time
   * @param slotsOf the slots of the driver with a journal
   */
  public static End run(
      SweepSpec spec,
      AxisCatalog catalog,
      Search search,
      Storage storage,
      int slots,
      Function<SweepJournal, Slots> slotsOf)
      throws IOException, InterruptedException {
    Scheduler scheduler = new Scheduler(spec, search);
    SweepHeader header = SweepHeader.of(spec, scheduler.trials(), 1, Map.of());
    try (SweepJournal journal = SweepJournal.open(storage, header, false, scheduler::apply);
        TablePublication tables = TablePublication.of(storage, journal, catalog)) {
      SweepLoop.Setup setup = new SweepLoop.Setup(slots, 1, Optional.empty());
      Ending ending =
          new SweepRun(
                  scheduler, journal, slotsOf.apply(journal), setup, tables, new RunObserver() {})
              .run();
      return new End(journal.state().view(), ending);
    }
  }

  @Override
  public void close() {
    spark.close();
  }
}
