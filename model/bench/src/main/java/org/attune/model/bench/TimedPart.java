package org.attune.model.bench;

import org.attune.api.catalog.Configuration;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.network.Signature;
import org.attune.model.task.Batch;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataType;

/** A warmed-up network in training. */
final class TimedPart implements AutoCloseable {

  private static final int WARM_UP = 10; // steps, enough to compile the loops

  private final ComputationGraph graph;
  private final GraphTrainer trainer;
  private final Batch batch;

  TimedPart(Configuration settings, Signature signature, Batch batch) {
    graph = NetworkGraph.of(settings, signature, 1, DataType.FLOAT);
    trainer = new GraphTrainer(graph);
    this.batch = batch;
    for (int i = 0; i < WARM_UP; i++) {
      step();
    }
  }

  /** Nanoseconds of a training step. */
  double step() {
    long start = System.nanoTime();
    trainer.step(batch.features(), batch.labels(), batch.weights());
    return System.nanoTime() - start;
  }

  @Override
  public void close() {
    ((NetworkOutputLayer) graph.getLayer(0)).close();
    graph.close();
  }
}
