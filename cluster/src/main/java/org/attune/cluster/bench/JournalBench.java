package org.attune.cluster.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.journal.Event;
import org.attune.sweeps.journal.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.search.Objective;
import org.attune.sweeps.search.Trial;
import org.attune.sweeps.store.LocalStorage;

/**
 * Durable trial records a second, 1,000 in flight, counted once they are forced: around the 1,000th
 * and around the 100,000th record of one journal. A record is what one trial costs the journal: its
 * suggestion, start and end, appended together.
 */
public final class JournalBench {

  private static final int IN_FLIGHT = 1_000;
  private static final int WINDOW = 5_000;
  private static final int[] AT = {1_000, 100_000};

  private JournalBench() {}

  /** Runs it; takes no arguments. */
  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createTempDirectory("attune-journal");
    try {
      measure(directory);
    } finally {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void measure(Path directory) throws IOException, InterruptedException {
    SweepHeader header =
        new SweepHeader(
            "journal-0",
            "journal",
            "sweep: journal\n",
            0,
            AT[1] + WINDOW,
            new Objective("loss", Objective.Goal.MINIMIZE),
            2,
            1,
            new TreeMap<>());
    try (SweepJournal journal = SweepJournal.open(new LocalStorage(directory), header, false)) {
      int written = 0;
      for (int at : AT) {
        append(journal, written, at);
        long since = System.nanoTime();
        append(journal, at, at + WINDOW);
        double seconds = (System.nanoTime() - since) / 1e9;
        written = at + WINDOW;
        System.out.printf(
            Locale.ROOT, "journal.rate.%dk %.0f records/s%n", at / 1_000, WINDOW / seconds);
      }
    }
  }

  /** Appends records from one number to another; returns when all are durable. */
  private static void append(SweepJournal journal, int from, int to) throws InterruptedException {
    Semaphore free = new Semaphore(IN_FLIGHT);
    for (int number = from; number < to; number++) {
      free.acquire();
      journal.append(record(number)).whenComplete((none, e) -> free.release());
    }
    free.acquire(IN_FLIGHT);
  }

  private static List<Event> record(int number) {
    Instant now = Instant.now();
    Trial trial =
        Trial.of(
            number,
            Configuration.recorded(
                Map.of("train.steps", Integer.toString(number), "attention.gate", "learned")),
            0,
            0);
    return List.of(
        new Event.Suggested(trial, number, now),
        new Event.Started(trial.id(), 1, "0.1", "host", "cpu", Map.of("jvm", "17"), now),
        new Event.Finished(
            trial.id(), 1, Map.of("loss", 1.0 / (1 + number)), Map.of("data_hash", "d"), now));
  }
}
