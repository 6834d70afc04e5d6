package org.attune.papers.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.io.FileUtils;
import org.attune.jobs.console.ExitCode;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.Request;
import org.attune.sweeps.store.RequestBox;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attune reproduce} of two tables, stopped while it is at the first. */
class TestInterruptedReproduction {

  @TempDir Path folder;

  @Test
  void itGoesOnToNoOtherTableAndJudgesNothing() throws Exception {
    Path first = folder.resolve("neon-smoke"); // it trains, and is not over before it is asked
    Path second = folder.resolve("kvq-operators-smoke");
    AtomicBoolean over = new AtomicBoolean();
    Thread stopping = new Thread(() -> stopAll(List.of(first, second), over), "stopping");
    stopping.start();
    Ran ran =
        Ran.attune(
            "reproduce", "neon", "kvq-operators", "--scale", "smoke", "--out", folder.toString());
    over.set(true);
    stopping.join();

    assertThat(ran.exit()).as(ran.error()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(ran.output()).isEmpty();
    assertThat(second).doesNotExist();
    // A trial that was interrupted may still write its last file into the folder.
    await()
        .forever()
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() -> FileUtils.deleteDirectory(first.toFile()));
  }

  /** Has each driver end as soon as there is one; returns when the command is over. */
  private static void stopAll(List<Path> directories, AtomicBoolean over) {
    for (Path directory : directories) {
      LocalStorage storage = new LocalStorage(directory);
      await()
          .forever()
          .pollInterval(Duration.ofMillis(20))
          .until(() -> over.get() || SweepJournal.driven(storage));
      try {
        if (!over.get()) {
          new RequestBox(storage, 1).post(new Request.StopSweep());
        }
      } catch (IOException failed) {
        throw new IllegalStateException(failed);
      }
    }
  }
}
