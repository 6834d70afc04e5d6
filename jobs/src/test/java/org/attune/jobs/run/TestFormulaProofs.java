package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.attune.jobs.Printed;
import org.attune.jobs.console.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code validate} says of formulas. */
class TestFormulaProofs {

  private static final String SWEEP =
      """
      sweep: f
      task: text
      model: {width: 16, layers: 1, heads: 2}
      train: {steps: 4, batch: 2}
      axes:
        attention.gate: [none, {formula: "sigmoid(linear(x)) * y"}]
        attention.weights: [softmax, {formula: "%s"}]
      objective: {metric: validation_loss, goal: minimize}
      """;

  @TempDir private Path folder;

  private Printed validate(String weights) throws Exception {
    Path file = folder.resolve("f.yaml");
    Files.writeString(file, SWEEP.formatted(weights));
    return Printed.of("validate", file);
  }

  @Test
  void aFormulaIsTriedOnceAndComparedWithBuiltInParts() throws Exception {
    Printed printed = validate("softmax(s / 2)");

    assertThat(printed.exit()).isEqualTo(ExitCode.DONE);
    assertThat(printed.output())
        .containsOnlyOnce("formula     attention.gate: sigmoid(linear(x)) * y: 256 parameters and ")
        .contains("equals attention.gate learned")
        .containsOnlyOnce("formula     attention.weights: softmax(s / 2): 0 parameters and ")
        .containsOnlyOnce("proven      no formula looks at a later token")
        .contains("finite in sequences of up to 1,024 tokens (scores and weights: 512)");
  }

  @Test
  void aGateThatForgetsWhatTheHeadsReadIsTold() throws Exception {
    Path file = folder.resolve("f.yaml");
    Files.writeString(
        file, SWEEP.formatted("s").replace("sigmoid(linear(x)) * y", "sigmoid(q + v)"));

    assertThat(Printed.of("validate", file).output())
        .contains("; does not read y, so nothing that the heads read passes");
  }

  @Test
  void aRefusedFormulaIsQuotedAsTyped() throws Exception {
    assertThat(validate("s + 1/z\", z: \"i - i").error())
        .startsWith(folder.resolve("f.yaml") + ":7:42: attention.weights: s + 1/z is not finite");
    assertThat(
            validate("softmax(s) + 1/(i - c)\", c: [100, 3], where: {}, name: \"formula").error())
        .contains("f.yaml:7:42: attention.weights: softmax(s) + 1/(i - c) (with c = 3) is not");
  }

  @Test
  void aRefusedGateIsQuotedAsTyped() throws Exception {
    Path file = folder.resolve("f.yaml");
    Files.writeString(
        file, SWEEP.formatted("s").replace("sigmoid(linear(x)) * y", "y * exp(exp(linear(x)))"));

    assertThat(Printed.of("validate", file).error())
        .startsWith(file + ":6:36: attention.gate: y * exp(exp(linear(x))) is not finite");
  }

  @Test
  void aFormulaThatDoesNotHoldIsRefusedBeforeAnythingRuns() throws Exception {
    Printed printed = validate("exp(s) / sum(exp(s), keys)");

    assertThat(printed.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(printed.error())
        .contains("f.yaml:7:42: attention.weights: exp(s) / sum(exp(s), keys) is not finite")
        .contains("with inputs of size 50");
    assertThat(printed.output()).doesNotContain("is valid");
  }
}
