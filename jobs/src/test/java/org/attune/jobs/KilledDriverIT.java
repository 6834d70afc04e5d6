package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
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

  private static final int RUNS = 5;

  @TempDir Path folder;

  @Test
  void aSweepKilledTwiceIsPickedUp() throws Exception {
    killAndResume(new Random(11), 1, 4);
  }

  @Tag("soak")
  @RepeatedTest(20)
  void survivesTwentyKills(RepetitionInfo repetition) throws Exception {
    Random random = new Random(100 + repetition.getCurrentRepetition());
    killAndResume(random, random.nextInt(1, 6));
  }

  /**
   * Kills the drivers of one sweep, and lets a last one end it. Where one has ended before its kill
   * came, all begin again.
   *
   * @param finished about how many trials have ended when each is killed
   */
  private void killAndResume(Random random, int... finished) throws Exception {
    Path sweep = ShortSweep.write(folder);
    for (int run = 0; run < RUNS; run++) {
      Path results = folder.resolve("results-" + run);
      boolean killed = true;
      for (int i = 0; i < finished.length && killed; i++) {
        killed = killAfter(finished[i], random, sweep, results);
      }
      if (killed) {
        resume(sweep, results);
        return;
      }
    }
    fail("Each of %d runs ended before its kill came.", RUNS);
  }

  /**
   * Kills it once a number of trials have finished, at a moment when others are under way.
   *
   * @return false where it came too late for that
   */
  private static boolean killAfter(int finished, Random random, Path sweep, Path results)
      throws Exception {
    Launched run = Launched.attune("run", sweep, "--out", results, "--set", "execution.slots=2");
    await()
        .atMost(Duration.ofMinutes(20))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !run.alive() || finished(results).size() >= finished);
    Duration moment = Duration.ofMillis(random.nextInt(WITHIN_MILLIS));
    await().forever().pollDelay(moment).until(() -> true);
    boolean alive = run.alive();
    run.kill();

    if (!alive) {
      assertThat(run.await().exit()).as(run.error()).isZero();
      return false;
    }
    Counts counts = SweepJournal.read(Storages.of(results.toString())).counts();
    assertThat(counts.finished()).isGreaterThanOrEqualTo(finished);
    return counts.running() > 0;
  }

  private static void resume(Path sweep, Path results) throws Exception {
    Map<String, Instant> before = finished(results);
    Launched.Result resumed =
        Launched.attune("run", sweep, "--out", results, "--set", "execution.slots=2").await();
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
