package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;
import org.attune.model.network.Signature;
import org.attune.model.program.ParameterSpec;
import org.deeplearning4j.nn.api.Model;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.optimize.api.BaseTrainingListener;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Steps of Muon against the rule written down here in float64 (Jordan et al. 2024). */
class TestMuon {

  private static final int STEPS = 3;
  private static final double RATE = 0.02;
  private static final double ADAM_RATE = 0.003;
  private static final double MOMENTUM = 0.9;
  private static final double DECAY = 0.5;
  private static final double LIMIT = 0.3; // of the gradient's norm
  private static final double BETA1 = 0.9;
  private static final double BETA2 = 0.999;
  private static final double EPSILON = 1e-8;

  private static final Map<String, String> SETTINGS =
      Map.of(
          "model.width", "16",
          "model.heads", "2",
          "model.layers", "2",
          "model.feed-forward", "24",
          "model.tied", "false",
          "model.positions", "learned",
          "attention.gate", "learned",
          "attention.score-conv", "convolution");

  private static ComputationGraph graph() {
    Map<String, String> all = new HashMap<>(SETTINGS);
    all.put("train.optimizer", "muon");
    all.put("train.optimizer.weight-decay", Double.toString(DECAY));
    all.put("train.optimizer.matrix-momentum", Double.toString(MOMENTUM));
    all.put("train.optimizer.adam-learning-rate", Double.toString(ADAM_RATE));
    all.put("train.learning-rate", Double.toString(RATE));
    all.put("train.clip", Double.toString(LIMIT));
    all.put("attention.score-conv.kernel-query", "3");
    all.put("attention.score-conv.kernel-key", "3");
    return NetworkGraph.of(new Configuration(all), Signature.tokens(7, 11), 5, DataType.FLOAT);
  }

  private static List<ParameterSpec> specs(ComputationGraph graph) {
    return ((NetworkLayer) ((NetworkOutputLayer) graph.getLayer(0)).layerConf()).parameters();
  }

  /** A matrix of a block, (inputs, outputs), as columns of a stored one. */
  private record Matrix(int first, int rows, int columns, int stride) {}

  private static boolean isOfAdam(ParameterSpec spec) {
    String name = spec.name();
    return !name.startsWith("block") || spec.rows() == 1 || name.endsWith("kernel");
  }

  /** The rule, by the gradients that a graph shows its listeners. */
  private static final class Reference extends BaseTrainingListener {
    private final Map<Matrix, String> matrices = new HashMap<>();
    private final boolean[] hidden;
    private final double[] p;
    private final double[] m;
    private final double[] v;
    private int done;

    Reference(ComputationGraph graph) {
      p = graph.params().dup().data().asDouble();
      m = new double[p.length];
      v = new double[p.length];
      hidden = new boolean[p.length];
      int at = 0;
      for (ParameterSpec spec : specs(graph)) {
        if (!isOfAdam(spec)) {
          int first = at;
          for (ParameterSpec.Block block : spec.blocks()) {
            matrices.put(
                new Matrix(first, spec.rows(), block.columns(), spec.columns()), block.name());
            first += block.columns();
          }
          java.util.Arrays.fill(hidden, at, at + (int) spec.size(), true);
        }
        at += (int) spec.size();
      }
    }

    @Override
    public void onGradientCalculation(Model model) {
      double[] g = ((ComputationGraph) model).getFlattenedGradients().dup().data().asDouble();
      double norm = 0;
      for (double number : g) {
        norm += number * number;
      }
      double scale = Math.min(1, LIMIT / Math.sqrt(norm));
      assertThat(scale).isLessThan(1);
      done++;
      double rate = ADAM_RATE * Math.sqrt(1 - Math.pow(BETA2, done)) / (1 - Math.pow(BETA1, done));
      for (int i = 0; i < p.length; i++) {
        g[i] *= scale;
        if (!hidden[i]) {
          m[i] = BETA1 * m[i] + (1 - BETA1) * g[i];
          v[i] = BETA2 * v[i] + (1 - BETA2) * g[i] * g[i];
          p[i] -= rate * m[i] / (Math.sqrt(v[i]) + EPSILON) + ADAM_RATE * DECAY * p[i];
        }
      }
      matrices.keySet().forEach(matrix -> step(matrix, g));
    }

    /** As the paper has it, of weights (outputs, inputs): transposed to how they lie here. */
    private void step(Matrix of, double[] g) {
      double[][] update = new double[of.columns()][of.rows()];
      for (int i = 0; i < of.rows(); i++) {
        for (int j = 0; j < of.columns(); j++) {
          int at = of.first() + i * of.stride() + j;
          m[at] = MOMENTUM * m[at] + (1 - MOMENTUM) * g[at];
          update[j][i] = MOMENTUM * m[at] + (1 - MOMENTUM) * g[at];
        }
      }
      double[][] direction = orthogonalised(update);
      double size = Math.sqrt(Math.max(1, of.columns() / (double) of.rows()));
      for (int i = 0; i < of.rows(); i++) {
        for (int j = 0; j < of.columns(); j++) {
          int at = of.first() + i * of.stride() + j;
          p[at] -= RATE * size * direction[j][i] + RATE * DECAY * p[at];
        }
      }
    }

    private static double[][] orthogonalised(double[][] matrix) {
      if (matrix.length > matrix[0].length) {
        return transposed(orthogonalised(transposed(matrix)));
      }
      double norm = 0;
      for (double[] row : matrix) {
        for (double number : row) {
          norm += number * number;
        }
      }
      double[][] x = sum(1 / (Math.sqrt(norm) + 1e-7), matrix, 0, matrix);
      for (int step = 0; step < 5; step++) {
        double[][] a = product(x, transposed(x));
        double[][] b = sum(-4.7750, a, 2.0315, product(a, a));
        x = sum(3.4445, x, 1, product(b, x));
      }
      return x;
    }

    private static double[][] transposed(double[][] x) {
      double[][] t = new double[x[0].length][x.length];
      for (int i = 0; i < x.length; i++) {
        for (int j = 0; j < x[0].length; j++) {
          t[j][i] = x[i][j];
        }
      }
      return t;
    }

    private static double[][] product(double[][] a, double[][] b) {
      double[][] c = new double[a.length][b[0].length];
      for (int i = 0; i < a.length; i++) {
        for (int j = 0; j < b[0].length; j++) {
          for (int k = 0; k < b.length; k++) {
            c[i][j] += a[i][k] * b[k][j];
          }
        }
      }
      return c;
    }

    private static double[][] sum(double s, double[][] a, double t, double[][] b) {
      double[][] c = new double[a.length][a[0].length];
      for (int i = 0; i < a.length; i++) {
        for (int j = 0; j < a[0].length; j++) {
          c[i][j] = s * a[i][j] + t * b[i][j];
        }
      }
      return c;
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

  @Test
  void stepsAreThoseOfTheRule() {
    ComputationGraph graph = graph();
    Reference reference = new Reference(graph);
    double[] start = reference.p.clone();
    graph.setListeners(reference);
    GraphTrainer trainer = new GraphTrainer(graph);
    for (int step = 0; step < STEPS; step++) {
      trainer.step(tokens(step), tokens(step + 1), Nd4j.ones(DataType.FLOAT, 8, 7));
    }
    trainer.publish();

    double[] trained = graph.params().dup().data().asDouble();
    for (int i = 0; i < trained.length; i++) {
      assertThat(Math.abs(trained[i] - reference.p[i])).isLessThan(2e-5);
    }
    assertThat(reference.done).isEqualTo(STEPS);
    assertThat(start).isNotEqualTo(reference.p);
    assertThat(reference.matrices.values())
        .as("a map that shares its product with others is a matrix of its own")
        .hasSize(2 * 8); // query, key, value, gate, output; gate, up and down of the MLP
  }

  @Test
  void networksWithoutBlocksAreRefused() {
    assertThat(
            new ModelCatalog()
                .conflicts(
                    new Configuration(
                        Map.of("task", "sine", "model.kind", "kvq", "train.optimizer", "muon"))))
        .containsExactly(
            "train.optimizer muon orthogonalises the matrices of a network's blocks, and this"
                + " network has none: choose adamw");
  }
}
