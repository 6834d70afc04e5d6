package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.attune.model.engine.Natives;
import org.attune.model.task.DataOpener;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestTrialTrainer {

  private static final Map<String, String> SMALL =
      Map.of(
          "model.width", "32",
          "model.heads", "2",
          "model.layers", "2",
          "model.feed-forward", "48",
          "task.length", "24",
          "task.corpus.size", "20000",
          "task.validation-examples", "24",
          "train.batch", "8",
          "train.steps", "60",
          "train.learning-rate", "3e-3");

  @BeforeAll
  static void threads() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  private static Map<String, String> with(String... keysAndValues) {
    Map<String, String> all = new HashMap<>(SMALL);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      all.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return all;
  }

  private static TrainingOutcome train(Map<String, String> settings, long seed) throws Exception {
    return TrialTrainer.train(settings, seed, DataOpener.NONE, (step, metrics) -> true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "learned", "from-query", "computed"})
  void learnsMoreThanCharacterFrequencies(String gate) throws Exception {
    TrainingOutcome outcome = train(with("attention.gate", gate), 1);

    assertThat(outcome.steps()).isEqualTo(60);
    assertThat(outcome.stopped()).isFalse();
    Map<String, Double> metrics = outcome.metrics();
    assertThat(metrics.get("initial_validation_loss")).isBetween(4.0, 5.5);
    assertThat(metrics.get("validation_loss"))
        .isLessThan(metrics.get("floor_validation_loss"))
        .isLessThan(metrics.get("initial_validation_loss") - 1.5);
    assertThat(metrics.keySet().stream().filter(k -> k.startsWith("gate_mean")).count())
        .isEqualTo(gate.equals("none") ? 0 : 5); // two layers of two heads, and all
  }

  /** Rounding apart: other batches are cut into other parts. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "attention.gate=none",
        "attention.gate=learned attention.weights=filtered",
        "attention.weights=sigmoid"
      })
  void noMetricDependsOnTheBatch(String settings) throws Exception {
    Map<String, String> all = with("train.steps", "0", "task.validation-examples", "40");
    for (String setting : settings.split(" ")) {
      all.put(setting.split("=")[0], setting.split("=")[1]);
    }
    all.put("train.batch", "16");
    Map<String, Double> usual = train(all, 1).metrics();
    assertThat(usual).containsKeys("output_norm", "output_norm_growth", "first_token");
    for (String batch : List.of("1", "7", "64")) {
      all.put("train.batch", batch);
      train(all, 1)
          .metrics()
          .forEach(
              (name, value) -> assertThat(value).as(name).isCloseTo(usual.get(name), within(1e-5)));
    }
  }

  /** Differential attention reads with half as many heads, and each of these has one gate. */
  @Test
  void meanGatesAreThoseOfTheHeadsThatRead() throws Exception {
    Map<String, Double> metrics =
        train(
                with(
                    "train.steps", "0",
                    "attention.weights", "differential",
                    "attention.gate", "learned",
                    "attention.gate.grain", "headwise"),
                1)
            .metrics();

    assertThat(metrics.keySet().stream().filter(k -> k.startsWith("gate_mean")))
        .containsExactlyInAnyOrder("gate_mean", "gate_mean_l0_h0", "gate_mean_l1_h0");
    assertThat(metrics.get("gate_mean")).isBetween(0.3, 0.7);
  }

  @Test
  void theFirstTokensShareOfAttentionIsSeenHeadByHead() throws Exception {
    Map<String, Double> untrained = train(with("train.steps", "0"), 1).metrics();
    Map<String, Double> uniform =
        train(with("train.steps", "0", "attention.weights", "uniform"), 1).metrics();
    double mean = 0; // of 1 / n over the queries after the first
    for (int n = 2; n <= 24; n++) {
      mean += 1.0 / n / 23;
    }

    assertThat(uniform.get("first_token_l1_h0")).isCloseTo(mean, within(1e-6));
    assertThat(uniform.get("first_token")).isCloseTo(mean, within(1e-6));
    double all = 0;
    for (String head : List.of("l0_h0", "l0_h1", "l1_h0", "l1_h1")) {
      all += untrained.get("first_token_" + head) / 4;
    }
    assertThat(untrained.get("first_token")).isCloseTo(all, within(1e-9)).isBetween(0.05, 0.3);
  }

  @Test
  void aFilterLeavesOutMoreTheHigherItsThreshold() throws Exception {
    Map<String, Double> plain = train(SMALL, 1).metrics();
    Map<String, Double> all = filtered("0");
    Map<String, Double> half = filtered("1");
    Map<String, Double> none = filtered("100");

    assertThat(all.get("validation_loss")).isCloseTo(plain.get("validation_loss"), within(0.02));
    assertThat(all.get("kept_fraction")).isEqualTo(1);
    assertThat(half.get("kept_fraction")).isBetween(0.35, 0.65);
    assertThat(half.get("kept_fraction_l1_h0")).isBetween(0.05, 0.95);
    assertThat(none.get("kept_fraction")).isZero();
    assertThat(none.get("validation_loss")).isGreaterThan(all.get("validation_loss") + 0.05);
    assertThat(half.get("train_loss")).isEqualTo(all.get("train_loss")); // trained alike
    assertThat(half.get("initial_validation_loss")) // nothing is known yet: nothing is left out
        .isEqualTo(all.get("initial_validation_loss"));
  }

  private static Map<String, Double> filtered(String threshold) throws Exception {
    return train(with("attention.weights", "filtered", "attention.weights.threshold", threshold), 1)
        .metrics();
  }

  @Test
  void sameSeedGivesTheSameDigits() throws Exception {
    Map<String, String> settings = with("train.steps", "12", "attention.gate", "learned");

    Map<String, Double> first = train(settings, 7).metrics();

    assertThat(train(settings, 7).metrics()).isEqualTo(first);
    assertThat(train(settings, 8).metrics()).isNotEqualTo(first);
  }

  @Test
  void trialsSideBySideDoNotDisturbEachOther() throws Exception {
    Map<String, String> settings = with("train.steps", "12", "attention.gate", "learned");
    Map<String, Double> alone = train(settings, 7).metrics();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<TrainingOutcome>> outcomes = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        long seed = i % 2 == 0 ? 7 : 8;
        outcomes.add(threads.submit(() -> train(settings, seed)));
      }

      assertThat(outcomes.get(0).get().metrics()).isEqualTo(alone);
      assertThat(outcomes.get(2).get().metrics()).isEqualTo(alone);
      assertThat(outcomes.get(1).get().metrics()).isEqualTo(outcomes.get(3).get().metrics());
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "normal", "truncated-normal"})
  void everyStartBeginsNearChance(String init) throws Exception {
    TrainingOutcome outcome = train(with("train.steps", "0", "model.init", init), 1);

    assertThat(outcome.metrics().get("initial_validation_loss")).isBetween(4.4, 6.0);
    assertThat(outcome.steps()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "normal", "truncated-normal"})
  void anOrthogonalEmbeddingIsAsLongAsARandomOne(String init) throws Exception {
    TrainingOutcome random = train(with("train.steps", "0", "model.init", init), 1);
    TrainingOutcome orthogonal =
        train(with("train.steps", "0", "model.init", init, "model.embedding", "orthogonal"), 1);

    assertThat(orthogonal.parameters()).isEqualTo(random.parameters());
    assertThat(orthogonal.metrics().get("initial_validation_loss"))
        .isNotEqualTo(random.metrics().get("initial_validation_loss"))
        .isBetween(4.4, 6.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"softmax", "clusters", "filtered"})
  void saysHowManyNumbersItTrained(String weights) throws Exception {
    TrainingOutcome plain = train(with("train.steps", "0"), 1);
    TrainingOutcome outcome = train(with("train.steps", "0", "attention.weights", weights), 1);

    assertThat(outcome.parameters()).isEqualTo(plain.parameters()).isPositive();
  }

  @Test
  void reportsWhileItTrainsAndStopsWhenTold() throws Exception {
    List<Long> steps = new ArrayList<>();
    TrainingOutcome outcome =
        TrialTrainer.train(
            with("train.evaluate-every", "5"),
            1,
            DataOpener.NONE,
            (step, metrics) -> {
              steps.add(step);
              if (step == 5) {
                assertThat(metrics).containsKeys("train_loss", "validation_loss");
              }
              return step < 10;
            });

    assertThat(steps).containsExactly(0L, 3L, 5L, 6L, 9L, 10L);
    assertThat(outcome.stopped()).isTrue();
    assertThat(outcome.steps()).isEqualTo(10);
  }

  @Test
  void divergenceSaysSo() {
    assertThatThrownBy(
            () ->
                train(
                    with(
                        "train.learning-rate",
                        "10",
                        "train.optimizer",
                        "sgd",
                        "model.qk-norm",
                        "false",
                        "model.final-norm",
                        "false"),
                    1))
        .isInstanceOf(DivergenceException.class)
        .hasMessageContaining("Diverged at step")
        .hasMessageContaining("train.learning-rate");
  }

  @Test
  void interruptionEndsIt() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> train(SMALL, 1))
        .isInstanceOf(InterruptedException.class)
        .hasMessage("Interrupted at step 0");
  }

  @Test
  void wrongSettingsAreNamed() {
    assertThatThrownBy(() -> train(with("attention.gate", "open"), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("attention.gate")
        .hasMessageContaining("'open'")
        .hasMessageContaining("from-query");
    assertThatThrownBy(() -> train(with("model.heads", "3"), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("model.heads");
  }
}
