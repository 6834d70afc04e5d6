package org.attune.sweeps.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.attune.api.storage.Storage.AppendFile;
import org.attune.sweeps.event.Event;
import org.junit.jupiter.api.Test;

class TestJournal {

  private static final Duration SOON = Duration.ofMinutes(20);

  @Test
  void anErrorInTheWriterFailsAllWhoWaitAndAllWhoComeLater() throws IOException {
    Journal journal =
        new Journal(
            new Disk(),
            "test",
            event -> {
              throw new StackOverflowError("a bug");
            });
    CompletableFuture<Void> first = journal.append(List.of(Events.suggested(Events.trial(0, 0))));
    assertThat(first)
        .failsWithin(SOON)
        .withThrowableThat()
        .withCauseInstanceOf(StackOverflowError.class);
    assertThat(journal.append(List.of(Events.suggested(Events.trial(1, 0)))))
        .failsWithin(SOON)
        .withThrowableThat()
        .withCauseInstanceOf(StackOverflowError.class);
    journal.close();
  }

  @Test
  void anErrorOfTheDiskFailsAllWhoWait() throws IOException {
    Disk disk = new Disk();
    disk.error = new OutOfMemoryError("no room");
    Journal journal = new Journal(disk, "test", event -> {});
    assertThat(journal.append(List.of(Events.suggested(Events.trial(0, 0)))))
        .failsWithin(SOON)
        .withThrowableThat()
        .withCauseInstanceOf(OutOfMemoryError.class);
    journal.close();
  }

  /** More would count as damage if a crash tore the first of them. */
  @Test
  void manyEventsAreForcedInParts() throws Exception {
    Disk disk = new Disk();
    AtomicInteger told = new AtomicInteger();
    Random random = new Random(1);
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      StringBuilder letters = new StringBuilder(); // which cannot be compressed to a tenth
      random.ints(2_000, ' ', 127).forEach(letters::appendCodePoint);
      events.add(new Event.Abandoned("t-" + i, 1, letters.toString(), Instant.EPOCH));
    }

    try (Journal journal = new Journal(disk, "test", event -> told.incrementAndGet())) {
      assertThat(journal.append(events)).succeedsWithin(SOON);
    }

    assertThat(told).hasValue(3_000);
    assertThat(disk.mostUnforced).isBetween(1 << 20, (1 << 20) + (1 << 18));
  }

  private static final class Disk implements AppendFile {
    private Error error;
    private int unforced;
    private int mostUnforced;

    @Override
    public void write(byte[] bytes, int offset, int length) {
      unforced += length;
      mostUnforced = Math.max(mostUnforced, unforced);
    }

    @Override
    public void force() {
      unforced = 0;
      if (error != null) {
        throw error;
      }
    }

    @Override
    public void close() {}
  }
}
