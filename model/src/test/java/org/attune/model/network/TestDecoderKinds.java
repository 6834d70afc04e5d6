package org.attune.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.task.DataOpener;
import org.attune.model.train.TrainingOutcome;
import org.attune.model.train.TrialTrainer;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Decoders of one bit and of two streams. */
class TestDecoderKinds {

  @ParameterizedTest
  @CsvSource({
    "one-bit, one, true, softmax, none",
    "one-bit, one, true, pointer, none",
    "one-bit, two, true, softmax, learned",
    "one-bit, one, false, softmax, alibi",
    "float, two, true, softmax, rope",
    "float, two, false, softmax, rope"
  })
  void learnsWhichSymbolsFollow(
      String precision, String streams, boolean tied, String weights, String positions)
      throws Exception {
    Map<String, String> settings = settings();
    settings.put("model.precision", precision);
    settings.put("model.streams", streams);
    settings.put("model.tied", Boolean.toString(tied));
    settings.put("model.positions", positions);
    settings.put("model.qk-norm", "false");
    settings.put("attention.weights", weights);
    assertThat(new ModelCatalog().conflicts(new Configuration(settings))).isEmpty();

    TrainingOutcome outcome =
        TrialTrainer.train(settings, 1, DataOpener.NONE, (step, metrics) -> true);

    assertThat(outcome.metrics().get("validation_loss"))
        .isLessThan(0.98 * outcome.metrics().get("initial_validation_loss"));
  }

  @Test
  void realRowsAreRefused() {
    assertThatThrownBy(() -> new Decoder(new Configuration(Map.of()), Signature.set(2, 3, 1, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs tokens");
  }

  @Test
  void oneBitAddsAScaleAndABiasPerColumnAndOneForTheCodebook() {
    Map<String, String> floats = settings();
    Map<String, String> bits = settings();
    bits.put("model.precision", "one-bit");
    long columns = 3 * 32 + 32 + 2 * 48 + 32; // q, k, v; output; up and its gate; down

    assertThat(
            new ModelCatalog().cost(new Configuration(bits)).parameters()
                - new ModelCatalog().cost(new Configuration(floats)).parameters())
        .isEqualTo(2 * columns + 1);
  }

  @Test
  void twoStreamsReadFewerColumnsWithANarrowerNorm() {
    Map<String, String> one = settings();
    Map<String, String> two = settings();
    two.put("model.streams", "two");
    two.put("model.streams.read", "20");

    assertThat(
            new ModelCatalog().cost(new Configuration(one)).parameters()
                - new ModelCatalog().cost(new Configuration(two)).parameters())
        .isEqualTo(12);
  }

  @Test
  void writingIsPenalisedInTrainingAlone() throws Exception {
    Map<String, String> free = settings();
    free.put("attention.weights", "write-gate");
    free.put("train.steps", "1");
    Map<String, String> dear = new TreeMap<>(free);
    dear.put("attention.weights.penalty", "1");

    TrainingOutcome without = TrialTrainer.train(free, 1, DataOpener.NONE, (step, metrics) -> true);
    TrainingOutcome with = TrialTrainer.train(dear, 1, DataOpener.NONE, (step, metrics) -> true);

    // gates start at sigmoid(4 + x·u), about 0.98
    assertThat(with.metrics().get("train_loss") - without.metrics().get("train_loss"))
        .isBetween(0.93, 0.99);
    assertThat(with.metrics().get("initial_validation_loss"))
        .isEqualTo(without.metrics().get("initial_validation_loss"));
  }

  @Test
  void thePenaltyIsTheMeanOverAllTokensWhateverTheLossWeighs() {
    Map<String, String> dear = settings();
    dear.put("attention.weights", "write-gate");
    dear.put("attention.weights.penalty", "1");
    Map<String, String> free = new TreeMap<>(dear);
    free.put("attention.weights.penalty", "0");
    int[][] tokens = new int[40][16]; // 640 rows: several parts of a batch
    float[][] last = new float[40][16];
    for (int i = 0; i < 40; i++) {
      for (int t = 0; t < 16; t++) {
        tokens[i][t] = (i + t * (i + 1)) % 20;
      }
      last[i][i % 16] = 1 + i; // a few of the tokens, unlike
    }
    INDArray features = Nd4j.createFromArray(tokens);
    INDArray all = Nd4j.ones(DataType.FLOAT, 40, 16);

    double some = penalty(dear, free, features, Nd4j.createFromArray(last));

    assertThat(some).isCloseTo(penalty(dear, free, features, all), within(1e-5));
    dear.put("attention.weights.penalty", "2.5");
    assertThat(penalty(dear, free, features, all)).isCloseTo(2.5 * some, within(1e-5));
  }

  private static double penalty(
      Map<String, String> dear, Map<String, String> free, INDArray features, INDArray weights) {
    double[] losses = new double[2];
    for (int i = 0; i < 2; i++) {
      ComputationGraph graph =
          NetworkGraph.of(
              new Configuration(i == 0 ? dear : free), Signature.tokens(16, 20), 1, DataType.FLOAT);
      losses[i] = new GraphTrainer(graph).step(features, features, weights);
      graph.close();
    }
    return losses[0] - losses[1];
  }

  private static Map<String, String> settings() {
    return new TreeMap<>(
        Map.of(
            "task", "text",
            "task.size", "5000",
            "task.length", "16",
            "task.validation-examples", "16",
            "model.width", "32",
            "model.layers", "1",
            "model.feed-forward", "48",
            "model.streams.read", "16",
            "train.steps", "40",
            "train.learning-rate", "1e-2"));
  }
}
