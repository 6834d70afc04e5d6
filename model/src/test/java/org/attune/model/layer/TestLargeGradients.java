package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.ParameterStore;
import org.attune.model.engine.ParameterUpdate;
import org.attune.model.engine.UpdateRule;
import org.attune.model.network.Signature;
import org.attune.model.program.ParameterSpec;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.factory.Nd4j;

/** Gradients whose squares exceed float32, though they do not. */
class TestLargeGradients {

  private static final double RATE = 0.01;
  private static final UpdateRule.Adam ADAM = new UpdateRule.Adam(0.9, 0.999, 1e-8);

  /** The parameters after a step by a gradient of a fixed direction, less those before. */
  private static double[] step(String rule, double size, double limit) {
    Map<String, String> settings =
        Map.of("model.width", "8", "model.heads", "2", "model.layers", "1", "train.clip", "1");
    ComputationGraph graph =
        NetworkGraph.of(new Configuration(settings), Signature.tokens(5, 11), 5, DataType.FLOAT);
    graph.initGradientsView();
    double[] before = graph.params().dup().data().asDouble();
    NetworkOutputLayer layer = (NetworkOutputLayer) graph.getLayer(0);
    BatchRunner runner = layer.runner();
    Set<String> matrices = runner.hiddenMatrices();
    UpdateRule of =
        switch (rule) {
          case "adam" -> ADAM;
          case "muon" -> new UpdateRule.MuonRule(0.95, ADAM, 1, matrices);
          case "sgd" -> new UpdateRule.Descent();
          case "momentum" -> new UpdateRule.Nesterov(0.9);
          default -> new UpdateRule.HeavyBallRule(0.9);
        };
    ParameterUpdate update = runner.update(of, spec -> true).orElseThrow();
    ParameterStore<?> store = runner.parameters();
    Random random = new Random(1);
    for (ParameterSpec spec : NetworkLayer.configurationOf(layer).parameters()) {
      float[] gradient = new float[Math.toIntExact(spec.size())];
      for (int i = 0; i < gradient.length; i++) {
        gradient[i] = (float) (size * random.nextGaussian());
      }
      store
          .gradient(spec.name())
          .load(Nd4j.createFromArray(gradient).reshape('c', spec.rows(), spec.columns()), 0);
    }
    update.step(new ParameterUpdate.Step(limit, RATE, 0, 0));
    store.publish();
    double[] after = graph.params().data().asDouble();
    for (int i = 0; i < after.length; i++) {
      after[i] -= before[i];
    }
    return after;
  }

  @ParameterizedTest
  @ValueSource(strings = {"adam", "muon", "sgd", "momentum", "heavy-ball"})
  void aClippedStepIsThatOfItsDirection(String rule) {
    double[] usual = step(rule, 1e3, 1);
    for (double size : new double[] {1e15, 1e20, 1e30, 5e37}) {
      double[] large = step(rule, size, 1);
      for (int i = 0; i < usual.length; i++) {
        assertThat(large[i]).as("%s at %s", rule, size).isCloseTo(usual[i], within(2e-5));
      }
    }
    assertThat(Arrays.stream(usual)).anyMatch(each -> Math.abs(each) > 1e-4);
  }

  /** Else its second moment would be infinite and its steps zero, for good and without a word. */
  @Test
  void whatAdamCannotSquareDiverges() {
    assertThat(Arrays.stream(step("adam", 1e30, Double.POSITIVE_INFINITY)))
        .anyMatch(each -> Double.isNaN(each));
    assertThat(Arrays.stream(step("adam", 1e15, Double.POSITIVE_INFINITY)))
        .noneMatch(each -> Double.isNaN(each));
  }
}
