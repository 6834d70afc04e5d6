package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.reference.ReferenceAlgebra.beside;
import static org.attune.model.reference.ReferenceAlgebra.columns;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.rows;
import static org.attune.model.reference.ReferenceAlgebra.scaled;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Network;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;
import org.attune.model.reference.ReferenceSetNetworks.Affine;
import org.junit.jupiter.api.Test;

/** Networks on sets against the plain formulas: five rows given, two asked. */
class TestSetNetworksAgreement {

  private static final int GIVEN = 5;
  private static final Signature SIGNATURE = Signature.set(GIVEN, 2, 3, 1);

  private final Computed computed = new Computed();
  private final double[][] features = gaussian(7, 5, new Random(13));
  private final double[][] asked = columns(features, 0, 3);
  private final double[][] keys = rows(asked, 0, GIVEN);
  private final double[][] values = rows(columns(features, 3, 4), 0, GIVEN);

  @Test
  void kvqModule() {
    double[][] actual =
        predict("kvq", Map.of("attention.weights", "ridge", "attention.weights.scaled", "true"));
    double[][] read =
        ReferenceSetNetworks.module(
            asked,
            keys,
            values,
            mlp("query", 2),
            mlp("key", 2),
            mlp("value", 2),
            0,
            2,
            (q, k, v) -> scaled(Math.sqrt(2), ReferenceRidge.primal(q, k, v, 1)));
    assertAgree(actual, ReferenceSetNetworks.mlp(read, mlp("decoder", 2), 0));
  }

  @Test
  void kvqModuleWithLeakyEmbeddings() {
    double[][] actual =
        predict("kvq", Map.of("model.heads", "1", "model.kind.embedding-activation", "leaky-relu"));
    double[][] q = ReferenceSetNetworks.mlp(asked, mlp("query", 2), 0.01);
    double[][] k = ReferenceSetNetworks.mlp(keys, mlp("key", 2), 0.01);
    double[][] v = ReferenceSetNetworks.mlp(values, mlp("value", 2), 0.01);
    double[][] read = ReferenceSetAttention.softmax(q, k, v);
    assertAgree(actual, ReferenceSetNetworks.mlp(read, mlp("decoder", 2), 0));
  }

  @Test
  void kvqModuleWithOneEmbeddingForKeysAndQueriesAndRawValues() {
    double[][] actual =
        predict("kvq", Map.of("model.heads", "1", "model.kind.embedding", "shared"));
    double[][] points = ReferenceSetNetworks.mlp(asked, mlp("point", 2), 0);
    double[][] read = ReferenceSetAttention.softmax(points, rows(points, 0, GIVEN), values);
    assertAgree(actual, ReferenceSetNetworks.mlp(read, mlp("decoder", 2), 0));
  }

  @Test
  void lambdaAsAFunctionOfKeysAndValues() {
    double[][] actual =
        predict(
            "kvq",
            Map.of(
                "attention.weights", "ridge",
                "attention.weights.scaled", "true",
                "attention.weights.lambda-source", "context",
                "model.heads", "1"));
    double[][] k = ReferenceSetNetworks.mlp(keys, mlp("key", 2), 0);
    double[][] v = ReferenceSetNetworks.mlp(values, mlp("value", 2), 0);
    List<Affine> net =
        List.of(
            new Affine(computed.matrix("lambda-hidden"), computed.matrix("lambda-hidden-bias")[0]),
            new Affine(computed.matrix("lambda-output"), computed.matrix("rho")[0]));
    double lambda = ReferenceSetNetworks.lambda(k, v, net);
    double[][] q = ReferenceSetNetworks.mlp(asked, mlp("query", 2), 0);
    double[][] read = scaled(2, ReferenceRidge.primal(q, k, v, lambda));
    assertAgree(actual, ReferenceSetNetworks.mlp(read, mlp("decoder", 2), 0));
  }

  @Test
  void neuralProcess() {
    double[][] actual = predict("neural-process", Map.of("model.kind.summary", "3"));
    assertAgree(
        actual,
        ReferenceSetNetworks.neuralProcess(
            asked, keys, values, mlp("encoder", 2), mlp("decoder", 2)));
  }

  @Test
  void neuralProcessThatAveragesByClass() {
    double[][] indicators = {{0, 1}, {1, 0}, {0, 1}, {1, 0}, {1, 0}};
    double[][] labelled = new double[7][];
    for (int i = 0; i < 7; i++) {
      double[] y = i < GIVEN ? indicators[i] : new double[2];
      labelled[i] =
          new double[] {asked[i][0], asked[i][1], asked[i][2], y[0], y[1], features[i][4]};
    }
    Signature classes = Signature.set(GIVEN, 2, 3, 2).ofIndicators();
    double[][] actual =
        predict(
            "neural-process",
            Map.of("model.kind.summary", "3", "model.kind.averages", "classes"),
            classes,
            labelled);
    double[][] encoded = ReferenceSetNetworks.mlp(beside(keys, indicators), mlp("encoder", 2), 0);
    double[][] expected = new double[7][];
    for (int j = 0; j < 7; j++) {
      double[] row = new double[3 + 2 * 3];
      System.arraycopy(asked[j], 0, row, 0, 3);
      for (int i = 0; i < GIVEN; i++) {
        int c = indicators[i][0] == 1 ? 0 : 1;
        for (int r = 0; r < 3; r++) {
          row[3 + 3 * c + r] += encoded[i][r] / (c == 0 ? 3 : 2); // three and two of a class
        }
      }
      expected[j] = ReferenceSetNetworks.mlp(new double[][] {row}, mlp("decoder", 2), 0)[0];
    }
    assertAgree(actual, expected);
  }

  @Test
  void perceptronOfAllPairsAndAQuery() {
    double[][] actual = predict("perceptron", Map.of());
    double[][] pairs = beside(keys, values);
    double[][] all = {new double[0]};
    for (double[] pair : pairs) {
      all = beside(all, new double[][] {pair});
    }
    for (int j = 0; j < 7; j++) {
      double[][] row = beside(new double[][] {asked[j]}, all);
      double[][] expected = ReferenceSetNetworks.mlp(row, mlp("perceptron", 2), 0);
      assertAgree(new double[][] {actual[j]}, expected);
    }
  }

  /** Three heads of 2 columns each read an embedding of 4, which three does not divide. */
  @Test
  void kvqModuleWithThreeProjectedHeads() {
    double[][] actual =
        predict("kvq", Map.of("model.heads", "3", "model.kind.projection", "heads"));
    double[][] q = ReferenceSetNetworks.mlp(asked, mlp("query", 2), 0);
    double[][] k = ReferenceSetNetworks.mlp(keys, mlp("key", 2), 0);
    double[][] v = ReferenceSetNetworks.mlp(values, mlp("value", 2), 0);
    double[][] heads = new double[7][0];
    for (int head = 0; head < 3; head++) {
      heads =
          beside(
              heads,
              ReferenceSetAttention.softmax(
                  head(q, "query-heads", head),
                  head(k, "key-heads", head),
                  head(v, "value-heads", head)));
    }
    double[][] read = ReferenceSetNetworks.mlp(heads, mlp("heads-output", 1), 0);
    assertAgree(actual, ReferenceSetNetworks.mlp(read, mlp("decoder", 2), 0));
  }

  private double[][] head(double[][] embedded, String name, int head) {
    double[][] all = ReferenceSetNetworks.mlp(embedded, mlp(name, 1), 0);
    return columns(all, 2 * head, 2 * head + 2);
  }

  @Test
  void decoderWithALastHiddenLayerOfItsOwnWidth() {
    double[][] actual =
        predict(
            "kvq",
            Map.of("model.heads", "1", "model.kind.decoder-layers", "3", "model.kind.last", "7"));
    double[][] q = ReferenceSetNetworks.mlp(asked, mlp("query", 2), 0);
    double[][] k = ReferenceSetNetworks.mlp(keys, mlp("key", 2), 0);
    double[][] v = ReferenceSetNetworks.mlp(values, mlp("value", 2), 0);
    assertThat(computed.matrix("decoder-weight1")).hasDimensions(4, 7);
    assertAgree(
        actual,
        ReferenceSetNetworks.mlp(ReferenceSetAttention.softmax(q, k, v), mlp("decoder", 3), 0));
  }

  @Test
  void neuralProcessWithALastHiddenLayerOfItsOwnWidth() {
    double[][] actual =
        predict("neural-process", Map.of("model.kind.summary", "3", "model.kind.last", "7"));
    assertThat(computed.matrix("decoder-weight0")).hasDimensions(6, 7);
    assertAgree(
        actual,
        ReferenceSetNetworks.neuralProcess(
            asked, keys, values, mlp("encoder", 2), mlp("decoder", 2)));
  }

  @Test
  void perceptronThatAnswersAllQueriesTogether() {
    double[][] actual = predict("perceptron", Map.of("model.kind.answers", "together"));
    double[][] pairs = beside(keys, values);
    double[][] all = {new double[0]};
    for (double[] pair : pairs) {
      all = beside(all, new double[][] {pair});
    }
    for (double[] query : rows(asked, GIVEN, 7)) {
      all = beside(all, new double[][] {query});
    }
    double[][] answers = ReferenceSetNetworks.mlp(all, mlp("perceptron", 2), 0); // (1, 2)
    assertThat(computed.matrix("perceptron-weight1")).hasDimensions(4, 2);
    assertAgree(rows(actual, GIVEN, 7), new double[][] {{answers[0][0]}, {answers[0][1]}});
  }

  @Test
  void informer() {
    assertEncoder("ridge", (q, k, v) -> ReferenceRidge.primal(q, k, v, 1));
  }

  @Test
  void sigmaInformer() {
    assertEncoder("sigma-ridge", (q, k, v) -> ReferenceSigmaRidge.first(q, k, v, 1));
  }

  @Test
  void linearTransformer() {
    assertEncoder("linear", ReferenceSetAttention::linear);
  }

  @Test
  void linearTransformerWithFeatures() {
    assertEncoder(
        Map.of("attention.weights", "linear", "attention.weights.features", "elu"),
        (q, k, v) -> ReferenceSetAttention.over(LinearCases::elu, q, k, v));
    assertEncoder(
        Map.of("attention.weights", "linear", "attention.weights.features", "taylor"),
        (q, k, v) -> ReferenceSetAttention.over(LinearCases::taylor, q, k, v));
  }

  @Test
  void transformer() {
    assertEncoder("softmax", ReferenceSetAttention::softmax);
  }

  @Test
  void neuralProcessFormer() {
    assertEncoder("uniform", ReferenceSetNetworks::mean);
  }

  private void assertEncoder(String weights, ReferenceSetNetworks.Operator operator) {
    assertEncoder(Map.of("attention.weights", weights), operator);
  }

  private void assertEncoder(Map<String, String> weights, ReferenceSetNetworks.Operator operator) {
    for (String name : List.of("block0/query", "block1/query")) { // the fused projection q, k, v
      computed.with(name, scaled(0.3, gaussian(4, 12, new Random(name.hashCode()))));
    }
    double[][] actual = predict("set-encoder", weights);
    double[][] x = ReferenceSetNetworks.mlp(features, mlp("embedding", 1), 0);
    for (String block : List.of("block0/", "block1/")) {
      double[][] projection = computed.matrix(block + "query");
      x =
          ReferenceSetNetworks.block(
              x,
              columns(projection, 0, 4),
              columns(projection, 4, 8),
              columns(projection, 8, 12),
              computed.matrix(block + "attention-output"),
              2,
              operator,
              mlp(block + "mlp", 2));
    }
    assertAgree(actual, ReferenceSetNetworks.mlp(x, mlp("output", 1), 0));
  }

  private double[][] predict(String kind, Map<String, String> more) {
    return predict(kind, more, SIGNATURE, features);
  }

  private double[][] predict(
      String kind, Map<String, String> more, Signature signature, double[][] rows) {
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "model.kind", kind,
                "model.width", "4",
                "model.heads", "2",
                "model.layers", "2",
                "model.feed-forward", "3"));
    settings.putAll(more);
    computed.feed(Network.FEATURES, rows);
    computed.feed(Network.LABELS, new double[7][signature.outputs()]);
    computed.feed(Network.WEIGHTS, new double[7][1]);
    return computed.output(
        1,
        Network.PREDICTION,
        p -> Networks.of(new Configuration(settings), signature).describe(p));
  }

  private List<Affine> mlp(String name, int layers) {
    List<Affine> all = new ArrayList<>();
    for (int l = 0; l < layers; l++) {
      all.add(
          new Affine(
              computed.matrix(name + "-weight" + l), computed.matrix(name + "-bias" + l)[0]));
    }
    return all;
  }

  /** Relative: unregularised products of three random matrices grow large. */
  private static void assertAgree(double[][] actual, double[][] expected) {
    double scale = Math.max(1, ReferenceAlgebra.largest(expected));
    assertThat(distance(actual, expected) / scale).isLessThan(1e-10);
    assertThat(ReferenceAlgebra.largest(expected)).isGreaterThan(1e-3);
  }
}
