package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

class TestNetworkGraph {

  private static final int GRAPHS = 20;

  private static final Configuration TINY =
      new Configuration(
          Map.of("model.width", "4", "model.heads", "1", "model.layers", "1", "task.length", "4"));

  private static ComputationGraph graph() {
    return NetworkGraph.of(TINY, Signature.tokens(4, 5), 1, DataType.FLOAT);
  }

  @Test
  void whatDl4jFreesIsFreed() {
    assertThat(freed(NetworkGraph::close)).contains(true).isEqualTo(freed(ComputationGraph::close));
  }

  /** Whether the parameters, the gradients and the updater's state are freed. */
  private static List<Boolean> freed(Consumer<ComputationGraph> close) {
    ComputationGraph graph = graph();
    graph.initGradientsView();
    List<INDArray> arrays =
        List.of(
            graph.params(),
            graph.getFlattenedGradients(),
            graph.getUpdater(true).getStateViewArray());
    close.accept(graph);
    return arrays.stream().map(INDArray::wasClosed).toList();
  }

  /** Each collection stops all trials of the process. */
  @Test
  void theEndsOfShortTrialsCollectNoGarbage() {
    long start = System.nanoTime();
    long before = collections();

    for (int i = 0; i < GRAPHS; i++) {
      NetworkGraph.close(graph());
    }

    double seconds = (System.nanoTime() - start) / 1e9;
    assertThat(collections() - before).isLessThanOrEqualTo(1 + Math.round(seconds / 5));
  }

  /** Of all generations: those of the young alone are short and many, and have names of theirs. */
  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(bean -> bean.getName().matches(".*(MarkSweep|Old).*"))
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }
}
