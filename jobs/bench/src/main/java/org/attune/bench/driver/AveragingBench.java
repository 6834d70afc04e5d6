package org.attune.bench.driver;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.api.catalog.Configuration;
import org.attune.api.trial.TrialContext;
import org.attune.cluster.averaging.AveragedSteps;
import org.attune.cluster.averaging.Share;
import org.attune.cluster.trial.Averaging;
import org.attune.cluster.trial.ModelTraining;
import org.attune.model.engine.Natives;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.task.Tasks;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Measures the samples per second of two workers over those of one: {@code averaging.ratio}. Both
 * run on {@code local[2]}, with one thread per worker, and average every five steps. The rounds
 * alternate, so that other load on the machine slows both.
 */
public final class AveragingBench {

  private static final int FREQUENCY = 5;
  private static final int BATCH = 32;
  private static final int MEANS = 6; // in a measurement
  private static final int ROUNDS = 5;
  private static final Median MEDIAN = new Median();

  private static final Map<String, String> SETTINGS =
      Map.of(
          "task.length", "64",
          "model.width", "128",
          "model.layers", "2",
          "model.heads", "4",
          "train.batch", String.valueOf(BATCH));

  private AveragingBench() {}

  /**
   * Prints the figures.
   *
   * @param rounds number of measurements of each; 0 for the default
   */
  public static void run(int rounds) throws InterruptedException {
    Natives.selectFastest();
    Natives.useThreads(1);

    double[][] rates = new double[2][rounds == 0 ? ROUNDS : rounds];
    try (JavaSparkContext spark = LocalSweeps.spark("bench averaging", 2);
        Crew one = new Crew(spark, 1);
        Crew two = new Crew(spark, 2)) {
      for (int round = 0; round < rates[0].length; round++) {
        rates[0][round] = one.samplesPerSecond();
        rates[1][round] = two.samplesPerSecond();
        System.err.printf("samples/s: 1 worker %.0f, 2 %.0f%n", rates[0][round], rates[1][round]);
      }
    }
    double[] ratios = new double[rates[0].length];
    Arrays.setAll(ratios, i -> rates[1][i] / rates[0][i]);
    System.out.printf("averaging.ratio %.2f ratio%n", MEDIAN.evaluate(ratios));
    System.out.printf("averaging.one %.0f samples/s%n", MEDIAN.evaluate(rates[0]));
    System.out.printf("averaging.two %.0f samples/s%n", MEDIAN.evaluate(rates[1]));
  }

  /** Workers that share one training. */
  private static final class Crew implements AutoCloseable {
    private final int workers;
    private final AveragedSteps steps;
    private final ComputationGraph graph;
    private long step;

    Crew(JavaSparkContext spark, int workers) throws InterruptedException {
      this.workers = workers;
      TrialContext trial = new TrialContext("bench-" + workers, 1, new TreeMap<>(SETTINGS), 1, 1);
      Share share = new Share(trial, workers, ModelTraining.on(Optional.empty()));
      steps = new AveragedSteps(spark, new Averaging(workers, FREQUENCY, true), share);
      Configuration settings = share.settings();
      graph = NetworkGraph.of(settings, Tasks.of(settings).signature(settings), 1, DataType.FLOAT);
      samplesPerSecond(); // compiles the code
    }

    double samplesPerSecond() throws InterruptedException {
      long begin = System.nanoTime();
      for (int mean = 0; mean < MEANS; mean++) {
        steps.train(graph, step, step + FREQUENCY);
        step += FREQUENCY;
      }
      return (double) MEANS * FREQUENCY * workers * BATCH / ((System.nanoTime() - begin) / 1e9);
    }

    @Override
    public void close() {
      steps.close();
      ((NetworkOutputLayer) graph.getLayer(0)).close();
      graph.close();
    }
  }
}
