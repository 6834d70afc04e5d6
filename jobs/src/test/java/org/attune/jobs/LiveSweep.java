package org.attune.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.slot.RunObserver;
import org.attune.cluster.slot.SweepRun;
import org.attune.cluster.slot.TablePublication;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.NoSweepException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.Ending;
import org.attune.sweeps.scheduler.InProcessSlots;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.SweepLoop;
import org.attune.sweeps.spec.SpecFile;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.LocalStorage;

/**
 * A driver of a sweep, in this process and on a thread of its own: the real one, its journal,
 * tables and requests included, but with threads for slots in place of Spark's executors.
 */
final class LiveSweep {

  /** Only what never comes takes so long. */
  private static final Duration LONGEST = Duration.ofMinutes(20);

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
    LocalStorage storage = new LocalStorage(directory);
    Scheduler scheduler = new Scheduler(spec, spec.newSearch(catalog));
    SweepHeader header = SweepHeader.of(spec, scheduler.trials(), 1, Map.of());
    try (SweepJournal journal = SweepJournal.open(storage, header, false, scheduler::apply);
        TablePublication tables = TablePublication.of(storage, journal, catalog)) {
      SweepLoop.Setup setup = new SweepLoop.Setup(2, 1, Optional.empty());
      return new SweepRun(scheduler, journal, new InProcessSlots(work), setup, tables, new Silent())
          .run();
    }
  }

  /** Waits for its end. */
  Ending await() {
    return ending.orTimeout(LONGEST.toSeconds(), TimeUnit.SECONDS).join();
  }

  /** Waits until its journal shows something. */
  static SweepView until(Path directory, Predicate<SweepView> shows)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (System.nanoTime() < end) {
      try {
        SweepView view = SweepJournal.read(new LocalStorage(directory));
        if (shows.test(view)) {
          return view;
        }
      } catch (NoSweepException notYet) {
        // Its driver has just been started.
      }
      Thread.sleep(20);
    }
    throw new IOException("Not within " + LONGEST.toMinutes() + " min");
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
