package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.attune.model.engine.Natives;
import org.attune.model.task.DataOpener;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operators without embeddings, decoder or training. */
class TestBareOperators {

  @BeforeAll
  static void threads() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  private static Map<String, Double> measure(String... keysAndValues) throws Exception {
    Map<String, String> all =
        new TreeMap<>(
            Map.of(
                "model.kind", "kvq",
                "model.heads", "1",
                "model.kind.embedding", "none",
                "model.kind.decoder-layers", "0",
                "train.steps", "0"));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      all.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return TrialTrainer.train(all, 1, DataOpener.NONE, (step, metrics) -> true).metrics();
  }

  /** What science 3.1 found for the readings of sigma-Intention, and more. */
  @ParameterizedTest
  @CsvSource({
    "ridge, 0, 0.01, 0, 0.01",
    "sigma-ridge, 0.9, 1, 0.9, 1.01",
    "sigma-ridge-2, 0.05, 0.3, 0.7, 0.95",
    "uniform, 0.9, 1.1, 0.9, 1.1"
  })
  void onlyRidgeExtrapolatesLinearMaps(
      String weights, double near, double nearMost, double far, double farMost) throws Exception {
    Map<String, Double> metrics =
        weights.equals("uniform")
            ? measure("task", "extrapolation", "attention.weights", weights)
            : measure(
                "task", "extrapolation",
                "attention.weights", weights,
                "attention.weights.lambda", "0.01",
                "attention.weights.lambda-source", "fixed");

    assertThat(metrics.get("nrmse_interpolation")).isBetween(near, nearMost);
    assertThat(metrics.get("nrmse_extrapolation")).isBetween(far, farMost);
  }

  /** Linear attention lacks the softmax's normalisation: its error is one of scale. */
  @ParameterizedTest
  @CsvSource({"linear, 40, 90, 0.5, 0.63", "softmax, 0.6, 0.72, 0.5, 0.65"})
  void linearAttentionsErrorIsOneOfScale(
      String weights, double near, double nearMost, double shape, double shapeMost)
      throws Exception {
    Map<String, Double> metrics = measure("task", "extrapolation", "attention.weights", weights);

    assertThat(metrics.get("nrmse_interpolation")).isBetween(near, nearMost);
    assertThat(metrics.get("shape_interpolation")).isBetween(shape, shapeMost);
  }

  /** The least case of Figure 15: one key, so that the weight is a reciprocal of its length. */
  @ParameterizedTest
  @CsvSource({"4, false, 0.5, 0.15", "64, false, 0.0161, 0.1", "64, true, 1.032, 0.1"})
  void oneKeysVarianceVanishesWithTheColumnsUnlessScaled(
      String columns, String scaled, double expected, double within) throws Exception {
    Map<String, Double> metrics =
        measure(
            "task", "weight-variance",
            "task.context", "1",
            "task.dimension", columns,
            "task.validation-sets", "4096",
            "attention.weights", "ridge",
            "attention.weights.scaled", scaled,
            "attention.weights.lambda", "0",
            "attention.weights.lambda-source", "fixed");

    assertThat(metrics.get("weight_variance")).isCloseTo(expected, within(within * expected));
    assertThat(metrics.get("weight_variance_law"))
        .isCloseTo(1 / (Integer.parseInt(columns) - 2.0), within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"64, 16, false", "16, 64, false", "64, 128, false", "64, 16, true"})
  void ridgesVarianceIsTheLaws(int rows, int columns, boolean scaled) throws Exception {
    Map<String, Double> metrics =
        measure(
            "task", "weight-variance",
            "task.context", "" + rows,
            "task.dimension", "" + columns,
            "attention.weights", "ridge",
            "attention.weights.scaled", "" + scaled,
            "attention.weights.lambda", "1e-6",
            "attention.weights.lambda-source", "fixed");
    double law =
        rows > columns ? columns / (rows * (rows - columns - 1.0)) : 1 / (columns - rows - 1.0);

    assertThat(metrics.get("weight_variance_law")).isCloseTo(law, within(1e-12));
    assertThat(metrics.get("weight_variance") / (scaled ? columns : 1))
        .isCloseTo(law, within(0.1 * law)); // 32 sets
  }

  /** That its time is right is shown on a clock of its own; see {@link TestForwardTimes}. */
  @Test
  void anOperatorsForwardPassIsTimedBesideSoftmax() throws Exception {
    Map<String, Double> metrics = measure("task", "forward-cost", "attention.weights", "ridge");

    assertThat(metrics.get("forward_milliseconds")).isPositive();
    assertThat(metrics.get("softmax_forward_milliseconds")).isPositive();
    assertThat(metrics.get("forward_over_softmax")).isPositive();
  }
}
