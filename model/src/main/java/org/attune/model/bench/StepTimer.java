package org.attune.model.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.attune.model.Natives;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.layer.Training;
import org.attune.model.task.Batch;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Times our training steps in a process of its own: the second half of each sequence copies the
 * first, as in the peer's task; a DL4J graph, Adam at 1e-3. Prints milliseconds per step, the first
 * and last losses, and the speed of matrix products before and after.
 */
public final class StepTimer {

  private static final int LEAST_WARM_UP = 12; // steps, by which the loops are compiled

  private StepTimer() {}

  /**
   * @param args kind width layers length batch vocabulary steps
   */
  public static void main(String[] args) {
    Natives.selectFastest();
    Natives.useThreads(1);
    StepShape shape = StepShape.of(Arrays.asList(args));
    int steps = Integer.parseInt(args[6]);
    int warmUp = Math.max(LEAST_WARM_UP, steps);
    double roof = Roof.gflops();
    ComputationGraph graph = Training.graph(shape.settings(), shape.signature(), 1, DataType.FLOAT);
    GraphTrainer trainer = new GraphTrainer(graph);
    Random random = new Random(1);
    double first = 0;
    double[] millis = new double[steps];
    for (int step = -warmUp; step < steps; step++) {
      long start = System.nanoTime();
      Batch batch = batch(shape, random);
      double loss = trainer.step(batch.features(), batch.labels(), batch.weights());
      batch.close();
      if (step == -warmUp) {
        first = loss;
      }
      if (step >= 0) {
        millis[step] = (System.nanoTime() - start) / 1e6;
      }
    }
    double mean = Arrays.stream(millis).average().orElseThrow();
    Arrays.sort(millis);
    roof = Math.max(roof, Roof.gflops());
    System.out.printf(
        Locale.ROOT,
        "attune %s loss %.3f -> %.3f params=%d ms_per_step=%.2f median=%.2f best=%.2f roof_gflops=%.1f%n",
        String.join(" ", shape.arguments()),
        first,
        graph.score(),
        graph.numParams(),
        mean,
        millis[steps / 2],
        millis[0],
        roof);
  }

  static Batch batch(StepShape shape, Random random) {
    int half = shape.length() / 2;
    int[][] features = new int[shape.batch()][shape.length()];
    int[][] labels = new int[shape.batch()][shape.length()];
    for (int[] row : features) {
      for (int t = 0; t < row.length; t++) {
        row[t] = t < half ? random.nextInt(shape.vocabulary()) : row[t - half];
      }
    }
    for (int i = 0; i < features.length; i++) { // the last label of a row starts the next one
      System.arraycopy(features[i], 1, labels[i], 0, shape.length() - 1);
      labels[i][shape.length() - 1] = i + 1 < features.length ? features[i + 1][0] : 0;
    }
    return new Batch(
        Nd4j.createFromArray(features),
        Nd4j.createFromArray(labels),
        Nd4j.ones(DataType.FLOAT, shape.batch(), shape.length()));
  }

  /** The shapes of the benchmark, by figure name. */
  static List<StepShape> shapes() {
    return List.of(
        new StepShape(false, 128, 2, 64, 32, 64),
        new StepShape(true, 128, 2, 64, 32, 64),
        new StepShape(false, 256, 4, 256, 8, 1024));
  }
}
