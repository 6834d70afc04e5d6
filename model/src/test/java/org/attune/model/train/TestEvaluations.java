package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;
import org.attune.model.engine.Natives;
import org.attune.model.layer.TrainingMemory;
import org.attune.model.network.Signature;
import org.attune.model.task.Batch;
import org.attune.model.task.DataOpener;
import org.attune.model.task.Evaluation;
import org.attune.model.task.Examples;
import org.attune.model.task.Tasks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestEvaluations {

  private static final Map<String, String> TEXT =
      Map.of(
          "task", "text",
          "task.length", "16",
          "task.corpus.size", "20000",
          "model.width", "16",
          "model.heads", "2",
          "train.learning-rate", "3e-3",
          "train.steps", "60");

  @BeforeAll
  static void threads() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  private static Map<String, Double> train(Map<String, String> changes) throws Exception {
    Map<String, String> all = new TreeMap<>(TEXT);
    all.putAll(changes);
    return TrialTrainer.train(all, 1, DataOpener.NONE, (step, metrics) -> true).metrics();
  }

  /** The same windows with the same settings must give the same loss as validation does. */
  @Test
  void sameExamplesGiveTheLossOfTheValidation() throws Exception {
    Configuration settings = new Configuration(TEXT);
    Signature signature = Tasks.of(settings).signature(settings);
    Examples inner = Tasks.of(settings).open(settings, 1, DataOpener.NONE);
    Examples examples =
        new Examples() {
          @Override
          public Batch training(long step, int size) {
            return inner.training(step, size);
          }

          @Override
          public List<Batch> validation(int size) {
            return inner.validation(size);
          }

          @Override
          public List<Evaluation> evaluations() {
            return List.of(new Evaluation("again", signature, Map.of(), inner));
          }

          @Override
          public String fingerprint() {
            return inner.fingerprint();
          }
        };
    Map<String, Double> metrics =
        TrialTrainer.of(TEXT, 1, DataOpener.NONE)
            .train(examples, new Placement(Optional.empty(), "cpu"), (step, m) -> true)
            .metrics();

    assertThat(metrics.get("validation_loss_again")).isEqualTo(metrics.get("validation_loss"));
    assertThat(metrics.get("bits_per_byte_again"))
        .isCloseTo(metrics.get("validation_loss_again") / Math.log(2), within(1e-4));
    assertThat(metrics).doesNotContainKey("first_token_l0_h0_again");
  }

  @Test
  void oneTrainingIsEvaluatedAtTwoAndFourTimesItsLength() throws Exception {
    Map<String, Double> metrics = train(Map.of("task.longest", "4"));
    Map<String, Double> alone = train(Map.of());

    assertThat(metrics.get("validation_loss")).isEqualTo(alone.get("validation_loss"));
    for (String name : List.of("validation_loss_at_2t", "bits_per_byte_at_4t")) {
      assertThat(metrics.get(name)).isBetween(1.0, 6.0);
    }
    assertThat(metrics.get("output_norm_growth_at_4t")).isPositive();
    assertThat(alone).doesNotContainKey("validation_loss_at_2t");
  }

  /** Their number follows the length where nothing is said: of the training, then. */
  @Test
  void clustersStayWhatTheyWereAtOtherLengths() throws Exception {
    Map<String, Double> metrics =
        train(Map.of("task.longest", "4", "attention.weights", "clusters"));

    assertThat(metrics.get("validation_loss_at_4t")).isBetween(1.0, 6.0);
  }

  @ParameterizedTest
  @CsvSource({
    "text, task.longest, 1, 0",
    "text, task.longest, 8, 100_000",
    "text, attention.weights, filtered, 100_000",
    "sine, model.kind, kvq, 100_000",
    "forward-cost, model.kind, kvq, 100_000"
  })
  void areInThePlanOfMemory(String task, String key, String value, String atLeast) {
    Configuration settings =
        new Configuration(Map.of("task", task, key, value)).with("model.heads", 1);
    Signature signature = Tasks.of(settings).signature(settings);
    long least = Long.parseLong(atLeast.replace("_", ""));

    assertThat(
            new ModelCatalog().memory(settings).orElseThrow()
                - TrainingMemory.bytes(settings, signature, false))
        .isBetween(least, 1_000 * least);
  }

  /** One training tells how little could be kept. */
  @Test
  void aFilterIsEvaluatedAtOtherThresholdsThanItsOwn() throws Exception {
    Map<String, Double> metrics =
        train(Map.of("attention.weights", "filtered", "attention.weights.threshold", "0.5"));

    assertThat(metrics.get("validation_loss_at_threshold_50"))
        .isEqualTo(metrics.get("validation_loss"));
    assertThat(metrics.get("kept_fraction_at_threshold_0")).isEqualTo(1);
    assertThat(metrics.get("kept_fraction_at_threshold_100")).isBetween(0.3, 0.7); // the median
    assertThat(metrics.get("kept_fraction_at_threshold_150"))
        .isLessThan(metrics.get("kept_fraction_at_threshold_100"));
    assertThat(metrics).containsKey("kept_fraction_at_threshold_250");
    assertThat(train(Map.of())).doesNotContainKey("validation_loss_at_threshold_0");
  }
}
