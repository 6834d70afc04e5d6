package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.api.Model;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.optimize.api.BaseTrainingListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.MultiDataSet;
import org.nd4j.linalg.factory.Nd4j;

class TestGraphTrainer {

  private static final Signature SIGNATURE = Signature.tokens(7, 11);

  private static ComputationGraph graph(DataType type, Map<String, String> training) {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "model.width", "16",
                "model.heads", "2",
                "model.feed-forward", "24",
                "train.steps", "6",
                "train.warm-up", "2",
                "train.schedule", "cosine"));
    settings.putAll(training);
    return NetworkGraph.of(new Configuration(settings), SIGNATURE, 5, type);
  }

  private static INDArray tokens(int shift) {
    int[][] tokens = new int[40][7];
    for (int i = 0; i < tokens.length; i++) {
      for (int t = 0; t < 7; t++) {
        tokens[i][t] = (3 * i + t * (i + 2) + shift) % 11;
      }
    }
    return Nd4j.createFromArray(tokens);
  }

  private static INDArray weights(int step) {
    float[][] weights = new float[40][7];
    for (int i = 0; i < weights.length; i++) {
      for (int t = 0; t < 7; t++) {
        weights[i][t] = (i + t + step) % 3;
      }
    }
    return Nd4j.createFromArray(weights);
  }

  private static double step(GraphTrainer trainer, int step) {
    return trainer.step(tokens(step), tokens(step + 1), weights(step));
  }

  private static void fit(ComputationGraph graph, int step) {
    graph.fit(
        new MultiDataSet(
            new INDArray[] {tokens(step)},
            new INDArray[] {tokens(step + 1)},
            null,
            new INDArray[] {weights(step)}));
  }

  private static double distance(INDArray a, INDArray b) {
    return a.sub(b).amaxNumber().doubleValue();
  }

  @ParameterizedTest
  @CsvSource({
    "adam, 0",
    "adam, 0.1",
    "adamw, 0",
    "adamw, 0.1",
    "sgd, 0",
    "sgd, 0.1",
    "momentum, 0.1",
    "heavy-ball, 0",
    "heavy-ball, 0.1"
  })
  void stepsAreThoseOfDl4j(String optimizer, String clip) {
    Map<String, String> training =
        new HashMap<>(
            Map.of(
                "train.optimizer", optimizer, "train.clip", clip, "train.learning-rate", "0.03"));
    if (optimizer.equals("adamw")) {
      training.put("train.optimizer.weight-decay", "0.5");
    }
    ComputationGraph ours = graph(DataType.FLOAT, training);
    ComputationGraph theirs = graph(DataType.FLOAT, training);
    INDArray start = ours.params().dup();
    GraphTrainer trainer = new GraphTrainer(ours);

    for (int i = 0; i < 5; i++) {
      step(trainer, i);
      fit(theirs, i);
    }

    trainer.publish();
    assertThat(ours.getIterationCount()).isEqualTo(theirs.getIterationCount());
    assertThat(distance(ours.params(), theirs.params()))
        .isLessThan(1e-4 * distance(theirs.params(), start));
  }

  /** Centroids follow what lives in their clusters, and nothing else: no decay, on either way. */
  @Test
  void stateIsLeftAloneByWeightDecay() {
    Map<String, String> training =
        Map.of(
            "attention.weights", "clusters",
            "train.optimizer", "adamw",
            "train.optimizer.weight-decay", "0.5",
            "train.learning-rate", "0.03");
    ComputationGraph ours = graph(DataType.FLOAT, training);
    ComputationGraph theirs = graph(DataType.FLOAT, training);
    INDArray start = ours.params().dup();
    GraphTrainer trainer = new GraphTrainer(ours);

    step(trainer, 0);
    fit(theirs, 0);

    trainer.publish();
    assertThat(distance(ours.params(), theirs.params()))
        .isLessThan(1e-4 * distance(theirs.params(), start));
  }

  @Test
  void dl4jGoesOnWhereItStopsAndItGoesOnWhereDl4jStops() {
    Map<String, String> training = Map.of("train.learning-rate", "0.03");
    ComputationGraph mixed = graph(DataType.FLOAT, training);
    ComputationGraph theirs = graph(DataType.FLOAT, training);
    INDArray start = mixed.params().dup();
    GraphTrainer trainer = new GraphTrainer(mixed);

    for (int i = 0; i < 6; i++) {
      if (i % 2 == 0) {
        step(trainer, i);
      } else {
        fit(mixed, i);
      }
      fit(theirs, i);
    }

    assertThat(distance(mixed.params(), theirs.params()))
        .isLessThan(1e-4 * distance(theirs.params(), start));
  }

  @ParameterizedTest
  @ValueSource(strings = {"FLOAT", "DOUBLE"})
  void lossIsThatOfTheBatchBeforeTheStep(DataType type) {
    ComputationGraph graph = graph(type, Map.of("train.learning-rate", "0.1"));
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);
    double before = layer.runner().loss(tokens(0), tokens(1), weights(0));

    double loss = step(new GraphTrainer(graph), 0);

    assertThat(loss).isEqualTo(before, org.assertj.core.data.Offset.offset(1e-6));
    assertThat(graph.score()).isEqualTo(loss);
    assertThat(layer.runner().loss(tokens(0), tokens(1), weights(0))).isLessThan(before);
  }

  /** Writes down what DL4J tells it. */
  private static final class Listener extends BaseTrainingListener {
    final List<String> heard = new ArrayList<>();

    private void hear(String what, Model model) {
      ComputationGraph graph = (ComputationGraph) model;
      heard.add(what + " at " + graph.getIterationCount() + " of " + graph.getEpochCount());
    }

    @Override
    public void iterationDone(Model model, int iteration, int epoch) {
      hear("iteration " + iteration + " of " + epoch, model);
    }

    @Override
    public void onEpochStart(Model model) {
      hear("start", model);
    }

    @Override
    public void onEpochEnd(Model model) {
      hear("end", model);
    }

    @Override
    public void onForwardPass(Model model, Map<String, INDArray> activations) {
      activations.forEach((name, array) -> hear("forward " + name + array.hashCode(), model));
    }

    @Override
    public void onGradientCalculation(Model model) {
      hear("gradient", model);
    }

    @Override
    public void onBackwardPass(Model model) {
      hear("backward", model);
    }
  }

  /** Of 50 sets of 12 rows, of which 21 are worked on at a time. */
  @ParameterizedTest
  @CsvSource({
    "ridge, layer",
    "ridge, fixed",
    "sigma-ridge, layer",
    "kernel-ridge, layer",
    "sigma-ridge-2, layer"
  })
  void aSetThatCannotBeSolvedIsNamedByItsPlaceInTheBatch(String weights, String source) {
    Map<String, String> settings =
        Map.of(
            "model.kind", "kvq",
            "model.kind.embedding", "none",
            "model.kind.decoder-layers", "0",
            "model.heads", "1",
            "attention.weights", weights,
            "attention.weights.lambda-source", source);
    ComputationGraph graph =
        NetworkGraph.of(new Configuration(settings), Signature.set(8, 4, 2, 1), 5, DataType.FLOAT);
    INDArray features = Nd4j.rand(DataType.FLOAT, 50, 12, 4);
    features.putScalar(new int[] {40, 3, 1}, Float.NaN);

    assertThatThrownBy(
            () ->
                new GraphTrainer(graph)
                    .step(
                        features,
                        Nd4j.zeros(DataType.FLOAT, 50, 12, 1),
                        Nd4j.ones(DataType.FLOAT, 50, 12)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("sequence 40, head 0");
  }

  @Test
  void listenersHearWhatDl4jTellsThem() {
    ComputationGraph ours = graph(DataType.FLOAT, Map.of());
    ComputationGraph theirs = graph(DataType.FLOAT, Map.of());
    Listener atOurs = new Listener();
    Listener atTheirs = new Listener();
    ours.setListeners(atOurs);
    theirs.setListeners(atTheirs);
    GraphTrainer trainer = new GraphTrainer(ours);

    for (int step = 0; step < 3; step++) {
      step(trainer, step);
      fit(theirs, step);
    }

    assertThat(atOurs.heard).isEqualTo(atTheirs.heard).hasSize(3 * 4);
  }
}
