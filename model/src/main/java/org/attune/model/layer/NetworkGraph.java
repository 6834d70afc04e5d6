package org.attune.model.layer;

import java.util.Objects;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.api.Updater;
import org.deeplearning4j.nn.conf.ComputationGraphConfiguration;
import org.deeplearning4j.nn.conf.GradientNormalization;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.WorkspaceMode;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataBuffer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.memory.MemoryManager;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Makes the DL4J graph for settings: one {@link NetworkLayer}, trained as {@link Training}
 * configures.
 */
public final class NetworkGraph {

  static final String FEATURES = "features"; // the graph's input

  /** Milliseconds from one collection of garbage to the next, which stops all trials of a JVM. */
  private static final long GARBAGE_EVERY = 5_000;

  private NetworkGraph() {}

  /**
   * Returns a graph initialised from a seed.
   *
   * @param type float32, or float64 for proofs
   */
  public static ComputationGraph of(
      Configuration settings, Signature signature, long seed, DataType type) {
    ComputationGraph graph = new ComputationGraph(configuration(settings, signature, seed, type));
    graph.init();
    return graph;
  }

  /** Returns the graph's configuration, which can be written to JSON and read back. */
  public static ComputationGraphConfiguration configuration(
      Configuration settings, Signature signature, long seed, DataType type) {
    NetworkLayer layer =
        new NetworkLayer(
            settings, signature, Training.updater(settings), Training.regularisation(settings));
    double clip = settings.real(Training.CLIP);
    if (clip > 0) {
      layer.setGradientNormalization(GradientNormalization.ClipL2PerLayer);
      layer.setGradientNormalizationThreshold(clip);
    }
    return new NeuralNetConfiguration.Builder()
        .seed(seed)
        .dataType(type)
        .trainingWorkspaceMode(WorkspaceMode.NONE)
        .inferenceWorkspaceMode(WorkspaceMode.NONE)
        .graphBuilder()
        .addInputs(FEATURES)
        .addLayer("network", layer, FEATURES)
        .setOutputs("network")
        .build();
  }

  /**
   * Frees the memory of a graph. {@link ComputationGraph#close} also collects the garbage of the
   * whole JVM, twice. Most of a short trial's time went there, and other trials stood still. Here a
   * collection follows only if the last one is seconds ago. It frees arrays that nobody holds.
   */
  public static void close(ComputationGraph graph) {
    Updater updater = graph.getUpdater(false);
    Stream.of(
            graph.params(),
            graph.getFlattenedGradients(),
            updater == null ? null : updater.getStateViewArray())
        .filter(Objects::nonNull)
        .map(INDArray::data)
        .map(part -> Objects.requireNonNullElse(part.underlyingDataBuffer(), part)) // of a view
        .filter(DataBuffer::closeable)
        .forEach(DataBuffer::close);
    MemoryManager memory = Nd4j.getMemoryManager();
    if (System.currentTimeMillis() > memory.getLastGcTime() + GARBAGE_EVERY) {
      memory.invokeGc();
    }
  }
}
