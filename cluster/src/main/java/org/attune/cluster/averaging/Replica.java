package org.attune.cluster.averaging;

import java.io.IOException;
import java.util.Optional;
import org.attune.model.engine.Natives;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkLayer;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.task.Examples;
import org.deeplearning4j.nn.conf.graph.LayerVertex;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.spark.api.worker.NetBroadcastTuple;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A worker's own network and data. The worker keeps them between averages, since compiling the
 * network takes long.
 */
final class Replica implements AutoCloseable {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final Share share;
  private final Examples examples;
  private Optional<Network> network = Optional.empty();

  private record Network(ComputationGraph graph, GraphTrainer trainer) {}

  Replica(Share share) throws IOException {
    Natives.selectFastest();
    Natives.useThreads(share.trial().threads());
    this.share = share;
    this.examples = share.open();
  }

  Share share() {
    return share;
  }

  Examples examples() {
    return examples;
  }

  GraphTrainer trainer() {
    return network.orElseThrow().trainer();
  }

  /**
   * Sets the network to the last average.
   *
   * @param mean averaged parameters, and the updater's state or null for none
   * @param step number of steps done
   * @param worker the worker's index; each worker's network has its own noise
   */
  ComputationGraph set(NetBroadcastTuple mean, long step, int worker) {
    ComputationGraph graph;
    if (network.isPresent()) {
      graph = network.get().graph();
      graph.setParams(mean.getParameters());
    } else {
      graph = new ComputationGraph(mean.getGraphConfiguration().clone());
      graph.init(mean.getParameters(), true);
      network = Optional.of(new Network(graph, new GraphTrainer(graph)));
    }
    graph.getConfiguration().setIterationCount(Math.toIntExact(step));
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);
    layer.conf().setSeed(share.trial().seed() + worker * GOLDEN);
    INDArray state = graph.getUpdater(true).getStateViewArray();
    if (state != null && mean.getUpdaterState() != null) {
      graph.getUpdater(true).setStateViewArray(mean.getUpdaterState());
      NetworkLayer.configurationOf(layer).beginState(configured(mean).stateBegan());
    } else if (state != null) {
      state.assign(0);
      NetworkLayer.configurationOf(layer).beginState(step);
    }
    return graph;
  }

  private static NetworkLayer configured(NetBroadcastTuple mean) {
    LayerVertex only =
        (LayerVertex) mean.getGraphConfiguration().getVertices().values().iterator().next();
    return (NetworkLayer) only.getLayerConf().getLayer();
  }

  /** Frees the memory of the network and of its programs. */
  @Override
  public void close() {
    network.map(Network::graph).ifPresent(Replica::free);
    network = Optional.empty();
  }

  private static void free(ComputationGraph graph) {
    ((NetworkOutputLayer) graph.getLayer(0)).close();
    NetworkGraph.close(graph);
  }
}
