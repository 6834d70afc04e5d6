package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.attune.model.ModelCatalog;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.network.Signature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.NDArrayIndex;

/** What is planned against what programs have taken once they have run. */
class TestTrainingMemory {

  private static final int LENGTH = 32;
  private static final int BATCH = 20;
  private static final Signature TOKENS = Signature.tokens(LENGTH, 17);

  private static Configuration settings(Map<String, String> of) {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "model.width", "32",
                "model.heads", "2",
                "model.layers", "2",
                "train.batch", String.valueOf(BATCH)));
    settings.putAll(of);
    return new Configuration(settings);
  }

  /** Bytes of all programs of a training, after a step and a validation. */
  private static long taken(Configuration settings) {
    var graph = NetworkGraph.of(settings, TOKENS, 5, DataType.FLOAT);
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);
    INDArray tokens = Nd4j.zeros(DataType.INT32, BATCH, LENGTH);
    INDArray weights = Nd4j.ones(DataType.FLOAT, BATCH, LENGTH);
    try {
      BatchRunner runner = layer.runner();
      runner.gradients(tokens, tokens, weights, 0, 5);
      runner.loss(tokens, tokens, weights);
      INDArray first = tokens.get(NDArrayIndex.interval(0, 8)).dup();
      INDArray some = weights.get(NDArrayIndex.interval(0, 8)).dup();
      runner.evaluate(first, first, some, true, (example, execution) -> {});
      return runner.bytes();
    } finally {
      layer.close();
      graph.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "model.width, 128",
    "attention.gate, learned",
    "attention.query, split",
    "attention.score-conv, convolution",
    "attention.weight-mixing, mixed",
    "attention.weights, ridge",
    "attention.weights, linear",
    "attention.weights, differential",
    "attention.weights, sigmoid",
    "train.optimizer, sgd"
  })
  void isPlannedWithinATenth(String key, String value) {
    Configuration settings = settings(Map.of(key, value));

    assertThat(TrainingMemory.programBytes(settings, TOKENS))
        .isCloseTo(taken(settings), withinPercentage(10));
  }

  @Test
  void everyOptionOfAttentionCanBePlanned() {
    List<Map<String, String>> all = new ArrayList<>();
    for (Parameter parameter : ModelCatalog.parameters()) {
      if (parameter.key().startsWith("attention.")) {
        for (Option option : parameter.options()) {
          all.add(Map.of(parameter.key(), option.name()));
        }
      }
    }
    SoftAssertions softly = new SoftAssertions();
    int planned = 0;
    for (Map<String, String> of : all) {
      Configuration settings = settings(of);
      if (ModelCatalog.conflicts(settings.values()).isEmpty()) {
        planned++;
        softly
            .assertThatCode(() -> TrainingMemory.bytes(settings, TOKENS))
            .as("%s", of)
            .doesNotThrowAnyException();
      }
    }
    softly.assertAll();
    assertThat(planned).isGreaterThan(30);
  }

  @Test
  void whatNoMachineHasIsPlannedInSeconds() {
    Configuration huge =
        settings(
            Map.of(
                "model.width", "4096", "model.heads", "32", "attention.score-conv", "convolution"));

    assertThat(TrainingMemory.bytes(huge, Signature.tokens(2048, 256)))
        .isGreaterThan(8L * 1024 * 1024 * 1024);
  }
}
