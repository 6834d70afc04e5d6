package org.attune.model.layer;

import org.attune.api.catalog.Configuration;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.conf.ComputationGraphConfiguration;
import org.deeplearning4j.nn.conf.GradientNormalization;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.WorkspaceMode;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Makes the DL4J graph for settings: one {@link NetworkLayer}, trained as {@link Training}
 * configures.
 */
public final class NetworkGraph {

  static final String FEATURES = "features"; // the graph's input

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
}
