package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.jobs.Ran;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code match: parameters} over Attune's own models, as {@code validate} prints it. */
class TestCellSizes {

  @TempDir Path folder;

  @Test
  void validatePrintsWhatWasSolvedAndTheDifferenceThatIsLeft() throws Exception {
    Path file = folder.resolve("equal.yaml");
    Files.writeString(
        file,
        """
        sweep: equal
        task: {name: text, validation-examples: 8}
        model: {width: 64, layers: 2, heads: 4, feed-forward: 256}
        train.steps: 10
        cells:
          plain: {}
          gate: {attention.gate: learned}
          convolution: {attention.score-conv: convolution}
        match: parameters
        objective: {metric: validation_loss, goal: minimize}
        """);
    Ran ran = Ran.attune("validate", file.toString());

    assertThat(ran.exit()).as(ran.error()).isZero();
    assertThat(ran.output()).contains("FLOPs a trial").contains("model.feed-forward=");
    // keys and values of 64 tokens in two layers of width 64
    assertThat(ran.output()).contains("state bytes").contains("65,536 to 75,776 bytes");
    Matcher left =
        Pattern.compile("([+-][\\d,]+)\\s+[\\d.e+]+\\s+[\\d,]+\\s*$", Pattern.MULTILINE)
            .matcher(ran.output());
    int cells = 0;
    while (left.find()) {
      cells++;
      // Half of what one hidden unit weighs: two layers, three matrices of a gated unit, no bias.
      assertThat(Math.abs(Long.parseLong(left.group(1).replace(",", ""))))
          .isLessThanOrEqualTo(2 * 3 * 64 / 2);
    }
    assertThat(cells).isEqualTo(3);
  }

  @Test
  void aLongFormulaIsCutInTheTableAndWholeBelow() throws Exception {
    String formula = "sigmoid(linear(x)) * 0.25 + sigmoid(linear(x, as: w)) * 0.75";
    Path file = folder.resolve("long.yaml");
    Files.writeString(
        file,
        """
        sweep: long
        task: text
        model: {width: 16, layers: 1, heads: 2}
        cells:
          mine: {attention.gate: {formula: "%s"}}
        objective: {metric: validation_loss, goal: minimize}
        """
            .formatted(formula));
    Ran ran = Ran.attune("validate", file.toString());

    assertThat(ran.exit()).as(ran.error()).isZero();
    assertThat(ran.output().lines().filter(line -> line.startsWith("mine")))
        .singleElement()
        .satisfies(row -> assertThat(row).contains("... "));
    assertThat(ran.output().lines().filter(line -> line.startsWith("formula")))
        .singleElement()
        .satisfies(line -> assertThat(line).contains("0.25", "0.75").doesNotContain("..."));
  }
}
