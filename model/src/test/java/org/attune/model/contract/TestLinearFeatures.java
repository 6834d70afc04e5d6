package org.attune.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.program.Pass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Feature maps of linear attention, by blocks and states in float32 and by all pairs in float64.
 */
class TestLinearFeatures {

  private static Map<String, String> settings(String features) {
    Map<String, String> all = new TreeMap<>();
    all.put("model.width", "8");
    all.put("model.heads", "2");
    all.put("attention.weights", "linear");
    all.put("attention.weights.features", features);
    return all;
  }

  @ParameterizedTest
  @CsvSource({"elu", "taylor"})
  void blocksAgreeWithAllPairsAtEveryLength(String features) {
    for (int length : new int[] {1, 2, 3, 31, 63, 64, 65, 127, 128, 129, 192, 200, 256, 257}) {
      double[] fast = read(features, length, Backends.cpu(), DataType.FLOAT, 1);
      double[] proof = read(features, length, Backends.reference(), DataType.DOUBLE, 1);
      for (int i = 0; i < proof.length; i++) {
        assertThat(fast[i])
            .as("%s, %d tokens, number %d", features, length, i)
            .isCloseTo(proof[i], org.assertj.core.data.Offset.offset(1e-5));
      }
    }
  }

  /** A query of -60 has features near 1e-26, whose products are 0 in float32. */
  @Test
  void featuresThatVanishGiveNumbers() {
    for (double number : read("elu", 5, Backends.cpu(), DataType.FLOAT, 60)) {
      assertThat(number).isFinite();
    }
  }

  @Test
  void setsHaveThemToo() {
    Map<String, String> set = settings("elu");
    set.put("task", "regression");
    set.put("model.kind", "kvq");

    assertThat(new ModelCatalog().conflicts(new Configuration(set))).isEmpty();
  }

  /**
   * @param gain of queries and keys
   */
  private static double[] read(
      String features, int length, Backend<?> backend, DataType type, double gain) {
    try (AttentionTrial trial =
        new AttentionTrial(settings(features), 1, length, 1, backend, type, false)) {
      trial.values().get("query-gain").assign(-gain);
      trial.values().get("key-gain").assign(gain);
      INDArray y = trial.forward(Pass.evaluation());
      return y.dup('c').castTo(DataType.DOUBLE).data().asDouble();
    }
  }
}
