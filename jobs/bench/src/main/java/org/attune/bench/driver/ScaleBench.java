package org.attune.bench.driver;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.trial.CheckpointPlan;
import org.attune.cluster.slot.Machine;
import org.attune.cluster.slot.RunObserver;
import org.attune.cluster.slot.SweepRun;
import org.attune.cluster.slot.TablePublication;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.LoopSetup;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.VirtualTime;
import org.attune.sweeps.spec.ExecutionSettings;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;

/**
 * Runs a driver at its limits: 1,000 slots in virtual time, with the real journal and the real
 * tables on this machine's disk. Each trial is a model of the catalog; it reports 20 times, once
 * each half second, so that 2,000 reports and 100 results arrive a second. One sweep proposes by
 * {@code sobol}, one with a tenth of the trials by {@code auto}.
 *
 * <p>Each sweep is then resumed as by a next driver. Memory is that of live objects: journal state,
 * scheduler and search. The loop's load is the processor time of its thread over virtual time; it
 * includes the simulated slots.
 */
public final class ScaleBench {

  /** The trials under {@code sobol}. */
  public static final int TRIALS = 1_000_000;

  private static final int SLOTS = 1_000;
  private static final int REPORTS = 20;
  private static final Duration BETWEEN = Duration.ofMillis(500);
  private static final int WINDOW = 1_000;
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration JOURNAL = Duration.ofMillis(50); // it posts from its own thread
  private static final AxisCatalog CATALOG = new TrialCatalog();

  private ScaleBench() {}

  /**
   * Prints all figures.
   *
   * @param trials of the sweep under {@code sobol}; the one under {@code auto} has a tenth
   */
  public static void run(int trials) throws Exception {
    Figures sobol = Measured.inFolder(folder -> measured("sobol", trials, folder));
    Figures auto = Measured.inFolder(folder -> measured("auto", Math.max(1, trials / 10), folder));
    print("suggest.sobol", sobol.suggestMillis(), "ms");
    print("suggest.auto", auto.suggestMillis(), "ms");
    print("loop", Math.max(sobol.loop(), auto.loop()), "%");
    print("bytes.live", sobol.live(), "kB/trial");
    print("bytes.resumed", sobol.resumed(), "kB/trial");
    print("resume", sobol.resumeSeconds(), "s/million");
  }

  private record Figures(
      double suggestMillis, double loop, double live, double resumed, double resumeSeconds) {}

  /**
   * A sweep from start to end.
   *
   * @param loop per cent of virtual time that the loop's thread was busy
   * @param kilobytes of live objects, a trial
   * @param busySeconds of the loop's thread
   */
  private record Lived(
      double suggestMillis, double loop, double kilobytes, double seconds, double busySeconds) {}

  /** A sweep that a next driver took up. */
  private record Resumed(double kilobytes, double seconds) {}

  private static void print(String figure, double value, String unit) {
    System.out.printf("scale.%s %.3f %s%n", figure, value, unit);
  }

  private static Figures measured(String method, int trials, Path directory) throws Exception {
    SweepSpec spec = spec(method, trials);
    Lived first = live(directory, spec, trials);
    Resumed next = resumed(directory, spec, trials);
    System.err.printf(
        "%s, %,d trials: %.0f s, %.1f us of the loop's thread a trial, journal %.0f bytes/trial,"
            + " live %.2f kB/trial, resumed %.2f, in %.1f s%n",
        method,
        trials,
        first.seconds(),
        1e6 * first.busySeconds() / trials,
        Measured.journalBytes(directory) / trials,
        first.kilobytes(),
        next.kilobytes(),
        next.seconds());
    return new Figures(
        first.suggestMillis(),
        first.loop(),
        first.kilobytes(),
        next.kilobytes(),
        next.seconds() * 1e6 / trials);
  }

  private static Lived live(Path directory, SweepSpec spec, int trials)
      throws IOException, InterruptedException {
    long before = Measured.heap();
    TimedSearch search = new TimedSearch(spec.newSearch(CATALOG), WINDOW);
    Scheduler scheduler = new Scheduler(spec, search.search());
    LocalStorage storage = new LocalStorage(directory);
    VirtualTime time = new VirtualTime(START, JOURNAL);
    CurveSlots slots = new CurveSlots(time, REPORTS, BETWEEN, spec.objective().metric());
    LoopSetup setup = LoopSetup.of(ExecutionSettings.STANDARD, SLOTS, 1, CheckpointPlan.NONE);
    long since = System.nanoTime();
    try (SweepJournal journal =
            SweepJournal.open(storage, header(spec, scheduler), false, scheduler::apply);
        TablePublication tables = TablePublication.of(storage, journal, CATALOG)) {
      long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      new SweepRun(scheduler, journal, slots, setup, tables, new RunObserver() {}, time, LOOK)
          .run();
      double busy = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e9;
      double seconds = Measured.secondsSince(since);
      require(journal.state().view(), trials);
      double kilobytes = (Measured.heap() - before) / 1024.0 / trials;
      require(scheduler.mismatches() == 0, "a suggestion was strange");
      return new Lived(
          search.millis(), 100 * busy / (time.nanos() / 1e9), kilobytes, seconds, busy);
    }
  }

  private static Resumed resumed(Path directory, SweepSpec spec, int trials) throws IOException {
    long before = Measured.heap();
    Scheduler scheduler = new Scheduler(spec, spec.newSearch(CATALOG));
    LocalStorage storage = new LocalStorage(directory);
    long since = System.nanoTime();
    try (SweepJournal journal =
        SweepJournal.open(storage, header(spec, scheduler), false, scheduler::apply)) {
      double seconds = Measured.secondsSince(since);
      require(journal.state().view(), trials);
      require(scheduler.mismatches() == 0, "the search proposes otherwise after a resume");
      return new Resumed((Measured.heap() - before) / 1024.0 / trials, seconds);
    }
  }

  private static void require(SweepView sweep, int trials) {
    require(
        sweep.counts().finished() == trials && sweep.metrics().size() == (long) REPORTS * trials,
        sweep.counts() + ", " + sweep.metrics().size() + " reports");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException("The sweep is not whole: " + otherwise);
    }
  }

  private static SweepHeader header(SweepSpec spec, Scheduler scheduler) {
    return SpecHeader.of(spec, scheduler.trials(), 1, Machine.provenance());
  }

  private static SweepSpec spec(String method, int trials) throws SpecException {
    return SpecFile.read(
        "scale.yaml",
        """
        sweep: scale
        task: text
        objective: {metric: validation_loss, goal: minimize}
        axes:
          attention.gate: [none, learned, from-query, computed]
          train.learning-rate: {log-uniform: [1e-4, 1e-1]}
          train.dropout.weights: {uniform: [0, 0.2]}
        search: {method: %s, trials: %d}
        """
            .formatted(method, trials),
        Map.of(),
        CATALOG);
  }
}
