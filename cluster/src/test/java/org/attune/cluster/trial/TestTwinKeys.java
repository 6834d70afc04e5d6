package org.attune.cluster.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

/** Several tasks have a {@code task.loss} of their own: the one of the sweep's task is meant. */
class TestTwinKeys {

  private static SweepSpec read(String cells) throws Exception {
    String file =
        """
        sweep: twins
        task: classification
        model.kind: kvq
        %s
        objective: {metric: validation_loss, goal: minimize}
        """
            .formatted(cells);
    return SpecFile.read("twins.yaml", file, Map.of(), new TrialCatalog());
  }

  @Test
  void aCellSetsTheLossOfItsOwnTask() throws Exception {
    SweepSpec spec =
        read(
            "cells: {plain: {}, squared: {task.loss: squared},"
                + " other: {task.loss: repeated, task: induction, model.kind: decoder}}");

    assertThat(spec.comparison().cells().values())
        .extracting(cell -> cell.text("task.loss"))
        .containsExactly("cross-entropy", "squared", "repeated");
  }

  @Test
  void anAxisAndTheWholeFileMeanItToo() throws Exception {
    assertThat(read("axes: {task.loss: [cross-entropy, squared]}").comparison().cells()).hasSize(2);
    assertThat(read("task.loss: squared").base().text("task.loss")).isEqualTo("squared");
  }

  @Test
  void aValueOfAnotherTaskIsRefusedWithThoseOfThisOne() {
    assertThatThrownBy(() -> read("cells: {a: {task.loss: repeated}}"))
        .hasMessageContaining("'repeated' must be one of cross-entropy, squared");
  }
}
