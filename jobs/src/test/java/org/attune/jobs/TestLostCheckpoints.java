package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.report.LostCheckpoints;
import org.attune.jobs.report.RunReport;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.spec.Checkpointing.Keep;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user sees of checkpoints that a full disk had no room for. */
class TestLostCheckpoints {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);
  private static final String FULL = "checkpoints/a.sha256.zip: No space left on device";

  @TempDir private Path directory;

  @Test
  void theRunsEndCountsThemAndSaysWhatToDo() throws Exception {
    SweepView sweep = lost(2, 1);

    assertThat(new RunReport(sweep, new TrialCatalog().tree(), "d").print())
        .contains(
            "checkpoints of 2 trials could not be written (No space left on device); the results"
                + " are complete\n",
            "make room, and run the sweep into another directory with --out\n");
    assertThat(Printed.attune("status", directory)).contains("checkpoints of 2 trials could not");
  }

  @Test
  void onlyOnesThatWereToBeKeptAreMissed() throws Exception {
    SweepView best = lost(1, 1);
    assertThat(LostCheckpoints.lack(best, Keep.NONE)).isFalse();
    assertThat(LostCheckpoints.lack(best, Keep.BEST)).isTrue();
    assertThat(LostCheckpoints.lack(best, Keep.ALL)).isTrue();
  }

  @Test
  void aWorseTrialsIsMissedOnlyWhereAllAreKept() throws Exception {
    SweepView worse = lost(1, 3);
    assertThat(LostCheckpoints.lack(worse, Keep.BEST)).isFalse();
    assertThat(LostCheckpoints.lack(worse, Keep.ALL)).isTrue();
  }

  @Test
  void oneThatALaterOneReplacedIsNotLost() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(directory, "lost", LOSS)) {
      sweep.unsaved(Map.of("width", "8"), 0, Map.of("validation_loss", 1.0), "").flush();
    }
    assertThat(LostCheckpoints.text(Sweeps.read(directory.toString()))).isEmpty();
  }

  @Test
  void aReasonWithoutAFileIsPrintedInFull() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(directory, "lost", LOSS)) {
      sweep.unsaved(Map.of("width", "8"), 0, Map.of("validation_loss", 1.0), "disk full").flush();
    }
    assertThat(LostCheckpoints.text(Sweeps.read(directory.toString()))).contains("(disk full)");
  }

  @Test
  void bestSaysThatItWasNeverWritten(@TempDir Path folder) throws Exception {
    lost(1, 1);
    Printed best = Printed.of("best", directory, "--checkpoint", folder.resolve("best.zip"));
    assertThat(best.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(best.error()).contains("was never written: " + FULL).doesNotContain("keep: best");
  }

  /** A sweep with a trial of loss 2, and others that could not be written. */
  private SweepView lost(int trials, double loss) throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(directory, "lost", LOSS)) {
      sweep.finished(Map.of("width", "8"), 0, Map.of("validation_loss", 2.0));
      for (int i = 0; i < trials; i++) {
        sweep.unsaved(Map.of("width", "16"), i, Map.of("validation_loss", loss + i), FULL);
      }
      sweep.flush();
    }
    return Sweeps.read(directory.toString());
  }
}
