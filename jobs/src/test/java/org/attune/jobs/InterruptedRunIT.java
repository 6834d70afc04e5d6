package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.attune.cluster.store.Storages;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
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

  @TempDir Path folder;

  @Test
  void aRunThatIsInterruptedTwiceGoesOnEachTime() throws Exception {
    Path sweep = ShortSweep.write(folder);
    Random random = new Random(5);
    interrupt("INT", sweep, random);
    interrupt("TERM", sweep, random);
    complete(sweep);
  }

  @Tag("soak")
  @RepeatedTest(10)
  void aRunIsInterruptedAtTenMoments(RepetitionInfo repetition) throws Exception {
    Path sweep = ShortSweep.write(folder);
    interrupt("INT", sweep, new Random(100 + repetition.getCurrentRepetition()));
    complete(sweep);
  }

  private void interrupt(String signal, Path sweep, Random random) throws Exception {
    Launched run = Launched.attune("run", sweep, "--out", folder.resolve("results"));
    Thread.sleep(random.nextInt(EARLIEST_MILLIS, LATEST_MILLIS));
    if (!run.alive() || !listens()) {
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
    assertThat(end.exit()).as(end.error()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(end.error()).contains("interrupted by SIG" + signal);
    SweepView left = SweepJournal.read(Storages.of(folder.resolve("results").toString()));
    assertThat(left.counts().running()).isZero();
    assertNoFailedAttempt(left);
  }

  /** Whether the run has begun its journal; it takes signals from before that. */
  private boolean listens() {
    return Files.isDirectory(folder.resolve("results/journal"));
  }

  private void complete(Path sweep) throws Exception {
    Path results = folder.resolve("results");
    Launched.Result resumed = Launched.attune("run", sweep, "--out", results).await();
    assertThat(resumed.exit()).as(resumed.error()).isZero();
    ShortSweep.assertComplete(results);
    assertNoFailedAttempt(SweepJournal.read(Storages.of(results.toString())));
  }

  private static void assertNoFailedAttempt(SweepView sweep) {
    assertThat(sweep.trials())
        .flatExtracting(TrialStatus::attempts)
        .noneMatch(attempt -> attempt.state() == TrialState.FAILED);
  }
}
