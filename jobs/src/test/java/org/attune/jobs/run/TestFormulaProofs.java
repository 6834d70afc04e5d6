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
      task: {name: text, validation-examples: 8}
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
        .contains("all numbers are finite at the cells' heads and lengths, up to 4,096 tokens");
  }

  private Printed validate(String formulas, int tokens) throws Exception {
    Path file = folder.resolve("f.yaml");
    Files.writeString(
        file,
        """
        sweep: f
        task: {name: text, length: %d, validation-examples: 8}
        model: {width: 16, layers: 1}
        train: {steps: 4, batch: 2}
        axes:
          model.heads: [2, 8]
          attention.scores: [%s]
        objective: {metric: validation_loss, goal: minimize}
        """
            .formatted(tokens, formulas));
    return Printed.of("validate", file);
  }

  @Test
  void aFormulaIsProvenAtEveryNumberOfHeads() throws Exception {
    assertThat(validate("{formula: \"s / (5 - h)\"}", 32).error())
        .contains("f.yaml:7:32: attention.scores: s / (5 - h) is not finite at the start");
  }

  @Test
  void whatWasTriedIsSaidWhereAFormulaChangesNothing() throws Exception {
    String formulas =
        "{formula: \"max(s, -3)\"}, {formula: \"max(s, -1e6)\"}, {formula: \"where(h == 5, s + 1, s)\"}";

    Printed validated = validate(formulas, 32);
    assertThat(validated.error())
        .contains(
            "warning: attention.scores: max(-1000000, s) changed nothing where it was tried: its"
                + " cells train the same network as cells without it\n")
        .doesNotContain("where(", "max(-3");
    assertThat(validated.output())
        .containsPattern(
            "attention.scores: max\\(-3, s\\): 0 parameters and [0-9,]+ FLOPs a token in each layer\n")
        .containsPattern(
            "attention.scores: max\\(-1000000, s\\): .* in each layer; changed nothing where it was tried: sequences of 32 tokens, 2 heads and inputs of size 0.02, 1 and 50\n")
        .containsPattern("attention.scores: max\\(-1000000, s\\): .* 32 tokens, 8 heads and")
        .containsPattern("attention.scores: where\\(5 == h, .* 32 tokens, 2 heads and")
        .doesNotContainPattern("attention.scores: where\\(5 == h, .* 32 tokens, 8 heads and");
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

  /** Also where every cell of one has another: no cell proves either alone. */
  @Test
  void everyFormulaThatDoesNotHoldIsRefusedAtOnce() throws Exception {
    Path file = folder.resolve("f.yaml");
    Files.writeString(
        file,
        """
        sweep: f
        task: {name: text, validation-examples: 8}
        model: {width: 16, layers: 1, heads: 2}
        train: {steps: 4, batch: 2}
        axes:
          attention.gate:
            - {formula: "y * exp(exp(linear(x)))"}
            - {formula: "y + 1/(i - i)"}
          attention.scores: [{formula: "s + 1/(i - c)", c: [0, 1, 100]}]
        objective: {metric: validation_loss, goal: minimize}
        """);

    Printed printed = Printed.of("validate", file);

    assertThat(printed.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(printed.error().lines().map(line -> line.replace(file + ":", "")))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("7:17: attention.gate: y * exp(exp(linear(x)))"),
            line ->
                assertThat(line).startsWith("8:17: attention.gate: y + 1/(i - i) is not finite"),
            line ->
                assertThat(line)
                    .startsWith("9:32: attention.scores: s + 1/(i - c) (with c = 0) is not"));
  }

  @Test
  void everyFormulaThatCannotBeReadIsRefusedAtOnce() throws Exception {
    Path file = folder.resolve("f.yaml");
    Files.writeString(
        file,
        """
        sweep: f
        task: {name: text, validation-examples: 8}
        model: {width: 16, layers: 1, heads: 2}
        train: {steps: 4, batch: 2}
        axes:
          attention.gate:
            - formula:
                - "y * foo(x)"
                - "y * tanh(x"
                - "y * f(x) * bar(x)"
              f: [tanh, sigmoid]
            - {formula: "y * z"}
          attention.scores: [{formula: "s + r"}]
        objective: {metric: validation_loss, goal: minimize}
        """);

    assertThat(Printed.of("validate", file).error().lines().map(l -> l.replace(file + ":", "")))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("8:11: attention.gate: column 5: there is no"),
            line ->
                assertThat(line).startsWith("9:11: attention.gate: column 11: a ')' is missing"),
            line -> assertThat(line).startsWith("10:11: ").contains("function 'bar'"),
            line -> assertThat(line).startsWith("12:17: ").contains("'z' has no meaning"),
            line -> assertThat(line).startsWith("13:32: ").contains("'r' has no meaning"));
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
