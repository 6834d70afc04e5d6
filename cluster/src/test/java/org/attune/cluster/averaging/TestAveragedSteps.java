package org.attune.cluster.averaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.api.catalog.Configuration;
import org.attune.api.trial.TrialContext;
import org.attune.cluster.LocalSpark;
import org.attune.cluster.trial.Averaging;
import org.attune.cluster.trial.ModelTraining;
import org.attune.model.engine.Natives;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.network.Signature;
import org.attune.model.task.Batch;
import org.attune.model.task.Tasks;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.NDArrayIndex;

/** Our networks under DL4J's parameter averaging, on real Spark workers in this process. */
class TestAveragedSteps {

  private static final int STEPS = 12;
  private static final long SEED = 7;
  private static final Map<String, String> TOKENS =
      Map.of(
          "task", "induction",
          "model.width", "16",
          "model.layers", "1",
          "model.heads", "2",
          "attention.gate", "learned",
          "attention.key", "shift",
          "train.steps", String.valueOf(STEPS),
          "train.batch", "4",
          "train.warm-up", "5",
          "train.learning-rate", "1e-2");

  private static JavaSparkContext spark;

  @BeforeAll
  static void startSpark() {
    Natives.selectFastest();
    Natives.useThreads(1);
    spark = LocalSpark.start("averaging", 2);
  }

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  @AfterEach
  void workersAreFreed() {
    assertThat(Replicas.count()).isZero();
  }

  /** Also with an update rule that keeps nothing, one that keeps velocities, and reals for data. */
  @ParameterizedTest
  @CsvSource({
    "induction,adam",
    "induction,sgd",
    "induction,momentum",
    "induction,muon",
    "sine,adamw"
  })
  void oneWorkerAveragedEachStepIsTrainingOnOneMachine(String task, String rule) throws Exception {
    Map<String, String> settings = with(task, rule);
    ComputationGraph averaged = graph(settings);

    train(averaged, settings, new Averaging(1, 1, true));

    ComputationGraph alone = alone(settings, 0, 1, STEPS);
    INDArray moved = alone.params().sub(graph(settings).params());
    assertThat(moved.norm2Number().doubleValue()).isGreaterThan(0.01);
    assertThat(largest(averaged.params().sub(alone.params()))).isLessThan(1e-6);
    assertThat(averaged.getConfiguration().getIterationCount()).isEqualTo(STEPS);
  }

  @Test
  void oneWorkerAveragedNowAndThenIsTheSame() throws Exception {
    ComputationGraph averaged = graph(TOKENS);

    train(averaged, TOKENS, new Averaging(1, 5, true));

    assertThat(largest(averaged.params().sub(alone(TOKENS, 0, 1, STEPS).params())))
        .isLessThan(1e-6);
  }

  @Test
  void aMeanOfTwoWorkersIsThatOfTwoTrainingsOnSharesOfTheirOwn() throws Exception {
    ComputationGraph averaged = graph(TOKENS);
    Averaging all = new Averaging(2, STEPS, true);

    train(averaged, TOKENS, all);

    ComputationGraph first = alone(TOKENS, 0, 2, STEPS);
    ComputationGraph second = alone(TOKENS, 1, 2, STEPS);
    assertThat(largest(first.params().sub(second.params()))).isGreaterThan(1e-3);
    INDArray mean = first.params().add(second.params()).divi(2);
    assertThat(largest(averaged.params().sub(mean))).isLessThan(1e-6);
    INDArray moments =
        first.getUpdater().getStateViewArray().add(second.getUpdater().getStateViewArray()).divi(2);
    assertThat(largest(averaged.getUpdater().getStateViewArray().sub(moments))).isLessThan(1e-6);
  }

  /** Where a step is linear in the gradient, the mean of two steps is the step of the mean. */
  @ParameterizedTest
  @CsvSource({"induction,sgd", "induction,heavy-ball", "sine,momentum"})
  void twoWorkersAveragedEachStepAreOneMachineWithTheBatchesOfBoth(String task, String rule)
      throws Exception {
    Map<String, String> settings = with(task, rule);
    ComputationGraph averaged = graph(settings);

    train(averaged, settings, new Averaging(2, 1, true));

    ComputationGraph alone = graph(settings);
    onBatchesOfBoth(alone, settings, STEPS);
    assertThat(largest(alone.params().sub(graph(settings).params()))).isGreaterThan(1e-3);
    assertThat(largest(averaged.params().sub(alone.params()))).isLessThan(1e-12);
  }

  /**
   * Adam squares gradients, and half a batch's have more noise in them: the second moments are
   * larger, and the steps smaller, than with the batches of both. The first moments are the same.
   */
  @Test
  void underAdamTheMeanOfTheSquaresIsMoreThanTheSquareOfTheMean() throws Exception {
    Map<String, String> settings = with("text", "adam");
    ComputationGraph averaged = graph(settings);
    try (AveragedSteps steps =
        new AveragedSteps(spark, new Averaging(2, 1, true), share(settings, 2))) {
      steps.train(averaged, 0, 1);
    }

    ComputationGraph alone = graph(settings);
    onBatchesOfBoth(alone, settings, 1);
    INDArray moments = averaged.getUpdater().getStateViewArray(); // first, then second
    INDArray ofBoth = alone.getUpdater().getStateViewArray();
    long half = moments.length() / 2;
    assertThat(largest(part(moments, 0, half).sub(part(ofBoth, 0, half)))).isLessThan(1e-12);
    INDArray more = part(moments, half, 2 * half).sub(part(ofBoth, half, 2 * half));
    assertThat(more.minNumber().doubleValue()).isGreaterThan(-1e-15);
    assertThat(
            more.sumNumber().doubleValue() / part(ofBoth, half, 2 * half).sumNumber().doubleValue())
        .isBetween(0.1, 1.0);
  }

  @Test
  void anUpdaterThatIsNotAveragedStartsAnewAfterEachMean() throws Exception {
    ComputationGraph kept = graph(TOKENS);
    ComputationGraph anew = graph(TOKENS);
    train(kept, TOKENS, new Averaging(1, 3, true));
    train(anew, TOKENS, new Averaging(1, 3, false));

    ComputationGraph alone = graph(TOKENS);
    for (int from = 0; from < STEPS; from += 3) {
      alone(alone, TOKENS, 0, 1, from, from + 3);
      alone.getUpdater(true).getStateViewArray().assign(0);
    }
    assertThat(largest(anew.params().sub(alone.params()))).isLessThan(1e-6);
    assertThat(largest(anew.params().sub(kept.params()))).isGreaterThan(1e-3);
  }

  /** Adam's first step moves what has a gradient by its rate: its moments and their count begin. */
  @ParameterizedTest
  @CsvSource({"adam,0.999,3", "adamw,0.999,5", "adam,0.99,4"})
  void momentsThatStartAnewCountTheirStepsAnew(String rule, String beta2, int round)
      throws Exception {
    Map<String, String> settings = with("induction", rule);
    settings.put("train.warm-up", "0");
    settings.put("train.optimizer.beta2", beta2);
    ComputationGraph graph = graph(settings, DataType.FLOAT);
    try (AveragedSteps steps =
        new AveragedSteps(spark, new Averaging(1, round, false), share(settings, 1))) {
      steps.train(graph, 0, round);
      INDArray before = graph.params().dup();
      steps.train(graph, round, round + 1);

      assertThat(largest(graph.params().sub(before))).isBetween(0.99e-2, 1.02e-2);
    }
  }

  @Test
  void theLossToldIsTheMeanOfTheLastSteps() throws Exception {
    Share share = share(TOKENS, 2);
    try (AveragedSteps steps = new AveragedSteps(spark, new Averaging(2, 1, true), share)) {
      double told = steps.train(graph(TOKENS), 0, 1);

      double mean = 0;
      for (int worker = 0; worker < 2; worker++) {
        Batch batch = share.open().training(share.index(0, worker), share.batch());
        mean +=
            new GraphTrainer(graph(TOKENS)).step(batch.features(), batch.labels(), batch.weights())
                / 2;
      }
      assertThat(told).isCloseTo(mean, within(1e-9));
    }
  }

  private static void train(
      ComputationGraph graph, Map<String, String> settings, Averaging averaging) throws Exception {
    Share share = share(settings, averaging.workers());
    try (AveragedSteps steps = new AveragedSteps(spark, averaging, share)) {
      for (long from = 0; from < STEPS; from += steps.stride()) {
        steps.train(graph, from, Math.min(STEPS, from + steps.stride()));
      }
      assertThat(Replicas.count()).isEqualTo(averaging.workers());
    }
  }

  private static ComputationGraph alone(
      Map<String, String> settings, int worker, int workers, int steps) throws Exception {
    ComputationGraph graph = graph(settings);
    alone(graph, settings, worker, workers, 0, steps);
    return graph;
  }

  private static void alone(
      ComputationGraph graph,
      Map<String, String> settings,
      int worker,
      int workers,
      int from,
      int to)
      throws Exception {
    Share share = share(settings, workers);
    GraphTrainer trainer = new GraphTrainer(graph);
    for (int step = from; step < to; step++) {
      Batch batch = share.open().training(share.index(step, worker), share.batch());
      trainer.step(batch.features(), batch.labels(), batch.weights());
    }
    trainer.publish();
    ((NetworkOutputLayer) graph.getLayer(0)).close();
  }

  /** Steps on what both of two workers would be given. */
  private static void onBatchesOfBoth(
      ComputationGraph graph, Map<String, String> settings, int steps) throws Exception {
    Share share = share(settings, 2);
    GraphTrainer trainer = new GraphTrainer(graph);
    for (int step = 0; step < steps; step++) {
      Batch first = share.open().training(share.index(step, 0), share.batch());
      Batch second = share.open().training(share.index(step, 1), share.batch());
      trainer.step(
          Nd4j.concat(0, first.features(), second.features()),
          Nd4j.concat(0, first.labels(), second.labels()),
          Nd4j.concat(0, first.weights(), second.weights()));
    }
    trainer.publish();
    ((NetworkOutputLayer) graph.getLayer(0)).close();
  }

  private static INDArray part(INDArray row, long from, long to) {
    return row.reshape(row.length()).get(NDArrayIndex.interval(from, to));
  }

  private static ComputationGraph graph(Map<String, String> settings) {
    boolean muon = "muon".equals(settings.get("train.optimizer")); // has no form in float64
    return graph(settings, muon ? DataType.FLOAT : DataType.DOUBLE);
  }

  private static ComputationGraph graph(Map<String, String> settings, DataType type) {
    Configuration configuration = new Configuration(settings);
    Signature signature = Tasks.of(configuration).signature(configuration);
    return NetworkGraph.of(configuration, signature, SEED, type);
  }

  private static Share share(Map<String, String> settings, int workers) {
    TrialContext trial = new TrialContext("t", 1, new TreeMap<>(settings), SEED, 1);
    return new Share(trial, workers, ModelTraining.on(Optional.empty()));
  }

  private static Map<String, String> with(String task, String rule) {
    Map<String, String> all = new TreeMap<>(TOKENS);
    if (task.equals("sine")) {
      all.keySet().removeIf(key -> !key.startsWith("train."));
      all.putAll(Map.of("task", task, "model.kind", "kvq", "model.width", "8", "model.heads", "1"));
    }
    if (task.equals("text")) {
      all.keySet().removeIf(key -> key.startsWith("task"));
      all.put("task", task);
      all.put("task.length", "16");
    }
    all.put("train.optimizer", rule);
    return all;
  }

  private static double largest(INDArray x) {
    return x.amaxNumber().doubleValue();
  }
}
