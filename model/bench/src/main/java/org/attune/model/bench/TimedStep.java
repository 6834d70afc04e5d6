package org.attune.model.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.task.Batch;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A network in training, timed step by step: a DL4J graph, Adam at 1e-3. The second half of each
 * sequence copies the first, as in the task of the peer, the program in {@code --peer}.
 */
final class TimedStep implements AutoCloseable {

  private static final int STEPS_PER_READING = 50; // of losses
  private static final int DRAWN = 8; // batches

  private final StepShape shape;
  private final ComputationGraph graph;
  private final GraphTrainer trainer;
  private final Random random = new Random(1);
  private final List<Batch> drawn = new ArrayList<>();

  TimedStep(StepShape shape) {
    this(shape, Backends.cpu());
  }

  /**
   * @param backend where it trains; keep it open until this is closed
   */
  TimedStep(StepShape shape, Backend<?> backend) {
    this.shape = shape;
    graph = NetworkGraph.of(shape.settings(), shape.signature(), 1, DataType.FLOAT);
    ((NetworkOutputLayer) graph.getLayer(0)).computeOn(backend);
    trainer = new GraphTrainer(graph);
  }

  /** Trains on a fresh batch, including the drawing of it, and returns the loss before the step. */
  double loss() {
    Batch batch = batch(shape, random);
    double loss = trainer.step(batch.features(), batch.labels(), batch.weights());
    batch.close();
    return loss;
  }

  /** Takes some steps. */
  void run(int steps) {
    for (int i = 0; i < steps; i++) {
      loss();
    }
  }

  /**
   * Takes steps as training does: without waiting for each, and reading the losses every {@value
   * #STEPS_PER_READING} steps. The batches are drawn beforehand and come again and again.
   */
  void runAhead(int steps) {
    if (drawn.isEmpty()) {
      for (int i = 0; i < DRAWN; i++) {
        drawn.add(batch(shape, random));
      }
    }
    List<DoubleSupplier> losses = new ArrayList<>();
    for (int i = 1; i <= steps; i++) {
      Batch batch = drawn.get(i % DRAWN);
      losses.add(trainer.stepAhead(batch.features(), batch.labels(), batch.weights()));
      if (i % STEPS_PER_READING == 0 || i == steps) {
        losses.forEach(TimedStep::await);
        losses.clear();
      }
    }
  }

  /** Waits for a loss; a training that had become NaN would be timed wrongly. */
  private static void await(DoubleSupplier loss) {
    if (Double.isNaN(loss.getAsDouble())) {
      throw new IllegalStateException("The timed training has no finite loss");
    }
  }

  /** Milliseconds of a step on a fresh batch, without the drawing of it. */
  double millis() {
    Batch batch = batch(shape, random);
    long start = System.nanoTime();
    trainer.step(batch.features(), batch.labels(), batch.weights());
    double millis = (System.nanoTime() - start) / 1e6;
    batch.close();
    return millis;
  }

  long parameters() {
    return graph.numParams();
  }

  /** Draws a batch of the task. */
  static Batch batch(StepShape shape, Random random) {
    int half = shape.length() / 2;
    int[][] features = new int[shape.batch()][shape.length()];
    int[][] labels = new int[shape.batch()][shape.length()];
    for (int[] row : features) {
      for (int t = 0; t < row.length; t++) {
        row[t] = t < half ? random.nextInt(shape.vocabulary()) : row[t - half];
      }
    }
    // The last label of a row is the first token of the next row; 0 in the last row.
    for (int i = 0; i < features.length; i++) {
      System.arraycopy(features[i], 1, labels[i], 0, shape.length() - 1);
      labels[i][shape.length() - 1] = i + 1 < features.length ? features[i + 1][0] : 0;
    }
    return new Batch(
        Nd4j.createFromArray(features),
        Nd4j.createFromArray(labels),
        Nd4j.ones(DataType.FLOAT, shape.batch(), shape.length()));
  }

  @Override
  public void close() {
    drawn.forEach(Batch::close);
    ((NetworkOutputLayer) graph.getLayer(0)).close();
    graph.close();
  }
}
