package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.Natives;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** A training on several threads: the same step but for rounding, the same digits every time. */
class TestSeveralThreads {

  private static final int LENGTH = 64;
  private static final int BATCH = 13; // four parts for one thread, of which the last is smaller
  private static final int VOCABULARY = 9;
  private static final int STEPS = 4;

  @AfterEach
  void oneThread() {
    Natives.useThreads(1);
  }

  @Test
  void digitsDependOnTheNumberOfThreadsAndOnNothingElse() {
    float[] one = trained(1, Map.of());
    float[] two = trained(2, Map.of());
    float[] five = trained(5, Map.of());

    assertThat(trained(2, Map.of())).isEqualTo(two);
    assertThat(trained(5, Map.of())).isEqualTo(five);
    assertClose(two, one);
    assertClose(five, one);
    assertThat(two).as("gradients are added up in another order").isNotEqualTo(one);
  }

  /** What is dropped is a matter of the example, not of the thread. */
  @Test
  void dropoutDropsTheSame() {
    Map<String, String> dropout = Map.of("train.dropout.stream", "0.3");
    float[] one = trained(1, dropout);
    assertClose(trained(3, dropout), one);
    assertThat(one).as("something is dropped").isNotEqualTo(trained(1, Map.of()));
  }

  /** Centroids follow the batch part by part: one thread shows it to them, in order. */
  @Test
  void stateThatMovesIsLeftToOneThread() {
    Map<String, String> routed = Map.of("attention.weights", "clusters");
    assertThat(trained(2, routed)).isEqualTo(trained(1, routed));
  }

  @Test
  void whatAShareThrowsIsThrownOnceAllHaveEnded() {
    Map<Integer, Boolean> ended = new ConcurrentHashMap<>();
    try (Crew crew = new Crew(3)) {
      assertThatThrownBy(
              () ->
                  crew.share(
                      3,
                      share -> {
                        ended.put(share, true);
                        if (share == 1) {
                          throw new IllegalArgumentException("Invalid token");
                        }
                      }))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Invalid token");
      assertThat(ended).hasSize(3);
    }
  }

  private static void assertClose(float[] found, float[] expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(found[i]).isCloseTo(expected[i], within(2e-5f));
    }
  }

  /** Parameters after some steps, and the loss. */
  private static float[] trained(int threads, Map<String, String> options) {
    Natives.useThreads(threads);
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "model.width", "16",
                "model.layers", "2",
                "model.heads", "2",
                "model.feed-forward", "32",
                "train.optimizer", "momentum",
                "train.learning-rate", "0.05"));
    settings.putAll(options);
    ComputationGraph graph =
        NetworkGraph.of(
            new Configuration(settings), Signature.tokens(LENGTH, VOCABULARY), 1, DataType.FLOAT);
    GraphTrainer trainer = new GraphTrainer(graph);
    Random random = new Random(3);
    try {
      for (int step = 0; step < STEPS; step++) {
        INDArray weights = Nd4j.ones(DataType.FLOAT, BATCH, LENGTH);
        weights.putScalar(0, 5, 0);
        trainer.step(tokens(random), tokens(random), weights);
      }
      trainer.publish();
      return graph.params().dup('c').data().asFloat();
    } finally {
      ((NetworkOutputLayer) graph.getLayer(0)).close();
      graph.close();
    }
  }

  private static INDArray tokens(Random random) {
    int[][] rows = new int[BATCH][LENGTH];
    for (int[] row : rows) {
      for (int t = 0; t < LENGTH; t++) {
        row[t] = random.nextInt(VOCABULARY);
      }
    }
    return Nd4j.createFromArray(rows);
  }
}
