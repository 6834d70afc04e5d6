package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** An embedding that learns at a step size of its own. */
class TestEmbeddingRate {

  private static final double RATE = 0.01;

  /** What the first step changes. */
  private static double[] change(String optimizer, double ofEmbedding) {
    return change(optimizer, ofEmbedding, Map.of());
  }

  private static double[] parameters() {
    Map<String, String> all = Map.of("model.width", "8", "model.heads", "2");
    return NetworkGraph.of(new Configuration(all), Signature.tokens(5, 11), 5, DataType.FLOAT)
        .params()
        .data()
        .asDouble();
  }

  private static double[] change(String optimizer, double ofEmbedding, Map<String, String> more) {
    Map<String, String> all = new HashMap<>();
    all.put("model.width", "8");
    all.put("model.heads", "2");
    all.put("train.optimizer", optimizer);
    all.put("train.learning-rate", Double.toString(RATE));
    all.putAll(more);
    if (ofEmbedding > 0) {
      all.put("train.embedding-learning-rate", Double.toString(ofEmbedding));
    }
    ComputationGraph graph =
        NetworkGraph.of(new Configuration(all), Signature.tokens(5, 11), 5, DataType.FLOAT);
    INDArray before = graph.params().dup();
    INDArray tokens = Nd4j.createFromArray(new int[][] {{1, 4, 2, 9, 3}, {0, 4, 4, 8, 10}});
    GraphTrainer trainer = new GraphTrainer(graph);
    trainer.step(tokens, tokens, Nd4j.ones(DataType.FLOAT, 2, 5));
    trainer.publish();
    return graph.params().sub(before).data().asDouble();
  }

  @ParameterizedTest
  @ValueSource(strings = {"adam", "adamw"})
  void onlyTheEmbeddingTakesIt(String optimizer) {
    double[] plain = change(optimizer, 0);
    double[] faster = change(optimizer, 5 * RATE);

    int embedding = 11 * 8; // it comes first
    double largest = 0;
    for (int i = 0; i < plain.length; i++) {
      if (i >= embedding) {
        assertThat(faster[i]).isEqualTo(plain[i]);
      } else {
        largest = Math.max(largest, Math.abs(faster[i]));
        double decayed = optimizer.equals("adamw") ? 1e-4 : 0; // of numbers below 1, at 0.01 x RATE
        assertThat(Math.abs(faster[i] - 5 * plain[i])).isLessThan(1e-6 + 5 * decayed);
      }
    }
    assertThat(largest).isGreaterThan(4.9 * RATE); // Adam's first step is as long as its rate
  }

  /** As under muon, whose embedding has the rate of all that is not a matrix. */
  @ParameterizedTest
  @CsvSource({"5, 0.5", "0.1, 5", "2, 10"})
  void itDecaysByItsOwnRate(double ratio, double decay) {
    Map<String, String> more =
        Map.of("train.optimizer.weight-decay", Double.toString(decay), "train.clip", "0");
    double[] whole = change("adamw", ratio * RATE, more);
    double[] none = change("adam", ratio * RATE, Map.of());

    double[] before = parameters();
    int embedding = 11 * 8; // it comes first
    for (int i = 0; i < whole.length; i++) {
      double rate = i < embedding ? ratio * RATE : RATE;
      assertThat(whole[i] - none[i]).isCloseTo(-rate * decay * before[i], within(2e-6));
    }
  }

  @Test
  void itsOwnRateMayBeThatOfAll() {
    assertThat(change("adam", RATE)).isEqualTo(change("adam", 0));
  }

  @ParameterizedTest
  @CsvSource({"text, decoder, sgd", "text, decoder, muon", "sine, kvq, adam"})
  void whatHasNoSuchStepSizeIsRefused(String task, String kind, String optimizer) {
    Map<String, String> all =
        Map.of(
            "task", task,
            "model.kind", kind,
            "train.optimizer", optimizer,
            "train.embedding-learning-rate", "0.1");
    assertThat(new ModelCatalog().conflicts(new Configuration(all)))
        .containsExactly(
            "train.embedding-learning-rate is of a decoder's embedding under adam or adamw, and"
                + " here is %s with model.kind %s: remove it".formatted(optimizer, kind));
  }
}
