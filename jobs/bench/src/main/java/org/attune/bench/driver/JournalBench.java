package org.attune.bench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.bench.search.ObjectiveFunction;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.store.LocalStorage;

/**
 * Measures durable trial records per second, with 1,000 in flight, counted once they are forced. It
 * measures the 5,000 records after the 1,000th and after the 100,000th record of one journal. A
 * record holds the events of one trial, appended together: its suggestion, start and end. Then it
 * measures how long the next driver takes to resume, including its search and scheduler, and how
 * much memory the resumed state takes.
 *
 * <p>The benchmark first writes a journal in another directory, to warm up the JVM's compiler.
 */
public final class JournalBench {

  private static final int IN_FLIGHT = 1_000;
  private static final int WINDOW = 5_000;
  private static final int[] AT = {1_000, 100_000};
  private static final int WARM_UP = 150_000; // enough for the compiler

  private JournalBench() {}

  /** Runs the benchmark. */
  public static void run() throws Exception {
    SweepSpec spec =
        LocalSweeps.spec(
            """
            sweep: journal
            axes: {number: {range: [0, 9999], step: 1}}
            replicates: %d
            """
                .formatted(1 + Math.max(WARM_UP, AT[1] + WINDOW) / 10_000));
    Measured.useFolder(folder -> write(folder, spec, WARM_UP, new int[0]));
    Measured.useFolder(
        folder -> {
          write(folder, spec, AT[1] + WINDOW, AT);
          resume(folder, spec);
        });
  }

  private static SweepHeader header(SweepSpec spec) {
    return SpecHeader.of(spec, AT[1] + WINDOW, 1, Map.of());
  }

  private static void write(Path directory, SweepSpec spec, int records, int[] windows)
      throws IOException, InterruptedException {
    Search search = spec.newSearch(LocalSweeps.CATALOG);
    try (SweepJournal journal =
        SweepJournal.open(new LocalStorage(directory), header(spec), false)) {
      int written = 0;
      for (int at : windows) {
        append(journal, search, at - written);
        long since = System.nanoTime();
        long cpu = Measured.processorNanos();
        append(journal, search, WINDOW);
        double seconds = Measured.secondsSince(since);
        written = at + WINDOW;
        System.out.printf("journal.rate.%dk %.0f records/s%n", at / 1_000, WINDOW / seconds);
        System.err.printf(
            "after record %,d: %.0f us of processor time a record%n",
            at, (Measured.processorNanos() - cpu) / 1e3 / WINDOW);
      }
      append(journal, search, records - written);
    }
  }

  /** Appends records, and returns when all are durable. */
  private static void append(SweepJournal journal, Search search, int records)
      throws IOException, InterruptedException {
    Semaphore free = new Semaphore(IN_FLIGHT);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    for (int i = 0; i < records; i++) {
      free.acquire();
      Trial trial = ((Proposal.Run) search.ask()).trial();
      journal
          .append(record(trial))
          .whenComplete(
              (none, e) -> {
                failure.compareAndSet(null, e);
                free.release();
              });
    }
    free.acquire(IN_FLIGHT);
    if (failure.get() != null) {
      throw new IOException("Cannot append to the journal", failure.get());
    }
  }

  private static List<Event> record(Trial trial) {
    Instant now = Instant.now();
    return List.of(
        new Event.Suggested(trial, trial.index(), now),
        new Event.Started(trial.id(), 1, "0.1", "host", "cpu", Map.of("jvm", "17"), now),
        new Event.Finished(
            trial.id(),
            1,
            Map.of(ObjectiveFunction.METRIC, 1.0 / (1 + trial.index())),
            Map.of("data_hash", "d"),
            now));
  }

  /** Measures how the next driver resumes the sweep. */
  private static void resume(Path directory, SweepSpec spec) throws IOException {
    long before = Measured.heap();
    Scheduler scheduler = new Scheduler(spec, spec.newSearch(LocalSweeps.CATALOG));
    long since = System.nanoTime();
    long cpu = Measured.processorNanos();
    try (SweepJournal journal =
        SweepJournal.open(new LocalStorage(directory), header(spec), false, scheduler::apply)) {
      System.err.printf(
          "the resume: %.2f s of processor time%n", (Measured.processorNanos() - cpu) / 1e9);
      System.out.printf("journal.resume.100k %.2f s%n", Measured.secondsSince(since));
      int finished = journal.state().counts().finished();
      if (scheduler.mismatches() > 0 || finished != AT[1] + WINDOW) {
        throw new IllegalStateException(
            "The journal in %s gave back %d of %d trials, with %d mismatches"
                .formatted(directory, finished, AT[1] + WINDOW, scheduler.mismatches()));
      }
      double heap = (Measured.heap() - before) / 1024.0;
      System.out.printf("journal.heap %.2f kB/trial%n", heap / (AT[1] + WINDOW));
      double bytes = Measured.journalBytes(directory);
      System.out.printf("journal.bytes %.0f bytes/trial%n", bytes / (AT[1] + WINDOW));
    }
  }
}
