package org.attune.jobs.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.attune.jobs.Ran;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stopping rules of sweeps whose trials are measured at their end only. */
class TestUnmeasuredTrials {

  private static final String WARNING = "stop: asha can stop no trial";

  @TempDir Path folder;

  @Test
  void aRuleThatCanStopNoTrialIsWarnedOf() throws Exception {
    assertThat(validated("")).contains(WARNING).contains("set train.evaluate-every");
    assertThat(validated(", evaluate-every: 5")).doesNotContain(WARNING);
  }

  @Test
  void aRuleThatFirstJudgesBeyondTheEndIsWarnedOf() throws Exception {
    String measured = ", evaluate-every: 5";
    assertThat(validated(measured, "asha: {min-steps: 21}"))
        .contains(WARNING)
        .contains("min-steps is 21, and no trial has more than 20 steps", "to 6 or less");
    assertThat(validated(measured, "hyperband: {min-steps: 7}"))
        .contains("stop: hyperband can stop no trial", "set min-steps to 6 or less");
    assertThat(validated(measured, "hyperband: {min-steps: 6}")).doesNotContain("can stop no");
    assertThat(validated(measured, "asha: {min-steps: 20}")).doesNotContain(WARNING);
  }

  @Test
  void aRuleThatLeavesTheSurvivorsOfACellsSeedsIsWarnedOfOnce() throws Exception {
    String survivors = "stop: asha ends the seeds that do worst";
    String three = "asha: {min-steps: 5}}\nreplicates: 3 #";

    assertThat(validated(", evaluate-every: 5", three)).containsOnlyOnce(survivors);
    assertThat(validated(", evaluate-every: 5")).doesNotContain(survivors);
    assertThat(validated("", three)).doesNotContain(survivors);
  }

  @Test
  void aRuleThatIsMeasuredAfterTheEndOnlyIsWarnedOf() throws Exception {
    assertThat(validated(", evaluate-every: 20"))
        .contains(WARNING)
        .contains("steps between measurements, fewer than the 20 of a training");
    assertThat(validated(", evaluate-every: 19")).doesNotContain(WARNING);
  }

  @Test
  void aRuleOfMorePatienceThanMeasurementsIsWarnedOf() throws Exception {
    assertThat(validated(", evaluate-every: 5", "patience: {}"))
        .contains(
            "stop: patience can stop no trial: it waits for 10 reports without a better value, and"
                + " a training of 20 steps with train.evaluate-every 5 has 3 before its end");
    assertThat(validated(", evaluate-every: 5", "patience: {reports: 3}"))
        .doesNotContain("can stop no");
    assertThat(validated("", "patience: {metric: train_loss}")).doesNotContain("can stop no");
  }

  @Test
  void aRuleThatActsFromAStepBeyondTheEndIsWarnedOf() throws Exception {
    assertThat(validated(", evaluate-every: 5", "median: {min-steps: 21}"))
        .contains(
            "stop: median can stop no trial: min-steps is 21, and no trial has more than 20 steps");
    assertThat(validated(", evaluate-every: 5", "turns: {}"))
        .contains(
            "stop: turns can pause no trial: steps is 1,000, and no trial has more than 20 steps");
    assertThat(validated(", evaluate-every: 5", "median: {min-steps: 20}"))
        .doesNotContain("can stop no");
  }

  @Test
  void aRuleThatEndsNothingLeavesNoSurvivors() throws Exception {
    assertThat(validated(", evaluate-every: 5", "turns: {steps: 5}}\nreplicates: 3 #"))
        .doesNotContain("that survive");
  }

  private String validated(String setting) throws Exception {
    return validated(setting, "asha: {min-steps: 5}");
  }

  private String validated(String setting, String rule) throws Exception {
    Path file = folder.resolve("stopped.yaml");
    Files.writeString(
        file,
        """
        sweep: stopped
        task: {name: text, length: 16, validation-examples: 8}
        model: {width: 16, layers: 1, heads: 2}
        train: {steps: 20%s}
        axes: {train.learning-rate: [1e-3, 3e-3]}
        stop: {%s}
        objective: {metric: validation_loss, goal: minimize}
        """
            .formatted(setting, rule));
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, UTF_8));
    try {
      Ran ran = Ran.attune("validate", file.toString());
      assertThat(ran.exit()).as(ran.error()).isZero();
    } finally {
      System.setErr(before);
    }
    return said.toString(UTF_8);
  }
}
