package org.attune.jobs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.trial.Cause;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.console.Interruption;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What status says of trials that a run left, and of those that resumed. */
class TestInterruptedTrials {

  @TempDir Path directory;

  /** After Ctrl-C the journal calls the attempts abandoned, and their trials pending. */
  @Test
  void trialsThatAnEndedRunLeftAreInterrupted() throws Exception {
    try (RecordedSweep recorded = RecordedSweep.in(directory, TestSweepStatus.oneRetry())) {
      recorded.finished(Map.of("width", "16"), 0, Map.of("validation_loss", 1.0));
      recorded.failed(Map.of("width", "32"), 0, Cause.TRANSIENT, "a read failed");
      recorded.running(Map.of("width", "64"), 0, 3.0, 2.0).gaveUp("interrupted by SIGINT");
      recorded.interrupted("interrupted by SIGINT").flush();
    }
    SweepView view = Sweeps.read(directory.toString());
    SweepStatus status = new SweepStatus("DIR", view, false, Optional.empty(), view.startedAt());

    assertThat(new StatusText(status).text())
        .contains("sweep lossy-00000000, interrupted by SIGINT\n")
        .contains("1 finished, 0 stopped, 0 running, 3 pending (1 interrupted), 0 failed\n")
        .contains("\nrerun the command that started it to resume\n")
        .containsPattern("width=64 +attempt 1 on host, at step 20 when its driver ended");
    assertThat((List<?>) status.object().get("interrupted_trials")).hasSize(1);
    assertThat(status.line()).contains(", interrupted with 1 trial begun");
    assertThat(Interruption.of(view).orElseThrow().message())
        .isEqualTo(
            "interrupted by SIGINT: 1 of 4 trials have ended, 1 was interrupted; rerun the same"
                + " command to resume");
  }

  @Test
  void aResumedTrialIsAtTheStepOfItsCheckpointUntilItReports() throws Exception {
    try (RecordedSweep recorded = RecordedSweep.in(directory, TestSweepStatus.oneRetry())) {
      recorded.running(Map.of("width", "64"), 0, 3.0, 2.0).gaveUp("interrupted by SIGINT");
      recorded.runsAfter(15).flush();
    }
    SweepView view = Sweeps.read(directory.toString());
    SweepStatus status = new SweepStatus("DIR", view, true, Optional.empty(), view.startedAt());

    assertThat(new StatusText(status).text())
        .contains("attempt 2 on host, resumed after step 15, since");
    assertThat(status.object().get("running_trials").toString()).contains("step=15");
    assertThat(status.object().get("interrupted_trials")).isEqualTo(List.of());
  }
}
