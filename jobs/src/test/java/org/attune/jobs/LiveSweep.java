package org.attune.jobs;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.attune.api.storage.Storage;
import org.attune.api.trial.CheckpointPlan;
import org.attune.api.trial.Gpus;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.slot.BareSlots;
import org.attune.cluster.slot.RunObserver;
import org.attune.cluster.slot.SweepRun;
import org.attune.cluster.slot.TablePublication;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.NoSweepException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.Ending;
import org.attune.sweeps.scheduler.LoopSetup;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.spec.ExecutionSettings;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.awaitility.Awaitility;

/**
 * A driver of a sweep, in this process and on a thread of its own: the real one, its journal,
 * tables and requests included, but with threads for slots in place of Spark's executors.
 */
final class LiveSweep {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final CompletableFuture<Ending> ending = new CompletableFuture<>();

  private LiveSweep() {}

  /** Starts a driver of a sweep file's sweep, two trials at a time. */
  static LiveSweep start(String yaml, Path directory, TrialWork work) {
    LiveSweep sweep = new LiveSweep();
    Thread driver =
        new Thread(
            () -> {
              try {
                sweep.ending.complete(run(yaml, directory, work));
              } catch (Exception | Error e) {
                sweep.ending.completeExceptionally(e);
              }
            },
            "driver");
    driver.setDaemon(true);
    driver.start();
    return sweep;
  }

  private static Ending run(String yaml, Path directory, TrialWork work) throws Exception {
    TrialCatalog catalog = new TrialCatalog();
    SweepSpec spec = SpecFile.read("live.yaml", yaml, Map.of(), catalog);
    Storage storage = new LocalStorage(directory);
    Scheduler scheduler = new Scheduler(spec, spec.newSearch(catalog));
    SweepHeader header = SpecHeader.of(spec, scheduler.trials(), 1, Map.of());
    try (SweepJournal journal = SweepJournal.open(storage, header, false, scheduler::apply);
        TablePublication tables = TablePublication.of(storage, journal, catalog)) {
      return new SweepRun(
              scheduler,
              journal,
              new BareSlots(storage, journal, work, Gpus.NONE, spec.judgedMetrics(), PATIENCE),
              LoopSetup.of(ExecutionSettings.STANDARD, 2, 1, CheckpointPlan.NONE),
              tables,
              new RunObserver() {})
          .run();
    }
  }

  /** Waits for its end. */
  Ending await() throws Exception {
    return ending.get();
  }

  /** Waits until its journal shows something. */
  static SweepView until(Path directory, Predicate<SweepView> shows) {
    return Awaitility.await()
        .forever()
        .pollInterval(Duration.ofMillis(20))
        .ignoreExceptionsInstanceOf(NoSweepException.class) // its driver has just been started
        .until(() -> SweepJournal.read(new LocalStorage(directory)), shows);
  }
}
