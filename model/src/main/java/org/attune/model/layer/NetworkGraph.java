package org.attune.model.layer;

import org.attune.model.catalog.Configuration;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.conf.ComputationGraphConfiguration;
import org.deeplearning4j.nn.conf.GradientNormalization;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.WorkspaceMode;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * The DL4J graph that settings make: of one {@link NetworkLayer}, trained as {@link Training} says.
 */
public final class NetworkGraph {

  static final String FEATURES = "features"; // the graph's input

  private NetworkGraph() {}

  /**
   * A graph, initialised from a seed.
   *
   * @param type float32, or float64 for proofs
   */
  public static ComputationGraph of(
      Configuration settings, Signature signature, long seed, DataType type) {
    ComputationGraph graph = new ComputationGraph(configuration(settings, signature, seed, type));
    graph.init();
    return graph;
  }

  /** The same, not yet built: it goes to JSON and back. */
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
