package org.attune.bench.driver;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.search.Search;
import org.attune.api.trial.CheckpointPlan;
import org.attune.api.trial.Secrets;
import org.attune.api.trial.TrialWork;
import org.attune.bench.search.ObjectiveFunction;
import org.attune.cluster.gpu.GpuPlan;
import org.attune.cluster.slot.RunObserver;
import org.attune.cluster.slot.SparkSlots;
import org.attune.cluster.slot.SweepRun;
import org.attune.cluster.slot.TablePublication;
import org.attune.jobs.session.Sessions;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.LoopSetup;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.spec.ExecutionSettings;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;

/**
 * Runs whole sweeps on a Spark in this process.
 *
 * @param slots number of trials that run at a time
 */
record LocalSweeps(JavaSparkContext spark, int slots) implements AutoCloseable {

  private static final String NUMBER = "number";

  /** One number to sweep, for trials that cost next to nothing. */
  static final AxisCatalog CATALOG =
      new ObjectiveFunction(
          NUMBER,
          List.of(
              new Parameter(
                  NUMBER, NUMBER, new Domain.IntegerRange(0, 1_000_000), "0", "a number", "")),
          List.of(),
          cell -> cell.integer(NUMBER));

  /** Starts Spark. */
  LocalSweeps(String name, int slots) {
    this(spark(name, slots), slots);
  }

  /** Starts a Spark in this process, as a sweep does. */
  static JavaSparkContext spark(String name, int slots) {
    System.setProperty("spark.master", "local[" + slots + "]");
    return new JavaSparkContext(
        Sessions.forSweep(name, OptionalDouble.empty(), Map.of()).sparkContext());
  }

  /** A sweep over numbers, from the lines of its file besides the objective. */
  static SweepSpec spec(String lines) throws SpecException {
    String yaml = "objective: {metric: %s, goal: minimize}\n".formatted(ObjectiveFunction.METRIC);
    return SpecFile.read("bench.yaml", yaml + lines, Map.of(), CATALOG);
  }

  /** Runs a sweep over numbers on Spark, from opening its journal to its last tables. */
  SweepView run(SweepSpec spec, Search search, TrialWork work) throws Exception {
    return Measured.inFolder(
        folder -> {
          LocalStorage storage = new LocalStorage(folder);
          Scheduler scheduler = new Scheduler(spec, search);
          SweepHeader header = SpecHeader.of(spec, scheduler.trials(), 1, Map.of());
          try (SweepJournal journal = SweepJournal.open(storage, header, false, scheduler::apply);
              TablePublication tables = TablePublication.of(storage, journal, CATALOG)) {
            Slots onSpark =
                new SparkSlots(
                    spark,
                    folder.toString(),
                    storage,
                    journal,
                    work,
                    GpuPlan.NONE,
                    spec.judgedMetrics(),
                    Secrets.NONE,
                    SparkSlots.PATIENCE);
            LoopSetup setup =
                LoopSetup.of(ExecutionSettings.STANDARD, slots, 1, CheckpointPlan.NONE);
            new SweepRun(scheduler, journal, onSpark, setup, tables, new RunObserver() {}).run();
            return journal.state().view();
          }
        });
  }

  @Override
  public void close() {
    spark.close();
  }
}
