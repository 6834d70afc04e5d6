package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Signature;
import org.junit.jupiter.api.Test;

class TestRegressionTask {

  private static Examples examples(Map<String, String> settings, long seed) {
    return new RegressionTask().open(new Configuration(settings), seed, DataOpener.NONE);
  }

  @Test
  void unitQueriesAskForTheWeightsThatMadeThePairs() {
    Batch batch = examples(Map.of("task.dimension", "3"), 1).training(0, 5);

    assertThat(batch.features().shape()).containsExactly(5, 13, 5);
    for (int i = 0; i < 5; i++) {
      for (int t = 0; t < 10; t++) {
        double y = 0;
        for (int c = 0; c < 3; c++) {
          y += batch.features().getDouble(i, t, c) * batch.labels().getDouble(i, 10 + c, 0);
        }
        assertThat(batch.features().getDouble(i, t, 3)).isCloseTo(y, within(1e-5));
        assertThat(batch.features().getDouble(i, t, 4)).isEqualTo(1);
        assertThat(batch.weights().getDouble(i, t)).isZero();
      }
      for (int t = 10; t < 13; t++) {
        assertThat(batch.features().getDouble(i, t, t - 10)).isEqualTo(1);
        assertThat(batch.features().getDouble(i, t, 3)).isZero();
        assertThat(batch.features().getDouble(i, t, 4)).isZero();
        assertThat(batch.weights().getDouble(i, t)).isEqualTo(1);
      }
    }
  }

  @Test
  void trainingFollowsSeedAndStepAndValidationNeither() {
    Examples one = examples(Map.of(), 1);
    Examples two = examples(Map.of(), 2);

    assertThat(one.training(3, 2).features())
        .isEqualTo(examples(Map.of(), 1).training(3, 2).features());
    assertThat(one.training(3, 2).features()).isNotEqualTo(two.training(3, 2).features());
    assertThat(one.training(3, 2).features()).isNotEqualTo(one.training(4, 2).features());
    List<Batch> validation = one.validation(100);
    assertThat(validation).extracting(Batch::size).containsExactly(100, 100, 56);
    assertThat(validation.get(2).labels()).isEqualTo(two.validation(100).get(2).labels());
  }

  @Test
  void noiselessPairsLeaveNothingToChanceAndZeroLosesTheVarianceOfTheAnswer() {
    Map<String, Double> floors = examples(Map.of("task.validation-sets", "2000"), 1).floors();

    assertThat(floors.get("noise")).isLessThan(1e-9);
    // the mean of 8,000 squares of standard normal numbers: a standard error of .016
    assertThat(floors.get("validation_loss")).isCloseTo(1, within(0.07));
  }

  @Test
  void noiseLeavesAboutItsShareOfTheVariance() {
    // E[tr (XᵀX/σ² + I)⁻¹]/d; for n = 40, d = 4, σ = .5 close to σ²/(n - d - 1 + σ²...) = .0070
    Map<String, String> noisy =
        Map.of("task.context", "40", "task.noise", "0.5", "task.validation-sets", "1000");
    assertThat(examples(noisy, 1).floors().get("noise")).isCloseTo(0.0070, within(0.0007));
  }

  @Test
  void correlatedInputsHaveFigure4sCovariance() {
    Map<String, String> settings =
        Map.of("task.inputs", "correlated", "task.dimension", "2", "task.context", "50");
    Batch batch = examples(settings, 1).training(0, 400);
    double[] moments = new double[3];
    for (int i = 0; i < 400; i++) {
      for (int t = 0; t < 50; t++) {
        double a = batch.features().getDouble(i, t, 0);
        double b = batch.features().getDouble(i, t, 1);
        moments[0] += a * a / 20_000;
        moments[1] += a * b / 20_000;
        moments[2] += b * b / 20_000;
      }
    }
    assertThat(moments).containsExactly(new double[] {1, 0.8, 1}, within(0.04)); // four errors
  }

  @Test
  void uniformQueriesFillTheirCube() {
    Map<String, String> settings =
        Map.of(
            "task.queries", "uniform",
            "task.queries.reach", "30",
            "task.queries.count", "200",
            "task.dimension", "2");
    assertThat(new RegressionTask().signature(new Configuration(settings)))
        .isEqualTo(Signature.set(10, 200, 2, 1));
    Batch batch = examples(settings, 1).training(0, 1);
    double most = 0;
    for (int t = 10; t < 210; t++) {
      most = Math.max(most, Math.abs(batch.features().getDouble(0, t, 1)));
    }
    assertThat(most).isBetween(27.0, 30.0);
  }
}
