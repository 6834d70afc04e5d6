package org.attune.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.layer.NetworkGraph;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Rows that stand in for what a set does not have count for nothing. */
class TestVaryingContext {

  private static final int MOST = 6;
  private static final int HAS = 4;
  private static final int ASKED = 3;

  /**
   * @param weights with, after a slash, where their lambda comes from
   */
  private static Configuration settings(String kind, String weights) {
    Map<String, String> all = new TreeMap<>();
    if (weights.contains("/")) {
      all.put("attention.weights.lambda-source", weights.substring(weights.indexOf('/') + 1));
    }
    all.put("model.kind", kind);
    all.put("model.width", "8");
    all.put("model.heads", kind.equals("kvq") ? "2" : "1");
    all.put("attention.weights", weights.split("/")[0]);
    return new Configuration(all);
  }

  /** Rows [x, y, given], lying as DL4J has them: (1, 3, length). */
  private static INDArray set(int context) {
    Random random = new Random(5);
    double[][] given = new double[HAS][];
    for (int t = 0; t < HAS; t++) {
      given[t] = new double[] {random.nextGaussian(), random.nextGaussian(), 1};
    }
    double[][][] rows = new double[1][context + ASKED][];
    for (int t = 0; t < context; t++) {
      rows[0][t] = given[t % HAS].clone();
      rows[0][t][2] = t < HAS ? 1 : 0;
    }
    for (int t = 0; t < ASKED; t++) {
      rows[0][context + t] = new double[] {random.nextGaussian(), 0, 0};
    }
    return Nd4j.createFromArray(rows).permute(0, 2, 1).dup('c');
  }

  @ParameterizedTest
  @CsvSource({
    "kvq, softmax",
    "kvq, ridge",
    "kvq, linear",
    "kvq, sigma-ridge",
    "kvq, ridge/context",
    "kvq, sigma-ridge/context",
    "neural-process, softmax"
  })
  void aSetOfFourAnswersAsItDoesWhereAllHaveFour(String kind, String weights) {
    Configuration settings = settings(kind, weights);
    Signature all = Signature.set(HAS, ASKED, 1, 1);
    Signature varying = Signature.set(MOST, ASKED, 1, 1).ofVaryingContext();
    ComputationGraph four = NetworkGraph.of(settings, all, 1, DataType.DOUBLE);
    ComputationGraph some = NetworkGraph.of(settings, varying, 2, DataType.DOUBLE);
    INDArray parameters = four.params().dup();
    for (int i = 0; i < parameters.length(); i++) { // what starts at 0 must count
      parameters.putScalar(i, parameters.getDouble(i) + 0.3 * Math.sin(i));
    }
    four.setParams(parameters);
    some.setParams(parameters);

    double[] expected = four.output(set(HAS))[0].dup('c').data().asDouble(); // a number a row
    double[] answered = some.output(set(MOST))[0].dup('c').data().asDouble();
    for (int t = 0; t < ASKED; t++) {
      assertThat(answered[MOST + t]).isCloseTo(expected[HAS + t], within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"kernel-ridge", "sigma-ridge-2", "uniform"})
  void whatCannotLeaveRowsOutIsRefused(String weights) {
    Signature varying = Signature.set(MOST, ASKED, 1, 1).ofVaryingContext();

    assertThatThrownBy(() -> Networks.of(settings("kvq", weights), varying))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("attention.weights")
        .hasMessageContaining(weights)
        .hasMessageContaining("ridge");
  }

  @Test
  void aSumInWhichAbsentRowsCountIsRefused() {
    Signature varying = Signature.set(MOST, ASKED, 1, 1).ofVaryingContext();
    Map<String, String> all = new TreeMap<>(settings("kvq", "linear").values());
    all.put("attention.weights.features", "elu");

    assertThatThrownBy(() -> Networks.of(new Configuration(all), varying))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Invalid attention.weights: linear cannot leave out rows, and this task's sets vary in"
                + " size; choose one of [linear, ridge, sigma-ridge, softmax] with model.kind.head"
                + " weights and attention.weights.features identity, or fix the context");
  }

  @ParameterizedTest
  @ValueSource(strings = {"perceptron", "set-encoder"})
  void networksOfFixedSetsAreRefused(String kind) {
    Signature varying = Signature.set(MOST, ASKED, 1, 1).ofVaryingContext();

    assertThatThrownBy(() -> Networks.of(settings(kind, "softmax"), varying))
        .hasMessageContaining(kind)
        .hasMessageContaining("fix the context");
  }
}
