package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.cluster.store.Storages;
import org.attune.jobs.console.ExitCode;
import org.attune.sweeps.journal.CurrentTables;
import org.attune.sweeps.journal.NoSweepException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver that is paused, as a process is whose machine sleeps, while another takes over. */
class PausedDriverIT {

  @TempDir Path folder;

  @Test
  void isFencedWhenItWakesSaysSoAndMovesNothing() throws Exception {
    Path sweep = ShortSweep.write(folder, ShortSweep.TRIALS, 120);
    Path results = folder.resolve("results");
    Storage storage = Storages.of(results.toString());
    Launched paused =
        Launched.attuneAsHere("run", sweep, "--out", results, "--set", "execution.slots=2");
    await()
        .atMost(Duration.ofMinutes(20))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> !paused.alive() || finished(results) > 0);
    paused.signal("STOP");
    assertThat(paused.alive()).as(paused.error()).isTrue();
    try {
      Launched.Result refused =
          Launched.attuneAsHere("run", sweep, "--out", results, "--set", "execution.slots=2")
              .await();
      assertThat(refused.exit()).as(refused.error()).isEqualTo(ExitCode.WRONG_INPUT);
      assertThat(refused.error()).contains("--take-over");

      Launched.Result second =
          Launched.attuneAsHere(
                  "run", sweep, "--out", results, "--set", "execution.slots=2", "--take-over")
              .await();
      assertThat(second.exit()).as(second.error()).isZero();
      Optional<CurrentTables> manifest = SweepJournal.tablesInForce(storage);
      SweepView before = SweepJournal.read(storage);
      assertThat(before.completed()).isPresent();
      assertThat(before.counts().finished()).isEqualTo(ShortSweep.TRIALS);

      paused.signal("CONT");
      Launched.Result woken = paused.await();

      assertThat(woken.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(woken.error()).contains("Another driver took over");
      assertThat(SweepJournal.tablesInForce(storage)).isEqualTo(manifest);
      SweepView after = SweepJournal.read(storage);
      assertThat(after.events()).isEqualTo(before.events());
      assertThat(after.trials()).isEqualTo(before.trials());
    } finally {
      paused.signal("CONT");
      paused.kill();
    }
  }

  private static int finished(Path results) throws Exception {
    if (!Files.isDirectory(results.resolve("epochs"))) {
      return 0; // it has not begun
    }
    try {
      return SweepJournal.read(Storages.of(results.toString())).counts().finished();
    } catch (NoSweepException aboutToBegin) {
      return 0;
    }
  }
}
