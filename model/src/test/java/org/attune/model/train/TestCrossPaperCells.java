package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;
import org.attune.model.task.DataOpener;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parts of four papers at once, a product that no paper tried: every cell trains. */
class TestCrossPaperCells {

  static Stream<Map<String, String>> cells() {
    List<Map<String, String>> cells = List.of(Map.of());
    cells = times(cells, "attention.gate=none", "attention.gate=learned");
    cells =
        times(
            cells,
            "attention.query=current",
            "attention.query=split attention.query.fraction=0.25",
            "attention.query=split attention.query.fraction=0.5");
    cells =
        times(
            cells,
            "attention.score-conv=none",
            "attention.score-conv=convolution attention.score-conv.kernel-query=2"
                + " attention.score-conv.kernel-key=5");
    cells =
        times(
            cells,
            "attention.weights=softmax",
            "attention.weights=ridge attention.weights.scaled=true attention.weights.lambda=0.01",
            "attention.weights=ridge attention.weights.scaled=true attention.weights.lambda=10");
    return cells.stream();
  }

  private static List<Map<String, String>> times(
      List<Map<String, String>> cells, String... choices) {
    List<Map<String, String>> product = new ArrayList<>();
    for (Map<String, String> cell : cells) {
      for (String choice : choices) {
        Map<String, String> more = new TreeMap<>(cell);
        for (String setting : choice.split(" ")) {
          more.put(setting.split("=")[0], setting.split("=")[1]);
        }
        product.add(more);
      }
    }
    return product;
  }

  @ParameterizedTest
  @MethodSource("cells")
  void trains(Map<String, String> cell) throws Exception {
    Map<String, String> settings = new TreeMap<>(cell);
    settings.putAll(
        Map.of(
            "task", "induction",
            "task.period", "8",
            "task.validation-examples", "8",
            "model.width", "16",
            "model.layers", "1",
            "train.steps", "12",
            "train.batch", "8",
            "train.learning-rate", "1e-2"));
    assertThat(new ModelCatalog().conflicts(new Configuration(settings))).isEmpty();

    TrainingOutcome outcome =
        TrialTrainer.train(settings, 1, DataOpener.NONE, (step, metrics) -> true);

    assertThat(outcome.metrics().get("validation_loss"))
        .isLessThan(outcome.metrics().get("initial_validation_loss"));
  }
}
