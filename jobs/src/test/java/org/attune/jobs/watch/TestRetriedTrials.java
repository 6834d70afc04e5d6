package org.attune.jobs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.api.search.Objective.Goal;
import org.attune.api.trial.Cause;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code retry} says of the trials that it leaves as they are. */
class TestRetriedTrials {

  @TempDir Path folder;

  @Test
  void trialsWithoutAFiniteLossAreNamedAndLeft() throws Exception {
    Path directory = folder.resolve("sweep");
    Objective objective = new Objective("loss", Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "nan", objective)) {
      sweep.finished(Map.of("width", "16"), 0, Map.of("loss", Double.NaN));
      sweep.failed(Map.of("width", "32"), 0, Cause.TRIAL_FAULT, "no such head");
      sweep.completed().published();
    }

    assertThat(Printed.attune("retry", directory, "--failed"))
        .isEqualTo(
            "1 failed trial runs again with the next 'attune run'; 1 without a finite loss, which"
                + " is a result: none of them runs again\n");
  }
}
