package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.attune.cluster.store.Storages;
import org.attune.sweeps.journal.NoSweepException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver is killed at a random moment, and the same command picks the sweep up. */
class KilledDriverIT {

  /** A trial takes a second or two: the moment falls anywhere within one. */
  private static final int WITHIN_MILLIS = 1_500;

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
    killAfter(random.nextInt(1, 3), random, sweep, results);
    killAfter(random.nextInt(4, 6), random, sweep, results);
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
    killAfter(random.nextInt(1, 6), random, sweep, results);
    resume(sweep, results);
  }

  /** Kills it once so many trials have finished, at a moment when others are under way. */
  private static void killAfter(int finished, Random random, Path sweep, Path results)
      throws Exception {
    Launched run = Launched.attune("run", sweep, "--out", results);
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !run.alive() || finished(results).size() >= finished);
    Thread.sleep(random.nextInt(WITHIN_MILLIS));
    assertThat(run.alive()).as("killed too late: %s", run.error()).isTrue();
    run.kill();

    Counts counts = SweepJournal.read(Storages.of(results.toString())).counts();
    assertThat(counts.finished()).isBetween(finished, ShortSweep.TRIALS - 1);
    assertThat(counts.running()).as("killed while trials ran").isPositive();
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
      return finished; // it has not begun
    }
    SweepView sweep;
    try {
      sweep = SweepJournal.read(Storages.of(results.toString()));
    } catch (NoSweepException e) {
      return finished; // it is about to begin
    }
    for (TrialStatus trial : sweep.trials()) {
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
