package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Signature;
import org.deeplearning4j.datasets.iterator.IteratorMultiDataSetIterator;
import org.deeplearning4j.nn.conf.ComputationGraphConfiguration;
import org.deeplearning4j.nn.conf.RNNFormat;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.util.ModelSerializer;
import org.junit.jupiter.api.Test;
import org.nd4j.evaluation.classification.Evaluation;
import org.nd4j.evaluation.regression.RegressionEvaluation;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.MultiDataSet;
import org.nd4j.linalg.dataset.api.iterator.MultiDataSetIterator;
import org.nd4j.linalg.factory.Nd4j;

class TestNetworkLayer {

  private static final Configuration SETTINGS =
      new Configuration(
          Map.of(
              "model.width", "16",
              "model.heads", "2",
              "model.feed-forward", "24",
              "attention.gate", "learned",
              "train.optimizer", "adamw",
              "train.warm-up", "3",
              "train.clip", "1"));
  private static final Signature SIGNATURE = Signature.tokens(7, 11);

  private static ComputationGraph graph(DataType type) {
    return NetworkGraph.of(SETTINGS, SIGNATURE, 5, type);
  }

  private static MultiDataSet batch(int examples, int shift) {
    int[][] features = new int[examples][7];
    int[][] labels = new int[examples][7];
    for (int i = 0; i < examples; i++) {
      for (int t = 0; t < 7; t++) {
        features[i][t] = (3 * i + t * (i + 2) + shift) % 11;
        labels[i][t] = (3 * i + (t + 1) * (i + 2) + shift) % 11;
      }
    }
    return new MultiDataSet(Nd4j.createFromArray(features), Nd4j.createFromArray(labels));
  }

  @Test
  void configurationGoesToJsonAndBack() {
    ComputationGraphConfiguration before =
        NetworkGraph.configuration(SETTINGS, SIGNATURE, 5, DataType.FLOAT);

    ComputationGraphConfiguration after = ComputationGraphConfiguration.fromJson(before.toJson());

    assertThat(after.toJson()).isEqualTo(before.toJson());
    ComputationGraph graph = new ComputationGraph(after);
    graph.init();
    assertThat(graph.params()).isEqualTo(graph(DataType.FLOAT).params());
  }

  /** Over three blocks of queries, of which each is kept for the adjoint, or none. */
  @Test
  void whatIsOnlyRunForwardHasTheDigitsOfWhatIsTrained() {
    Signature longer = Signature.tokens(70, 11);
    ComputationGraph graph = NetworkGraph.of(SETTINGS, longer, 5, DataType.FLOAT);
    BatchRunner runner = ((NetworkOutputLayer) graph.getLayer(0)).runner();
    INDArray tokens =
        Nd4j.createFromArray(new SplittableRandom(1).ints(5 * 70, 0, 11).toArray())
            .reshape('c', 5, 70);
    INDArray alike = Nd4j.ones(DataType.FLOAT, 5, 70);

    double trained = runner.gradients(tokens, tokens, alike, 0, 5);

    assertThat(runner.loss(tokens, tokens, alike)).isEqualTo(trained);
  }

  @Test
  void savedNetworkGoesOnTrainingAsIfItHadNotStopped() throws Exception {
    ComputationGraph graph = graph(DataType.FLOAT);
    graph.fit(batch(5, 0));
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    ModelSerializer.writeModel(graph, saved, true);
    ComputationGraph restored =
        ModelSerializer.restoreComputationGraph(
            new ByteArrayInputStream(saved.toByteArray()), true);

    graph.fit(batch(5, 1));
    restored.fit(batch(5, 1));

    assertThat(restored.score()).isEqualTo(graph.score());
    assertThat(restored.params()).isEqualTo(graph.params());
  }

  @Test
  void cloneTrainsOnItsOwnParameters() {
    ComputationGraph graph = graph(DataType.FLOAT);
    graph.fit(batch(5, 0));
    INDArray before = graph.params().dup();
    ComputationGraph clone = graph.clone();

    clone.fit(batch(5, 1));

    assertThat(graph.params()).isEqualTo(before);
    assertThat(clone.params()).isNotEqualTo(before);
  }

  @Test
  void batchWorkedThroughInPartsHasTheGradientOfTheWhole() {
    ComputationGraph graph = graph(DataType.DOUBLE);
    MultiDataSet batch = batch(90, 0); // 630 rows: parts of 36, 36 and 18 examples
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);
    layer.setBackpropGradientsViewArray(Nd4j.create(DataType.DOUBLE, 1, graph.numParams()));
    INDArray mask = Nd4j.rand(DataType.DOUBLE, 90, 7);

    double loss = gradients(layer, batch, mask);
    INDArray whole = layer.getGradientsViewArray().dup();
    INDArray sum = Nd4j.create(DataType.DOUBLE, 1, graph.numParams());
    double total = mask.sumNumber().doubleValue();
    double parts = 0;
    for (int i = 0; i < 90; i += 45) {
      INDArray some = rows(mask, i);
      double share = some.sumNumber().doubleValue() / total;
      MultiDataSet half =
          new MultiDataSet(rows(batch.getFeatures(0), i), rows(batch.getLabels(0), i));
      parts += share * gradients(layer, half, some);
      sum.addi(layer.getGradientsViewArray().mul(share));
    }

    assertThat(parts).isCloseTo(loss, within(1e-12));
    assertThat(sum.sub(whole).amaxNumber().doubleValue()).isLessThan(1e-12);
  }

  private static double gradients(NetworkOutputLayer layer, MultiDataSet batch, INDArray mask) {
    return layer.runner().gradients(batch.getFeatures(0), batch.getLabels(0), mask, 0, 1);
  }

  private static INDArray rows(INDArray all, int from) {
    return org.attune.model.program.Views.rows(all, from, from + 45).dup('c');
  }

  @Test
  void floatAndDoubleNetworksAgree() {
    ComputationGraph single = graph(DataType.FLOAT);
    ComputationGraph twice = graph(DataType.DOUBLE);

    for (int step = 0; step < 3; step++) {
      single.fit(batch(40, step));
      twice.fit(batch(40, step));
      assertThat(single.score()).isCloseTo(twice.score(), within(1e-4));
    }
    INDArray y = single.output(batch(3, 9).getFeatures(0))[0].castTo(DataType.DOUBLE);
    assertThat(y.shape()).containsExactly(3, 11, 7);
    assertThat(y.sub(twice.output(batch(3, 9).getFeatures(0))[0]).amaxNumber().doubleValue())
        .isLessThan(1e-3);
  }

  @Test
  void scoreOfADataSetIsItsMeanLoss() {
    ComputationGraph graph = graph(DataType.DOUBLE);
    MultiDataSet batch = batch(5, 0);
    double score = graph.score(batch, false);

    graph.fit(batch);

    assertThat(score).isCloseTo(graph.score(), within(1e-9));
  }

  @Test
  void dl4jEvaluatesClassesRight() {
    ComputationGraph graph = graph(DataType.FLOAT);
    int examples = 6;
    MultiDataSet batch = batch(examples, 0);
    INDArray indicators = Nd4j.zeros(DataType.FLOAT, examples, 11, 7); // (B, classes, T)
    INDArray mask = Nd4j.zeros(DataType.FLOAT, examples, 7);
    INDArray predicted = rowsPredicted(graph, batch.getFeatures(0)); // (B, T, classes)
    int right = 0;
    int counted = 0;
    for (int b = 0; b < examples; b++) {
      for (int t = 0; t < 7; t++) {
        // every other row is labelled as predicted, every third is not counted
        int best = 0;
        for (int c = 1; c < 11; c++) {
          best = predicted.getDouble(b, t, c) > predicted.getDouble(b, t, best) ? c : best;
        }
        boolean asPredicted = (b + t) % 2 == 0;
        indicators.putScalar(b, asPredicted ? best : (best + 1) % 11, t, 1);
        if ((b * 7 + t) % 3 != 0) {
          mask.putScalar(b, t, 1);
          counted++;
          right += asPredicted ? 1 : 0;
        }
      }
    }

    Evaluation evaluation =
        graph.evaluate(
            once(
                new MultiDataSet(
                    new INDArray[] {batch.getFeatures(0)},
                    new INDArray[] {indicators},
                    null,
                    new INDArray[] {mask})));

    assertThat(evaluation.getNumRowCounter()).isEqualTo(counted);
    assertThat(evaluation.accuracy()).isEqualTo(right / (double) counted);
  }

  @Test
  void dl4jEvaluatesRealsRight() {
    Signature set = Signature.set(4, 3, 2, 5); // 7 rows of 5 outputs
    Configuration settings =
        new Configuration(Map.of("model.kind", "perceptron", "model.width", "8"));
    ComputationGraph graph = NetworkGraph.of(settings, set, 5, DataType.DOUBLE);
    INDArray features = Nd4j.rand(DataType.DOUBLE, 6, set.inputs(), 7); // (B, columns, T)
    INDArray labels = Nd4j.rand(DataType.DOUBLE, 6, 5, 7); // (B, outputs, T)

    RegressionEvaluation evaluation =
        graph.evaluateRegression(once(new MultiDataSet(features, labels)));

    double sum = 0;
    INDArray predicted = rowsPredicted(graph, features.permute(0, 2, 1).dup('c'));
    for (int b = 0; b < 6; b++) {
      for (int t = 0; t < 7; t++) {
        double error = predicted.getDouble(b, t, 3) - labels.getDouble(b, 3, t);
        sum += error * error;
      }
    }
    assertThat(evaluation.meanSquaredError(3)).isCloseTo(sum / 42, within(1e-12));
    assertThat(graph.score(new MultiDataSet(features, labels), false))
        .isCloseTo(5 * evaluation.averageMeanSquaredError() / 5, within(1e-9));
  }

  private static INDArray rowsPredicted(ComputationGraph graph, INDArray features) {
    return ((NetworkOutputLayer) graph.getLayer(0)).runner().predictions(features);
  }

  @Test
  void whatItSaysOfItsOutputIsWhatItGives() {
    ComputationGraph graph = graph(DataType.FLOAT);
    NetworkLayer conf = (NetworkLayer) ((NetworkOutputLayer) graph.getLayer(0)).layerConf();

    InputType.InputTypeRecurrent type =
        (InputType.InputTypeRecurrent) conf.getOutputType(0, InputType.recurrent(1, 7));

    assertThat(type.getFormat()).isEqualTo(RNNFormat.NCW); // (B, size, length)
    assertThat(graph.output(batch(3, 0).getFeatures(0))[0].shape())
        .containsExactly(3, type.getSize(), type.getTimeSeriesLength());
  }

  @Test
  void indicatorsTrainAsTheirClassesDo() {
    ComputationGraph byClass = graph(DataType.DOUBLE);
    ComputationGraph byIndicator = graph(DataType.DOUBLE);
    MultiDataSet batch = batch(5, 0);
    INDArray indicators = Nd4j.zeros(DataType.DOUBLE, 5, 11, 7);
    for (int b = 0; b < 5; b++) {
      for (int t = 0; t < 7; t++) {
        indicators.putScalar(b, batch.getLabels(0).getInt(b, t), t, 1);
      }
    }

    byClass.fit(batch);
    byIndicator.fit(new MultiDataSet(batch.getFeatures(0), indicators));

    assertThat(byIndicator.params()).isEqualTo(byClass.params());
  }

  @Test
  void otherArchitecturesAreNotEqual() {
    NetworkLayer layer = layer(SETTINGS, SIGNATURE);

    assertThat(layer).isEqualTo(layer(SETTINGS, SIGNATURE));
    assertThat(layer.hashCode()).isEqualTo(layer(SETTINGS, SIGNATURE).hashCode());
    assertThat(layer).isEqualTo(layer.clone());
    assertThat(layer).isNotEqualTo(layer(SETTINGS.with("attention.gate", "none"), SIGNATURE));
    assertThat(layer).isNotEqualTo(layer(SETTINGS, Signature.tokens(8, 11)));
    assertThat(layer).isNotEqualTo(layer(SETTINGS.with("train.learning-rate", 0.5), SIGNATURE));
  }

  private static NetworkLayer layer(Configuration settings, Signature signature) {
    ComputationGraph graph = NetworkGraph.of(settings, signature, 5, DataType.FLOAT);
    return (NetworkLayer) ((NetworkOutputLayer) graph.getLayer(0)).layerConf();
  }

  private static MultiDataSetIterator once(MultiDataSet batch) {
    return new IteratorMultiDataSetIterator(
        List.<org.nd4j.linalg.dataset.api.MultiDataSet>of(batch).iterator(), 6);
  }
}
