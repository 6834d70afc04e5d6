package org.attune.jobs.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.ValidSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that never act, because the training ends before: the user is warned. */
class TestIdleKeys {

  private static List<String> warnings(String train, String axes) throws Exception {
    String yaml =
        """
        sweep: idle
        task: {name: text, length: 16}
        model: {width: 16, layers: 1, heads: 2}
        train: {%s}
        objective: {metric: validation_loss, goal: minimize}
        axes: {%s}
        replicates: 8
        """
            .formatted(train, axes);
    return new Workload(ValidSweep.read(yaml), new TrialCatalog(), Optional.empty(), null)
        .warnings();
  }

  @Test
  void aWarmUpLongerThanTheTraining() throws Exception {
    assertThat(warnings("steps: 10, warm-up: 300", "train.schedule: [constant, linear]"))
        .containsExactly(
            "train.warm-up 300 does not end within a training of 10 steps: the step size never"
                + " reaches train.learning-rate; make train.warm-up shorter",
            "train.warm-up 300 does not end within a training of 10 steps: the step size never"
                + " reaches train.learning-rate, and train.schedule linear never acts; make"
                + " train.warm-up shorter");
  }

  @Test
  void aStepThatTheTrainingDoesNotReach() throws Exception {
    assertThat(warnings("steps: 300", "train.schedule: [constant, step]"))
        .containsExactly(
            "train.schedule step never acts in a training of 300 steps: the step size stays as"
                + " under constant; change train.schedule.every or train.schedule.factor");
  }

  @Test
  void aShareOfLessThanAStep() throws Exception {
    assertThat(
            warnings(
                "steps: 20, warm-up: 10",
                "train.schedule: [linear, {stable-decay: {share: [0.05, 0.5]}}]"))
        .containsExactly(
            "train.schedule stable-decay never acts in a training of 20 steps with train.warm-up"
                + " 10: the step size stays as under constant; change train.schedule.share");
  }

  @Test
  void aScheduleOfALastStepOnly() throws Exception {
    assertThat(warnings("steps: 20", "train.warm-up: [18, 19], train.schedule: [constant, cosine]"))
        .containsExactly(
            "train.schedule cosine never acts in a training of 20 steps with train.warm-up 19: the"
                + " step size stays as under constant; change train.steps or train.warm-up");
  }

  @Test
  void manyAreCounted() throws Exception {
    assertThat(warnings("steps: 10", "train.warm-up: [10, 20, 30, 40, 50]"))
        .hasSize(4)
        .contains("keys that never act: 2 more such warnings");
  }

  @Test
  void validationsThatTheTrainingDoesNotReach() throws Exception {
    assertThat(warnings("steps: 100, evaluate-every: 500", "attention.gate: [none, learned]"))
        .containsExactly(
            "train.evaluate-every 500 is longer than a training of 100 steps, which is therefore"
                + " validated at its start and end only; write train.evaluate-every: 10 for about"
                + " 10 validations, or leave it out");
    assertThat(warnings("evaluate-every: 100", "train.steps: [50, 100, 200]"))
        .containsExactly(
            "train.evaluate-every 100 is longer than a training of 50 steps, which is therefore"
                + " validated at its start and end only; write train.evaluate-every: 5 for about"
                + " 10 validations, or leave it out");
  }

  @Test
  void checkpointsThatTheTrainingDoesNotReach() throws Exception {
    String checkpoints = "]}\nexecution: {checkpoints: {every-steps: %s}} #";
    assertThat(warnings("steps: 100", "train.warm-up: [0, 1" + checkpoints.formatted(101)))
        .containsExactly(
            "execution.checkpoints.every-steps 101 is longer than the longest training, of 100"
                + " steps: no checkpoint is written by it; make it shorter, or leave it out");
    assertThat(warnings("steps: 100", "train.warm-up: [0, 1" + checkpoints.formatted(100)))
        .isEmpty();
  }

  @Test
  void workersThatAverageMoreRarelyThanTheTrainingIsLong() throws Exception {
    String averaging = "]}\nexecution: {mode: {parameter-averaging: {averaging-frequency: %s}}} #";
    assertThat(warnings("steps: 20", "train.warm-up: [0, 1" + averaging.formatted(50)))
        .containsExactly(
            "execution.mode.parameter-averaging.averaging-frequency 50 is longer than a training of"
                + " 20 steps: the workers' parameters are averaged once, at its end; make it 20 or"
                + " less");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "train.schedule: [constant, linear, cosine, stable-decay, {step: {every: [5, 19]}}]",
        "train.schedule: [{exponential: {every: 1000}}]",
        "train.warm-up: [0, 1, 18]"
      })
  void whatActsIsNotMentioned(String axes) throws Exception {
    assertThat(warnings("steps: 20", axes)).isEmpty();
  }
}
