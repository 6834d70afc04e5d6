package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.attune.cluster.store.Storages;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver is killed at a random moment, and the same command picks the sweep up. */
class KilledDriverIT {

  /** Spark is up after some 3 s, and the short sweep takes some 15. */
  private static final int EARLIEST_MILLIS = 2_000;

  private static final int LATEST_MILLIS = 14_000;

  @TempDir Path folder;

  @Test
  void aKilledSweepIsPickedUp() throws Exception {
    killAndResume(new Random(7));
  }

  @Test
  void aSweepKilledTwiceIsPickedUp() throws Exception {
    Path sweep = ShortSweep.write(folder);
    Path results = folder.resolve("results");
    Random random = new Random(11);
    killAfter(random, sweep, results);
    killAfter(random, sweep, results);
    resume(sweep, results);
  }

  @Tag("soak")
  @RepeatedTest(20)
  void survivesTwentyKills(RepetitionInfo repetition) throws Exception {
    killAndResume(new Random(100 + repetition.getCurrentRepetition()));
  }

  private void killAndResume(Random random) throws Exception {
    Path sweep = ShortSweep.write(folder);
    Path results = folder.resolve("results");
    killAfter(random, sweep, results);
    resume(sweep, results);
  }

  private static void killAfter(Random random, Path sweep, Path results) throws Exception {
    Launched run = Launched.attune("run", sweep, "--out", results);
    Thread.sleep(random.nextInt(EARLIEST_MILLIS, LATEST_MILLIS));
    run.kill();
  }

  private static void resume(Path sweep, Path results) throws Exception {
    Map<String, Instant> before = finished(results);
    Launched.Result resumed = Launched.attune("run", sweep, "--out", results).await();
    assertThat(resumed.exit()).as(resumed.error()).isZero();
    ShortSweep.assertComplete(results);
    assertThat(finished(results)).containsAllEntriesOf(before);
  }

  /**
   * When each finished attempt ended, by trial and attempt: a trial trained again would change it.
   */
  private static Map<String, Instant> finished(Path results) throws Exception {
    Map<String, Instant> finished = new HashMap<>();
    if (!Files.isDirectory(results.resolve("epochs"))) {
      return finished; // killed before the sweep began
    }
    for (TrialStatus trial : SweepJournal.read(Storages.of(results.toString())).trials()) {
      for (Attempt attempt : trial.attempts()) {
        if (attempt.state() == TrialState.FINISHED) {
          finished.put(
              trial.trial().id() + "." + attempt.number(), attempt.endedAt().orElseThrow());
        }
      }
    }
    return finished;
  }
}
