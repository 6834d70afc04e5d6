package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.Precision;
import org.attune.model.layer.GraphTrainer;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.network.Signature;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** TF32 where cuBLAS can read the factors 16 bytes at once, float32 elsewhere. */
class TestReducedProducts {

  private static final int LENGTH = 8;
  private static final int BATCH = 4;

  /** A head of width 6 begins on 24 bytes: cuBLAS would fault there and lose the context. */
  @Test
  void headsThatDoNotLieOnSixteenBytesAreMultipliedInFloat32() {
    List<String> products = products(24, Precision.TF32);

    assertThat(products).anyMatch(p -> p.startsWith("multiplyEach") && reduced(p, false));
    assertThat(products).noneMatch(p -> p.startsWith("multiplyEach") && reduced(p, true));
    assertThat(products).anyMatch(p -> p.startsWith("multiply ") && reduced(p, true));
  }

  @Test
  void headsThatDoAreMultipliedInTf32() {
    assertThat(products(32, Precision.TF32))
        .filteredOn(p -> p.startsWith("multiplyEach"))
        .isNotEmpty()
        .allMatch(p -> reduced(p, true));
    assertThat(products(32, Precision.FLOAT32)).allMatch(p -> reduced(p, false));
  }

  private static boolean reduced(String product, boolean reduced) {
    return product.contains("reduced=" + reduced);
  }

  /** The products of a step of a decoder with four heads and sigmoid weights. */
  private static List<String> products(int width, Precision precision) {
    Configuration settings =
        new Configuration(
            Map.of(
                "model.width", String.valueOf(width),
                "model.heads", "4",
                "model.feed-forward", "48",
                "attention.weights", "sigmoid"));
    Signature signature = Signature.tokens(LENGTH, 5);
    ComputationGraph graph = NetworkGraph.of(settings, signature, 3, DataType.FLOAT);
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);
    IdleCard card = new IdleCard(1L << 30);
    try (DeviceSession<?> session = card.open(precision)) {
      layer.computeOn(session);
      INDArray tokens = Nd4j.zeros(DataType.INT32, BATCH, LENGTH);
      new GraphTrainer(graph).stepAhead(tokens, tokens, Nd4j.ones(DataType.FLOAT, BATCH, LENGTH));
      layer.close();
    } finally {
      graph.close();
    }
    return card.calls().stream().filter(call -> call.startsWith("multiply")).toList();
  }
}
