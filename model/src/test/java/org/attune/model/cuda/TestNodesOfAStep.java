package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.attune.model.catalog.Configuration;
import org.attune.model.engine.DeviceSession;
import org.attune.model.fusion.Fusion;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** The kernels, copies and fills of a small decoder's step, and how many each rule saves. */
class TestNodesOfAStep {

  private static final int LENGTH = 6;
  private static final int BATCH = 4;
  private static final Map<String, String> SMALL =
      Map.of("model.width", "8", "model.heads", "2", "model.feed-forward", "12");

  @Test
  void eachRuleSavesNodes() {
    Map<String, Long> nodes = new LinkedHashMap<>();
    nodes.put("none", nodes(Fusion.without(Set.of("all"))));
    for (String rule : Fusion.names()) {
      Set<String> others = new HashSet<>(Fusion.names());
      others.remove(rule);
      nodes.put(rule, nodes(Fusion.without(others)));
    }
    nodes.put("all", nodes(Fusion.without(Set.of())));

    assertThat(nodes)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("none", 83L, "elementwise", 83L, "qk-norm", 71L, "gains", 75L, "all", 63L));
  }

  private static long nodes(Fusion fusion) {
    Configuration settings = new Configuration(SMALL);
    Signature signature = Signature.tokens(LENGTH, 5);
    ComputationGraph graph = NetworkGraph.of(settings, signature, 3, DataType.FLOAT);
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);
    IdleCard card = new IdleCard(1L << 30);
    try (DeviceSession<?> session = card.open(fusion)) {
      layer.computeOn(session);
      GraphTrainer trainer = new GraphTrainer(graph);
      INDArray tokens = Nd4j.zeros(DataType.INT32, BATCH, LENGTH);
      for (int step = 0; step < 2; step++) {
        trainer.stepAhead(tokens, tokens, Nd4j.ones(DataType.FLOAT, BATCH, LENGTH));
      }
      long nodes = session.nodes();
      layer.close();
      return nodes;
    } finally {
      graph.close();
    }
  }
}
