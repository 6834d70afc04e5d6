package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Signature;
import org.attune.model.program.ParameterSpec;
import org.deeplearning4j.nn.api.Model;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.optimize.api.BaseTrainingListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Two steps of AdamW against the rule written down here (Loshchilov and Hutter 2019). */
class TestWeightDecay {

  private static final int STEPS = 2;
  private static final double RATE = 0.03;
  private static final double DECAY = 0.5;
  private static final double BETA1 = 0.9;
  private static final double BETA2 = 0.999;
  private static final double EPSILON = 1e-8;
  private static final Set<String> VECTORS =
      Set.of("attention-gain", "query-gain", "key-gain", "mlp-gain", "final-gain", "gate-bias");

  private static final Set<String> EMBEDDINGS = Set.of("embedding", "positions");

  private static ComputationGraph graph(Map<String, String> decay) {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "model.width", "16",
                "model.heads", "2",
                "model.layers", "2",
                "model.feed-forward", "24",
                "model.positions", "learned",
                "attention.gate", "from-query",
                "train.optimizer", "adamw",
                "train.optimizer.weight-decay", Double.toString(DECAY),
                "train.learning-rate", Double.toString(RATE)));
    settings.putAll(decay);
    return NetworkGraph.of(new Configuration(settings), Signature.tokens(7, 11), 5, DataType.FLOAT);
  }

  private static List<ParameterSpec> specs(ComputationGraph graph) {
    return ((NetworkLayer) ((NetworkOutputLayer) graph.getLayer(0)).layerConf()).parameters();
  }

  private static String lastName(ParameterSpec spec) {
    return spec.name().substring(spec.name().lastIndexOf('/') + 1);
  }

  /** The rule, a number at a time, by the gradients that a graph shows its listeners. */
  private static final class Reference extends BaseTrainingListener {
    private final boolean[] decays;
    private final double[] p;
    private final double[] m;
    private final double[] v;
    private int done;

    Reference(ComputationGraph graph, boolean decayGains, boolean decayEmbeddings) {
      p = graph.params().dup().data().asDouble();
      m = new double[p.length];
      v = new double[p.length];
      decays = new boolean[p.length];
      int at = 0;
      for (ParameterSpec spec : specs(graph)) {
        boolean share =
            (decayGains || !VECTORS.contains(lastName(spec)))
                && (decayEmbeddings || !EMBEDDINGS.contains(spec.name()));
        for (int i = 0; i < spec.size(); i++) {
          decays[at++] = share;
        }
      }
    }

    @Override
    public void onGradientCalculation(Model model) {
      double[] g = ((ComputationGraph) model).getFlattenedGradients().dup().data().asDouble();
      done++;
      for (int i = 0; i < p.length; i++) {
        m[i] = BETA1 * m[i] + (1 - BETA1) * g[i];
        v[i] = BETA2 * v[i] + (1 - BETA2) * g[i] * g[i];
        double rate = RATE * Math.sqrt(1 - Math.pow(BETA2, done)) / (1 - Math.pow(BETA1, done));
        double share = decays[i] ? RATE * DECAY * p[i] : 0;
        p[i] -= rate * m[i] / (Math.sqrt(v[i]) + EPSILON) + share;
      }
    }
  }

  private static INDArray tokens(int shift) {
    int[][] tokens = new int[8][7];
    for (int i = 0; i < tokens.length; i++) {
      for (int t = 0; t < 7; t++) {
        tokens[i][t] = (3 * i + t * (i + 2) + shift) % 11;
      }
    }
    return Nd4j.createFromArray(tokens);
  }

  private static void train(ComputationGraph graph, boolean direct) {
    GraphTrainer trainer = new GraphTrainer(graph);
    for (int step = 0; step < STEPS; step++) {
      INDArray weights = Nd4j.ones(DataType.FLOAT, 8, 7);
      if (direct) {
        trainer.step(tokens(step), tokens(step + 1), weights);
      } else {
        graph.fit(GraphTrainer.dataSet(tokens(step), tokens(step + 1), weights));
      }
    }
    trainer.publish();
  }

  @ParameterizedTest
  @CsvSource({
    "true, true, true",
    "true, true, false",
    "false, true, true",
    "false, true, false",
    "true, false, true",
    "false, false, false"
  })
  void stepsAreThoseOfTheRule(boolean decayGains, boolean decayEmbeddings, boolean direct) {
    ComputationGraph graph =
        graph(
            Map.of(
                "train.decay-gains", Boolean.toString(decayGains),
                "train.decay-embeddings", Boolean.toString(decayEmbeddings)));
    Reference reference = new Reference(graph, decayGains, decayEmbeddings);
    graph.setListeners(reference);

    train(graph, direct);

    assertThat(reference.done).isEqualTo(STEPS);
    double[] trained = graph.params().dup().data().asDouble();
    for (int i = 0; i < trained.length; i++) { // a share of a gain is 0.015
      assertThat(trained[i]).as("number %d", i).isCloseTo(reference.p[i], within(1e-5));
    }
  }

  @Test
  void gainsAndBiasesAreLeftOutAndEmbeddingsAreNot() {
    ComputationGraph graph = graph(Map.of("train.decay-gains", "false"));
    NetworkLayer layer = (NetworkLayer) ((NetworkOutputLayer) graph.getLayer(0)).layerConf();

    for (ParameterSpec spec : specs(graph)) {
      assertThat(layer.getRegularizationByParam(spec.name()).isEmpty())
          .as(spec.name())
          .isEqualTo(VECTORS.contains(lastName(spec)));
    }
    assertThat(specs(graph))
        .extracting(TestWeightDecay::lastName)
        .containsAll(VECTORS)
        .contains("embedding", "positions");
  }

  /** To the digit. */
  @Test
  void gainsDecayUnlessSaidOtherwise() {
    ComputationGraph silent = graph(Map.of());
    ComputationGraph said = graph(Map.of("train.decay-gains", "true"));
    ComputationGraph left = graph(Map.of("train.decay-gains", "false"));

    train(silent, true);
    train(said, true);
    train(left, true);

    assertThat(silent.params()).isEqualTo(said.params());
    assertThat(silent.params().sub(left.params()).amaxNumber().doubleValue()).isGreaterThan(0.01);
  }
}
