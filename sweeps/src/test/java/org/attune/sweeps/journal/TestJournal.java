package org.attune.sweeps.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.attune.api.storage.Storage.AppendFile;
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

  private static final class Disk implements AppendFile {
    private Error error;

    @Override
    public void write(byte[] bytes, int offset, int length) {}

    @Override
    public void force() {
      if (error != null) {
        throw error;
      }
    }

    @Override
    public void close() {}
  }
}
