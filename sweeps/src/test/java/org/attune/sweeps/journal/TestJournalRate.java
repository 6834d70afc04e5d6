package org.attune.sweeps.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many records a second become durable, with a thousand in flight. */
@Tag("soak")
class TestJournalRate {

  private static final int IN_FLIGHT = 1_000;
  private static final int RECORDS = 100_000;

  /** What the platform promises; see the bench {@code journal}. */
  private static final double MIN_RECORDS_PER_SECOND = 1_000;

  @TempDir Path directory;

  @Test
  void isAboveAThousandASecond() throws IOException, InterruptedException {
    Semaphore free = new Semaphore(IN_FLIGHT);
    long start = System.nanoTime();
    try (SweepJournal journal =
        SweepJournal.open(new LocalStorage(directory), Events.header("sweep: sample\n"), false)) {
      for (int i = 0; i < RECORDS; i++) {
        free.acquire();
        journal.append(Events.suggested(Events.trial(i, 0))).thenRun(free::release);
      }
    }
    double rate = RECORDS / ((System.nanoTime() - start) / 1e9);

    System.out.printf("journal.rate %.0f records/s%n", rate);
    assertThat(rate).isGreaterThan(MIN_RECORDS_PER_SECOND);
  }
}
