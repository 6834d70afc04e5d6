package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.attune.jobs.Printed;
import org.attune.jobs.console.ExitCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code validate} and {@code run} refuse of GPUs before anything starts. */
class TestIdleGpus {

  private static final String MODELS =
      """
      sweep: f
      task: text
      model: {width: 16, layers: 1, heads: 2}
      train: {steps: 4, batch: 2}
      axes: {attention.gate: [none, learned]}
      execution: {gpus-per-trial: %s}
      objective: {metric: validation_loss, goal: minimize}
      """;
  private static final String PROGRAM =
      """
      sweep: p
      task: {command: {run: "true", metrics: {loss: lower}}}
      execution: {gpus-per-trial: 2}
      objective: {metric: loss, goal: minimize}
      """;
  private static final String OFF = "attune.fusion.off";

  @TempDir private Path folder;

  @AfterEach
  void allRules() {
    System.clearProperty(OFF);
  }

  @ParameterizedTest
  @ValueSource(strings = {"validate", "run"})
  void aModelsTrialWithSeveralGpusIsRefused(String command) throws Exception {
    Printed printed = attune(command, MODELS.formatted("2"));

    assertThat(printed.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(printed.error())
        .contains(
            "execution.gpus-per-trial: 2, and a model's trial computes on one GPU, so the others"
                + " would idle: write 1, or a share such as 0.5; programs may have several");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void programsMayHaveSeveralAndModelsOne() throws Exception {
    assertThat(attune("validate", PROGRAM).exit()).isEqualTo(ExitCode.DONE);
    assertThat(attune("validate", MODELS.formatted("1")).exit()).isEqualTo(ExitCode.DONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"validate", "run"})
  void anUnknownRuleToSwitchOffIsRefusedBeforeAnythingStarts(String command) throws Exception {
    System.setProperty(OFF, "gians");

    Printed printed = attune(command, MODELS.formatted("1"));

    assertThat(printed.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(printed.error()).contains("Invalid attune.fusion.off: no rule 'gians'; there are ");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  private Printed attune(String command, String text) throws Exception {
    Path file = Files.writeString(folder.resolve("f.yaml"), text);
    return command.equals("run")
        ? Printed.of("run", file, "--out", folder.resolve("out"))
        : Printed.of("validate", file);
  }
}
