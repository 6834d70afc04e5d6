package org.attune.sweeps.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.attune.sweeps.event.Design;
import org.junit.jupiter.api.Test;

class TestSpecText {

  private static final String PROGRAM =
      """
      sweep: own
      seed: 1
      task.program: #!/bin/sh
      axes.a[99999999999]: x
      replicates: 9
      stop: median
      objectives: minimize spam
      echo done
      model.layers: 2
      axes.model.heads[0]: 2, 4
      axes.model.gate[0]: none
      axes.model.gate[1]: learned
      axes.model.gate[1].model.width: 32, 64
      search: random, trials 8
      replicates: 2
      objective.metric: loss
      objective.goal: minimize
      objectives: maximize accuracy
      execution.mode: fan-out
      """;

  @Test
  void theSpecsOwnLineOfAKeyIsTheLast() {
    SpecText text = SpecText.of(PROGRAM);

    assertThat(text.value("replicates")).contains("2");
    assertThat(text.all("replicates")).containsExactly("9", "2");
    assertThat(text.values("objectives")).containsExactly("maximize accuracy");
    assertThat(text.values("stop")).isEmpty();
    assertThat(Design.ofText(PROGRAM).stopsEarly()).as("a program's line is not a rule").isFalse();
  }

  @Test
  void linesThatAreNoEntriesContinueTheOneAbove() {
    assertThat(SpecText.of(PROGRAM).all("objectives").get(0)).isEqualTo("minimize spam\necho done");
    assertThat(SpecText.of("no entry\nseed: 1\n").keys()).containsExactly("seed");
  }

  @Test
  void branchesHaveTheirOwnValuesUnderTheEmptyKey() {
    SpecText text = SpecText.of(PROGRAM);

    assertThat(text.axes()).containsExactly("model.heads", "model.gate");
    assertThat(text.branches("model.heads")).containsExactly(Map.of("", "2, 4"));
    assertThat(text.branches("model.gate"))
        .containsExactly(Map.of("", "none"), Map.of("", "learned", "model.width", "32, 64"));
    assertThat(text.branches("model.layers")).isEmpty();
  }

  /** A sweep file has its named cells under {@code cells}, beside {@code axes}. */
  @Test
  void namedCellsAreShownUnderTheirKeyOfTheFile() {
    assertThat(
            SpecDifference.between(
                "axes.model.gate[0]: none\naxes.cells[1].model.gate: none\n",
                "axes.model.gate[0]: none\naxes.cells[1].model.gate: learned\n"))
        .isEqualTo("  - cells[1].model.gate: none\n  + cells[1].model.gate: learned");
  }
}
