package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.jobs.run.TimeEstimate.Priced;
import org.junit.jupiter.api.Test;

/** The parts of {@code validate}'s estimate of time, with clocks that the test sets. */
class TestTimeEstimate {

  private static final double GFLOPS = 100;
  private static final ReportedValues NONE = new ReportedValues(0, 0);

  private static Priced trial(int width, long steps, double flops) {
    Map<String, String> settings =
        Map.of(
            "model.width", String.valueOf(width),
            "train.steps", String.valueOf(steps),
            "train.evaluate-every", "50");
    return new Priced(new Configuration(settings), flops, steps);
  }

  /** 200 steps of 10 ms, a second around them, and validations of 0.1 s at 50, 100 and 150. */
  @Test
  void aTrialIsItsStepsItsValidationsAndWhatIsAroundThem() {
    assertThat(new TrialTiming(1, 0.01, 0.1, 9, NONE).of(trial(32, 200, 1).trial()))
        .isCloseTo(3.3, within(1e-12));
  }

  @Test
  void theReportsOfAFewStepsGiveTheParts() {
    List<double[]> reports = new ArrayList<>();
    reports.add(new double[] {0, 0.5}); // data, network and validation
    for (int step = 2; step < 40; step += 2) {
      // the first steps run in code that is not compiled yet
      reports.add(new double[] {step, 0.5 + 0.01 * step + (step <= 4 ? 0.05 * step : 0.2)});
    }
    reports.add(new double[] {40, 1.4});

    TrialTiming timing = TrialTiming.of(reports, 1.7, 40, NONE);

    assertThat(timing.step()).isCloseTo(0.01, within(1e-12));
    assertThat(timing.around()).as("0.5 before, 1.7 - 1.1 after").isCloseTo(1.1, within(1e-9));
    assertThat(timing.validation()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void aTrainingThatTheTimerEndsCountsTheTimeBeforeItTwice() {
    List<double[]> reports =
        List.of(new double[] {0, 0.2}, new double[] {2, 0.5}, new double[] {4, 0.8});

    TrialTiming timing = TrialTiming.of(reports, 0.8, 40, NONE);

    assertThat(timing.step()).isCloseTo(0.15, within(1e-12));
    assertThat(timing.around()).isCloseTo(0.4, within(1e-12));
  }

  @Test
  void aTrainingOfTwoStepsIsTimedAsAWhole() {
    TrialTiming timing =
        TrialTiming.of(List.of(new double[] {0, 0.2}, new double[] {2, 0.5}), 0.6, 2, NONE);

    assertThat(timing.of(trial(32, 2, 1).trial())).isCloseTo(0.6, within(1e-12));
  }

  /** A small trial's time does not follow from its FLOPs; a large one's does. */
  @Test
  void smallTrialsAreTimedAndLargeOnesPricedByFlops() {
    List<Configuration> timed = new ArrayList<>();
    TimeEstimate estimate =
        new TimeEstimate(
            GFLOPS,
            trial -> {
              timed.add(trial);
              return new TrialTiming(3, 0, 0, timed.size() == 1 ? 5 : 2, NONE);
            });
    Priced small = trial(32, 200, 1e9);
    Priced large = trial(4096, 200, 1e13); // a second a step

    TimeEstimate.Times times = estimate.of(List.of(small, large));

    assertThat(timed).containsOnly(small.trial());
    assertThat(times.each()).isCloseTo((3 + 1e13 / (GFLOPS * 1e9 * 0.5)) / 2, within(1e-9));
    assertThat(times.once()).as("the first of two equal trainings took longer").isEqualTo(3);
  }

  @Test
  void trialsBetweenTheTimedOnesAreInterpolated() {
    List<Priced> trials = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      trials.add(trial(i, 100, i * 1e9));
    }
    List<Configuration> timed = new ArrayList<>();
    TimeEstimate estimate =
        new TimeEstimate(
            GFLOPS,
            trial -> {
              timed.add(trial);
              return new TrialTiming(1 + trial.integer("model.width") * 0.02, 0, 0, 0, NONE);
            });

    TimeEstimate.Times times = estimate.of(trials);

    assertThat(timed.stream().distinct()).hasSize(4);
    assertThat(times.each()).isCloseTo(1 + 0.02 * 50.5, within(1e-9));
  }

  /** Gates cost alike: the cheapest trial, which also warms up, and the dearest tell the others. */
  @Test
  void whereTrialsCostAlikeTheCheapestAndTheDearestAreTimed() {
    List<Long> timed = new ArrayList<>();
    TimeEstimate estimate =
        new TimeEstimate(
            GFLOPS,
            trial -> {
              timed.add(trial.integer("model.width"));
              return new TrialTiming(timed.size() == 1 ? 3 : 2, 0, 0, 5 - timed.size(), NONE);
            });

    TimeEstimate.Times times =
        estimate.of(List.of(trial(1, 100, 10e8), trial(2, 100, 12e8), trial(3, 100, 19e8)));

    assertThat(timed).containsExactly(1L, 1L, 3L);
    assertThat(times.once()).isEqualTo(1);
    assertThat(times.each()).isCloseTo(2, within(1e-12));
  }

  @Test
  void aTrialThatFailsIsPricedByFlops() {
    TimeEstimate estimate =
        new TimeEstimate(
            GFLOPS,
            trial -> {
              throw new IllegalStateException("the loss is not finite");
            });

    assertThat(estimate.of(List.of(trial(32, 200, 1e9))).each()).isCloseTo(0.02, within(1e-12));
  }
}
