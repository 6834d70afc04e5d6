package org.attune.jobs.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.ValidSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestHeldOutExamples {

  private static Workload sweep(String task, String axes) throws Exception {
    String yaml =
        """
        sweep: held-out
        task: %s
        model: {width: 16, layers: 1, heads: 2}
        objective: {metric: validation_loss, goal: minimize}
        axes: {%s}
        replicates: 12
        """
            .formatted(task, axes);
    return new Workload(ValidSweep.read(yaml), new TrialCatalog(), Optional.empty(), null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "induction | train.batch: [8, 16] | new examples of this task",
        "{name: text, length: 16} | train.batch: [8, 16] | new examples of this task",
        "{name: text, split: leaky-windows} | train.batch: [8, 16] | other windows of this text",
        "text | task.split: [contiguous, leaky-windows] | new held-out examples of each task"
      })
  void theTaskSaysWhatASeedIsJudgedOn(String task, String axes, String words) throws Exception {
    assertThat(sweep(task, axes).heldOut()).contains(words);
  }

  @Test
  void aFileWithTooFewForAllSeedsIsSaid() throws Exception {
    Workload sweep = sweep("{name: text, corpus: data}", "train.batch: [8, 16]").apart(10 / 3.0);

    assertThat(sweep.heldOut()).contains("other windows of this text (enough for 3 seeds)");
    assertThat(sweep.warnings())
        .contains(
            "replicates: the data hold out examples for 3 seeds, and 12 seeds share them, 3.6 seeds"
                + " each: intervals are too narrow for other data; validate on fewer examples, or"
                + " hold out more");
    assertThat(sweep.apart(12).warnings()).noneMatch(warning -> warning.startsWith("replicates"));
  }
}
