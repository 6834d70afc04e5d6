package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.attune.model.task.DataOpener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What one layer needs to copy: with distinct symbols and a period drawn per sequence, so that
 * position alone tells nothing, keys that look back by one align with the token after the previous
 * occurrence; queries that look back do not. Two plain layers find the circuit by themselves.
 */
class TestInductionProof {

  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("task", "induction"),
          Map.entry("task.symbols", "64"),
          Map.entry("task.period", "24"),
          Map.entry("task.shortest-period", "8"),
          Map.entry("task.distinct", "true"),
          Map.entry("task.loss", "repeated"),
          Map.entry("model.width", "64"),
          Map.entry("model.heads", "4"),
          Map.entry("model.layers", "1"),
          Map.entry("model.feed-forward", "128"),
          Map.entry("model.mlp", "gelu"),
          Map.entry("model.positions", "learned"),
          Map.entry("model.qk-norm", "false"),
          Map.entry("train.batch", "64"),
          Map.entry("train.learning-rate", "1e-3"));

  @Tag("soak")
  @ParameterizedTest
  @CsvSource({
    "current, shift, 1, 1200, 0.95, 1",
    "current, split, 1, 1200, 0.95, 1",
    "current, current, 1, 1200, 0, 0.25",
    "shift, current, 1, 1200, 0, 0.25",
    "split, current, 1, 1200, 0, 0.25",
    "current, current, 2, 1500, 0.95, 1"
  })
  void copies(String query, String key, int layers, int steps, double atLeast, double atMost)
      throws Exception {
    assertThat(copyAccuracy(query, key, layers, steps)).isBetween(atLeast, atMost);
  }

  /** The same at a sixth of the length, where the two already part. */
  @Test
  void shiftedKeysCopySoonAndPlainOnesDoNot() throws Exception {
    double shifted = copyAccuracy("current", "shift", 1, 200);
    double plain = copyAccuracy("current", "current", 1, 200);

    assertThat(shifted).isGreaterThan(0.9);
    assertThat(plain).isLessThan(0.2);
  }

  private static double copyAccuracy(String query, String key, int layers, int steps)
      throws Exception {
    Map<String, String> settings = new TreeMap<>(SETTINGS);
    settings.put("attention.query", query);
    settings.put("attention.key", key);
    settings.put("model.layers", Integer.toString(layers));
    settings.put("train.steps", Integer.toString(steps));
    return TrialTrainer.train(settings, 1, DataOpener.NONE, (step, metrics) -> true)
        .metrics()
        .get("copy_accuracy");
  }
}
