package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.ModelCatalog;
import org.attune.model.engine.Natives;
import org.attune.model.engine.Threads;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
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
    "train.optimizer, sgd",
    "train.recompute, true"
  })
  void isPlannedWithinATenth(String key, String value) {
    Configuration settings = settings(Map.of(key, value));

    assertThat(TrainingMemory.programBytes(settings, TOKENS, false))
        .isCloseTo(taken(settings), withinPercentage(10));
  }

  @ParameterizedTest
  @CsvSource({"2, 1.5", "2, 4.4", "4, 1.5", "4, 2.5", "4, 9"})
  void threadsShareTheMemoryOfATraining(int threads, double examples) {
    int before = Threads.used();
    try {
      Natives.useThreads(1);
      double one = stepped(settings(Map.of("train.batch", "1")), 1) / 1e6;
      Natives.useThreads(threads);
      double limit = examples * one;
      Configuration settings = settings(Map.of("train.memory", String.valueOf(limit)));

      assertThat(stepped(settings, BATCH) / 1e6).isBetween(one, limit);
    } finally {
      Natives.useThreads(before);
    }
  }

  /** Bytes of the programs of a training step. */
  private static long stepped(Configuration settings, int batch) {
    var graph = NetworkGraph.of(settings, TOKENS, 5, DataType.FLOAT);
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);
    try {
      INDArray tokens = Nd4j.zeros(DataType.INT32, batch, LENGTH);
      layer.runner().gradients(tokens, tokens, Nd4j.ones(DataType.FLOAT, batch, LENGTH), 0, 5);
      return layer.runner().bytes();
    } finally {
      layer.close();
      graph.close();
    }
  }

  static Stream<String> optimizers() {
    return Training.OPTIMIZER.parameter().options().stream().map(Option::name);
  }

  @ParameterizedTest
  @MethodSource("optimizers")
  void whatAnOptimizerKeepsIsPlanned(String optimizer) {
    Configuration settings = settings(Map.of("train.optimizer", optimizer));
    ComputationGraph graph = NetworkGraph.of(settings, TOKENS, 5, DataType.FLOAT);
    INDArray tokens = Nd4j.zeros(DataType.INT32, 2, LENGTH);
    new GraphTrainer(graph).step(tokens, tokens, Nd4j.ones(DataType.FLOAT, 2, LENGTH));
    INDArray kept = graph.getUpdater(false).getStateViewArray(); // null where it keeps nothing
    long numbers = 2 * graph.numParams() + (kept == null ? 0 : kept.length());

    assertThat(TrainingMemory.parameterBytes(settings, TOKENS))
        .isEqualTo(2 * numbers * Float.BYTES); // DL4J's, and the backend's own
  }

  @ParameterizedTest
  @CsvSource({"softmax", "ridge", "linear", "clusters"})
  void anEvaluationAtAnotherLengthIsPlannedWithinATenth(String weights) {
    Configuration settings = settings(Map.of("attention.weights", weights));
    Signature longer = Signature.tokens(4 * LENGTH, 17);
    ComputationGraph graph = NetworkGraph.of(settings, longer, 5, DataType.FLOAT);
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);
    INDArray tokens = Nd4j.zeros(DataType.INT32, BATCH, 4 * LENGTH);
    INDArray alike = Nd4j.ones(DataType.FLOAT, BATCH, 4 * LENGTH);
    layer.runner().loss(tokens, tokens, alike);
    layer.runner().evaluate(tokens, tokens, alike, true, (example, execution) -> {});
    long taken = layer.runner().bytes() + 2 * graph.numParams() * Float.BYTES;

    assertThat(TrainingMemory.forwardBytes(settings, longer))
        .isCloseTo(taken, withinPercentage(10));
    layer.close();
    graph.close();
  }

  /** What is read of softmax's weights at a time is a block of queries. */
  @Test
  void anEvaluationsMemoryGrowsAsItsLength() {
    Configuration settings = settings(Map.of("model.heads", "4"));

    long once = TrainingMemory.forwardBytes(settings, Signature.tokens(4096, 17));
    long fourTimes = TrainingMemory.forwardBytes(settings, Signature.tokens(4 * 4096, 17));

    assertThat(fourTimes).isLessThan(4 * once);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theFirstValidationKeepsTheBudget(boolean watched) {
    INDArray tokens = Nd4j.zeros(DataType.INT32, BATCH, LENGTH);
    INDArray alike = Nd4j.ones(DataType.FLOAT, BATCH, LENGTH);
    long whole = validated(settings(Map.of()), tokens, alike, watched);
    double budget = whole / 3e6; // of two programs, the second of what is left of a batch

    long parts =
        validated(
            settings(Map.of("train.memory", Double.toString(budget))), tokens, alike, watched);

    assertThat(parts).isPositive().isLessThan(2 * whole / 3);
  }

  private static long validated(
      Configuration settings, INDArray tokens, INDArray alike, boolean watched) {
    ComputationGraph graph = NetworkGraph.of(settings, TOKENS, 5, DataType.FLOAT);
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);
    try {
      layer.runner().evaluate(tokens, tokens, alike, watched, (example, execution) -> {});
      return layer.runner().bytes();
    } finally {
      layer.close();
      graph.close();
    }
  }

  /** However few examples come first. */
  @Test
  void aSmallBatchDoesNotCutALargerOne() {
    Configuration settings = settings(Map.of("train.memory", "1000"));
    ComputationGraph graph = NetworkGraph.of(settings, TOKENS, 5, DataType.FLOAT);
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);
    List<Integer> parts = new ArrayList<>();
    for (int examples : new int[] {3, 16}) {
      INDArray tokens = Nd4j.zeros(DataType.INT32, examples, LENGTH);
      INDArray alike = Nd4j.ones(DataType.FLOAT, examples, LENGTH);
      layer.runner().gradients(tokens, tokens, alike, 0, 5);
      layer.runner().evaluate(tokens, tokens, alike, false, (first, e) -> parts.add(first));
    }

    assertThat(parts).containsExactly(0, 0, 8); // 256 rows at a time
    layer.close();
    graph.close();
  }

  @Test
  void everyOptionOfAttentionCanBePlanned() {
    List<Map<String, String>> all = new ArrayList<>();
    for (Parameter parameter : new ModelCatalog().parameters()) {
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
      if (new ModelCatalog().conflicts(settings).isEmpty()) {
        planned++;
        softly
            .assertThatCode(() -> TrainingMemory.bytes(settings, TOKENS, false))
            .as("%s", of)
            .doesNotThrowAnyException();
      }
    }
    softly.assertAll();
    assertThat(planned).isGreaterThan(30);
  }

  /** Where an example has too many attention weights for them to be watched. */
  @Test
  void whatIsNotWatchedIsNotPlanned() {
    Configuration settings = settings(Map.of("model.heads", "4"));
    int length = 8192;
    long weights = 4L * length * length * Float.BYTES; // of a layer, and an example

    long unasked = TrainingMemory.bytes(settings, Signature.tokens(length, 17), false);
    long asked = TrainingMemory.bytes(settings, Signature.tokens(length, 17), true);

    assertThat(asked - unasked).isGreaterThan(weights);
  }

  @Test
  void whatNoMachineHasIsPlannedInSeconds() {
    Configuration huge =
        settings(
            Map.of(
                "model.width", "4096", "model.heads", "32", "attention.score-conv", "convolution"));

    assertThat(TrainingMemory.bytes(huge, Signature.tokens(2048, 256), false))
        .isGreaterThan(8L * 1024 * 1024 * 1024);
  }
}
