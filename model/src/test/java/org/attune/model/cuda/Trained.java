package org.attune.model.cuda;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.DeviceSession;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** A small decoder in training, on a card or on the processor. */
final class Trained implements AutoCloseable {

  private static final int LENGTH = 6;
  private static final int WORDS = 5;
  private static final int BATCH = 4;
  private static final Signature SIGNATURE = Signature.tokens(LENGTH, WORDS);

  private final ComputationGraph graph;
  private final GraphTrainer trainer;

  Trained(Configuration settings, DeviceSession<?> session) {
    graph = NetworkGraph.of(settings, SIGNATURE, 3, DataType.FLOAT);
    if (session != null) {
      layer().computeOn(session);
    }
    trainer = new GraphTrainer(graph);
  }

  private NetworkOutputLayer layer() {
    return (NetworkOutputLayer) graph.getLayer(0);
  }

  double step(int step) {
    return stepAhead(step).getAsDouble();
  }

  DoubleSupplier stepAhead(int step) {
    SplittableRandom random = new SplittableRandom(step);
    int[] words = random.ints((long) BATCH * LENGTH, 0, WORDS).toArray();
    INDArray tokens = Nd4j.createFromArray(words).reshape('c', BATCH, LENGTH);
    return trainer.stepAhead(tokens, tokens, Nd4j.ones(DataType.FLOAT, BATCH, LENGTH));
  }

  double distanceTo(Trained other) {
    trainer.publish();
    other.trainer.publish();
    return graph.params().sub(other.graph.params()).amaxNumber().doubleValue();
  }

  static Configuration settings(String optimizer) {
    return new Configuration(
        Map.of(
            "model.width", "8",
            "model.heads", "2",
            "model.feed-forward", "12",
            "model.positions", "rope",
            "train.optimizer", optimizer,
            "train.learning-rate", "0.01",
            "train.clip", "0.5",
            "train.warm-up", "2",
            "train.schedule", "cosine",
            "train.steps", "8"));
  }

  @Override
  public void close() {
    layer().close();
    graph.close();
  }
}
