package org.attune.cluster.averaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.model.Natives;
import org.attune.model.catalog.Configuration;
import org.attune.model.layer.Training;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.spark.api.RDDTrainingApproach;
import org.deeplearning4j.spark.impl.graph.SparkComputationGraph;
import org.deeplearning4j.spark.impl.paramavg.ParameterAveragingTrainingMaster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.api.MultiDataSet;
import org.nd4j.linalg.factory.Nd4j;

/** Our networks under DL4J's parameter averaging, on two real Spark workers in this process. */
class TestParameterAveraging {

  private static final int LENGTH = 8;
  private static final int SYMBOLS = 8;
  private static final int BATCH = 8;
  private static final int FREQUENCY = 2;

  private static JavaSparkContext spark;

  @BeforeAll
  static void startSpark() {
    Natives.selectFastest();
    spark =
        new JavaSparkContext(
            new SparkConf()
                .setMaster("local[2]")
                .setAppName("averaging")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "localhost")
                .set("spark.driver.bindAddress", "127.0.0.1"));
  }

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  @Test
  void oneAveragingOfTwoWorkersIsTheMeanOfTwoTrainings() {
    List<MultiDataSet> batches = batches(2 * FREQUENCY, 3);
    ComputationGraph averaged = graph();

    fit(averaged, spark.parallelize(batches, 2));

    INDArray mean =
        alone(batches.subList(0, FREQUENCY)).add(alone(batches.subList(FREQUENCY, 4))).div(2);
    assertThat(averaged.params().distance2(mean)).isCloseTo(0, within(1e-4));
    assertThat(averaged.params().distance2(graph().params())).isGreaterThan(0.1);
  }

  @Test
  void averagedTrainingLearnsToCopy() {
    ComputationGraph graph = graph();
    double before = graph.score(batches(1, 99).get(0));

    fit(graph, spark.parallelize(batches(120, 5), 2));

    assertThat(graph.score(batches(1, 99).get(0))).isLessThan(0.7 * before);
  }

  private static void fit(ComputationGraph graph, JavaRDD<MultiDataSet> batches) {
    ParameterAveragingTrainingMaster master =
        new ParameterAveragingTrainingMaster.Builder(2, BATCH)
            .batchSizePerWorker(BATCH)
            .averagingFrequency(FREQUENCY)
            .workerPrefetchNumBatches(0)
            .rddTrainingApproach(RDDTrainingApproach.Direct)
            .build();
    new SparkComputationGraph(spark, graph, master).fitMultiDataSet(batches);
  }

  private static INDArray alone(List<MultiDataSet> batches) {
    ComputationGraph graph = graph();
    batches.forEach(graph::fit);
    return graph.params();
  }

  private static ComputationGraph graph() {
    Map<String, String> settings =
        Map.of(
            "model.width", "16",
            "model.layers", "1",
            "model.heads", "2",
            "attention.gate", "learned",
            "attention.key", "shift",
            "train.learning-rate", "1e-2");
    return Training.graph(
        new Configuration(settings), Signature.tokens(LENGTH, SYMBOLS), 7, DataType.FLOAT);
  }

  /** The second half of each sequence copies the first; the labels are the next symbols. */
  private static List<MultiDataSet> batches(int count, long seed) {
    Random random = new Random(seed);
    List<MultiDataSet> batches = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int[][] rows = new int[BATCH][];
      int[][] labels = new int[BATCH][];
      for (int b = 0; b < BATCH; b++) {
        int[] half = random.ints(LENGTH / 2, 0, SYMBOLS).toArray();
        rows[b] = IntStream.range(0, LENGTH).map(t -> half[t % half.length]).toArray();
        labels[b] = IntStream.range(0, LENGTH).map(t -> half[(t + 1) % half.length]).toArray();
      }
      batches.add(
          new org.nd4j.linalg.dataset.MultiDataSet(
              Nd4j.createFromArray(rows), Nd4j.createFromArray(labels)));
    }
    return batches;
  }
}
