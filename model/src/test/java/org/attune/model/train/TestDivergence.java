package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.engine.Natives;
import org.attune.model.task.DataOpener;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Training without numbers ends in one kind of failure, whatever the attention's weights are. */
class TestDivergence {

  private static final Map<String, String> SMALL =
      Map.of(
          "model.width", "16",
          "model.heads", "2",
          "model.layers", "1",
          "model.feed-forward", "16",
          "task.length", "16",
          "task.corpus.size", "20000",
          "task.validation-examples", "8",
          "train.batch", "4",
          "train.steps", "8",
          "train.optimizer", "sgd");

  @BeforeAll
  static void threads() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  private static void requireDivergence(String... settings) {
    Map<String, String> all = new HashMap<>(SMALL);
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    assertThatThrownBy(() -> TrialTrainer.train(all, 1, DataOpener.NONE, (step, m) -> true))
        .satisfiesAnyOf(
            e -> assertThat(e).hasMessageStartingWith("Diverged at step"),
            e -> // of a solve, which a sweep records as a divergence too
            assertThat(e)
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessageContaining("or not finite"));
  }

  static Stream<String> weights() {
    List<String> others =
        List.of("formula", "sigma-ridge-2", "kernel-ridge", "nystroem"); // of sets
    return Parts.WEIGHTS.stream()
        .map(weights -> weights.option().name())
        .filter(name -> !others.contains(name));
  }

  @ParameterizedTest
  @MethodSource("weights")
  void aStreamWithoutNumbersDiverges(String weights) {
    requireDivergence(
        "attention.weights", weights,
        "model.input", "formula",
        "model.input.formula", "where(i == 9, log(-1 - i), 1) * x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"top-keys", "most-written", "softmax", "pointer", "rwsp-placeholder"})
  void scoresWithoutNumbersDiverge(String weights) {
    requireDivergence(
        "attention.weights", weights,
        "attention.scores", "formula",
        "attention.scores.formula", "s + where(i == 9, log(-1 - i), 0)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"top-keys", "blocks", "clusters", "most-written"})
  void keysWithoutNumbersDiverge(String weights) {
    requireDivergence(
        "attention.weights", weights,
        "attention.key", "formula",
        "attention.key.formula", "where(i == 9, log(-1 - i), 1) * linear(x)");
  }
}
