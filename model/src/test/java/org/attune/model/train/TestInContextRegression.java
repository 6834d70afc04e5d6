package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.attune.model.engine.Natives;
import org.attune.model.task.DataOpener;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ridge reads linear functions off a few pairs with a latent of the data's size; softmax cannot.
 */
class TestInContextRegression {

  private static final Map<String, String> SMALL =
      Map.of(
          "task.dimension", "3",
          "model.kind", "kvq",
          "model.width", "3",
          "model.heads", "1",
          "model.kind.embedding-layers", "1",
          "model.kind.decoder-layers", "1",
          "attention.weights.lambda", "0.01",
          "attention.weights.lambda-source", "layer",
          "train.learning-rate", "1e-2",
          "train.steps", "600");

  @BeforeAll
  static void threads() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  private static Map<String, Double> train(String... keysAndValues) throws Exception {
    Map<String, String> all = new HashMap<>(SMALL);
    all.put("task", "regression");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      all.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return TrialTrainer.train(all, 1, DataOpener.NONE, (step, metrics) -> true).metrics();
  }

  @Test
  void bareOperatorIsExactWithoutTraining() throws Exception {
    Map<String, Double> metrics =
        train(
            "model.kind.embedding", "none",
            "model.kind.decoder-layers", "0",
            "attention.weights", "ridge",
            "attention.weights.lambda", "0",
            "attention.weights.lambda-source", "fixed",
            "train.steps", "0");
    assertThat(metrics.get("validation_loss")).isLessThan(1e-9);
    assertThat(metrics.get("floor_noise")).isLessThan(1e-9);
    assertThat(metrics.get("floor_validation_loss")).isBetween(0.8, 1.2);
  }

  @Test
  void whatHasNothingToLearnHasALossAllTheSame() throws Exception {
    Map<String, Double> metrics =
        train(
            "model.kind.embedding", "none",
            "model.kind.decoder-layers", "0",
            "train.steps", "2");

    assertThat(metrics.get("train_loss")).isBetween(0.1, 3.0);
  }

  @Test
  void ridgeComesCloseToTheNoiseFloorWithTheLatentSizeOfTheData() throws Exception {
    assertThat(
            train("attention.weights", "ridge", "attention.weights.scaled", "true")
                .get("validation_loss"))
        .isLessThan(0.02);
  }

  @ParameterizedTest
  @CsvSource({"softmax", "uniform"})
  void othersOfTheSameSizeStayFarFromIt(String weights) throws Exception {
    assertThat(train("attention.weights", weights).get("validation_loss")).isGreaterThan(0.3);
  }

  @Test
  void adaptingToEachSetHelps() throws Exception {
    Map<String, Double> maml =
        train(
            "model.kind", "maml-first-order",
            "model.layers", "1",
            "model.kind.inner-steps", "3",
            "train.steps", "100");
    assertThat(maml.get("validation_loss")).isLessThan(0.6 * maml.get("floor_validation_loss"));
  }
}
