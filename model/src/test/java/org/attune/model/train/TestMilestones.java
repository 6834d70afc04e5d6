package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.attune.api.Metric;
import org.attune.model.task.Milestone;
import org.junit.jupiter.api.Test;

class TestMilestones {

  private final Milestones milestones =
      new Milestones(
          List.of(
              new Milestone("error", 5, Metric.Better.LOWER, "steps_to_5", "solved"),
              new Milestone("copied", 0.9, Metric.Better.HIGHER, "steps_to_9", "copies")));

  @Test
  void tellsTheFirstStepAtTheMarkAndWhetherItIsStillThereAtTheEnd() {
    milestones.observe(0, Map.of("error", 90.0, "copied", 0.0));
    milestones.observe(10, Map.of("error", 5.0, "copied", 0.95));
    milestones.observe(20, Map.of("error", 4.0, "copied", 0.85));

    assertThat(milestones.at(20))
        .isEqualTo(Map.of("steps_to_5", 10.0, "solved", 1.0, "steps_to_9", 10.0, "copies", 0.0));
  }

  @Test
  void whatWasNeverReachedCountsAsTheStepsTrained() {
    milestones.observe(0, Map.of("error", 90.0, "copied", 0.0));
    milestones.observe(20, Map.of("error", 5.01, "copied", 0.89));

    assertThat(milestones.at(20)).containsEntry("steps_to_5", 20.0).containsEntry("solved", 0.0);
  }
}
