package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import org.attune.model.engine.Natives;
import org.attune.model.task.DataOpener;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Gradients that are added up over parts of a batch, because memory is short. */
class TestMemoryBudget {

  private static final Map<String, String> SETTINGS =
      // Centroids move once a step, whatever the parts.
      Map.ofEntries(
          Map.entry("task", "induction"),
          Map.entry("task.period", "8"),
          Map.entry("task.symbols", "16"),
          Map.entry("task.validation-examples", "16"),
          Map.entry("model.width", "16"),
          Map.entry("model.heads", "2"),
          Map.entry("model.layers", "1"),
          Map.entry("attention.weights", "clusters"),
          Map.entry("train.dropout.stream", "0.2"),
          Map.entry("train.batch", "16"),
          Map.entry("train.steps", "12"));

  @BeforeAll
  static void threads() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  private static Map<String, Double> train(String memory) throws Exception {
    Map<String, String> settings = new HashMap<>(SETTINGS);
    settings.put("train.memory", memory);
    return TrialTrainer.train(settings, 3, DataOpener.NONE, (step, metrics) -> true).metrics();
  }

  @Test
  void isTheWholeBatchesStepButForRounding() throws Exception {
    Map<String, Double> whole = train("0");
    Map<String, Double> parts = train("0.6");

    assertThat(parts).isNotEqualTo(whole); // it was cut up
    for (String name : new String[] {"train_loss", "validation_loss"}) {
      assertThat(parts.get(name)).isCloseTo(whole.get(name), within(1e-4));
    }
  }

  @Test
  void whatDoesNotHoldOneExampleIsRefused() {
    assertThatThrownBy(() -> train("0.001"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "Invalid train.memory: 0.001 MB, and a single example takes [0-9.]+ MB; give that or"
                + " more");
  }
}
