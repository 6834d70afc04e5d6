package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.attune.model.catalog.Configuration;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.conf.ComputationGraphConfiguration;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.util.ModelSerializer;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.MultiDataSet;
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
    return Training.graph(SETTINGS, SIGNATURE, 5, type);
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
        Training.configuration(SETTINGS, SIGNATURE, 5, DataType.FLOAT);

    ComputationGraphConfiguration after = ComputationGraphConfiguration.fromJson(before.toJson());

    assertThat(after.toJson()).isEqualTo(before.toJson());
    ComputationGraph graph = new ComputationGraph(after);
    graph.init();
    assertThat(graph.params()).isEqualTo(graph(DataType.FLOAT).params());
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
    assertThat(y.shape()).containsExactly(3, 7, 11);
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
}
