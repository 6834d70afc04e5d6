package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of a user's program: Attune neither tunes it nor knows its parameters. */
class TestClaimsOfPrograms {

  @TempDir Path folder;

  @Test
  void aProgramWithoutTuningIsNotCalledTuned() throws Exception {
    Path spec =
        Files.writeString(
            folder.resolve("mine.yaml"),
            """
            sweep: mine
            task:
              command:
                run: 'echo "{\\"step\\": 1, \\"loss\\": $ATTUNE_PARAM_LR}"'
                parameters: {lr: {real: [1e-5, 10], default: 1}}
                metrics: {loss: lower}
            cells: {low: {lr: 1}, high: {lr: 2}}
            replicates: 3
            objective: {metric: loss, goal: minimize}
            claims:
              - {says: Low is lower, cell: low, is: below, of: high}
            """);
    Ran run = Ran.attune("run", spec.toString(), "--out", folder.resolve("run").toString());

    assertThat(run.output())
        .contains("Judged on the validation split: these results have no sealed split.")
        .doesNotContain("tuning", "parameters", "w/o embedding");
  }
}
