package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.attune.cluster.store.Storages;
import org.attune.jobs.console.ExitCode;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C comes at a random moment, and the same command goes on. */
class InterruptedRunIT {

  /** The process listens within 2 s, Spark is up after some 3, the short sweep takes some 15. */
  private static final int EARLIEST_MILLIS = 3_000;

  private static final int LATEST_MILLIS = 12_000;

  /** Some two minutes' worth: no moment comes after its end. */
  private static final int LONG_TRIALS = 16;

  private static final int LONG_STEPS = 2_000;

  @TempDir Path folder;

  @Test
  void aRunThatIsInterruptedTwiceGoesOnEachTime() throws Exception {
    Path sweep = ShortSweep.write(folder);
    Random random = new Random(5);
    interrupt("INT", sweep, random);
    interrupt("TERM", sweep, random);
    complete(sweep, ShortSweep.TRIALS);
  }

  /**
   * At any moment from before the process listens to the middle of a sweep that is far from its
   * end; it says at which, for whoever reads along.
   */
  @Tag("soak")
  @RepeatedTest(10)
  void aRunIsInterruptedAtTenMoments(RepetitionInfo repetition) throws Exception {
    Path sweep = ShortSweep.write(folder, LONG_TRIALS, LONG_STEPS);
    int moment = new Random(100 + repetition.getCurrentRepetition()).nextInt(500, 20_000);
    Launched run = Launched.attune("run", sweep, "--out", folder.resolve("results"));
    Thread.sleep(moment);
    run.signal("INT");
    Launched.Result end = run.await();
    assertThat(end.exit()).as(end.error()).isEqualTo(ExitCode.INTERRUPTED);
    int finished = 0;
    if (journals() > 0) {
      SweepView left = SweepJournal.read(Storages.of(folder.resolve("results").toString()));
      assertThat(left.counts().running()).isZero();
      assertNoFailedAttempt(left);
      finished = left.counts().finished();
    }
    System.out.printf(
        "Ctrl-C after %d ms: exit %d, %d of %d trials finished%n",
        moment, end.exit(), finished, LONG_TRIALS);
    complete(sweep, LONG_TRIALS);
  }

  private void interrupt(String signal, Path sweep, Random random) throws Exception {
    int before = journals();
    Launched run = Launched.attune("run", sweep, "--out", folder.resolve("results"));
    Duration moment = Duration.ofMillis(random.nextInt(EARLIEST_MILLIS, LATEST_MILLIS));
    Awaitility.await().forever().pollDelay(moment).until(() -> true);
    if (!run.alive() || journals() == before) {
      run.signal(signal);
      run.await();
      return; // it came before there was anything to end in order, or after the end
    }
    run.signal(signal);
    Launched.Result end = run.await();
    if (end.exit() == 0) { // it came as the sweep ended
      ShortSweep.assertComplete(folder.resolve("results"));
      return;
    }
    SweepView left = SweepJournal.read(Storages.of(folder.resolve("results").toString()));
    if (left.completed().isPresent()) { // it came between the sweep's end and the process'
      assertThat(end.exit()).as(end.error()).isGreaterThan(128);
      assertNoFailedAttempt(left);
      return;
    }
    assertThat(end.exit()).as(end.error()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(end.error()).contains("interrupted by SIG" + signal);
    assertThat(left.counts().running()).isZero();
    assertNoFailedAttempt(left);
  }

  /** The journals that runs have begun, one each; a run takes signals from before that. */
  private int journals() throws IOException {
    Path journals = folder.resolve("results/journal");
    if (!Files.isDirectory(journals)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(journals)) {
      return (int) files.count();
    }
  }

  private void complete(Path sweep, int trials) throws Exception {
    Path results = folder.resolve("results");
    Launched.Result resumed = Launched.attune("run", sweep, "--out", results).await();
    assertThat(resumed.exit()).as(resumed.error()).isZero();
    ShortSweep.assertComplete(results, trials);
    assertNoFailedAttempt(SweepJournal.read(Storages.of(results.toString())));
  }

  private static void assertNoFailedAttempt(SweepView sweep) {
    assertThat(sweep.trials())
        .flatExtracting(TrialStatus::attempts)
        .noneMatch(attempt -> attempt.state() == TrialState.FAILED);
  }
}
