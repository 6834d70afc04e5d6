package org.attune.model.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Standalone;
import org.attune.model.program.Init;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** The autoencoder's decoder: what is read at a position comes from the last row's vector alone. */
class TestReconstruction {

  private static final int BATCH = 2;
  private static final int LENGTH = 5;
  private static final int WIDTH = 6;
  private static final int VOCABULARY = 7;
  private static final double EPSILON = 1e-6;

  private static Value described(Program p) {
    return Reconstruction.of(p.parameter("x", Init.normal(1), BATCH * LENGTH, WIDTH), EPSILON);
  }

  @Test
  void itIsTwoLayersOfTheLastVectorAndASinusoid() {
    try (Specimen specimen =
        new Specimen(BATCH, TestReconstruction::described, Backends.reference(), DataType.DOUBLE)) {
      specimen.differentiate();
      double[][] x = specimen.values().get("x").toDoubleMatrix();
      double[][] read = specimen.output().dup('c').toDoubleMatrix();
      for (int row = 0; row < BATCH * LENGTH; row++) {
        double[] y = x[row / LENGTH * LENGTH + LENGTH - 1].clone();
        for (int c = 0; c < WIDTH; c++) {
          double angle = row % LENGTH / Math.pow(10_000, c % 3 / 3.0);
          y[c] += c < 3 ? Math.sin(angle) : Math.cos(angle);
        }
        for (int layer = 0; layer < 2; layer++) {
          y = layer(y, specimen.values(), "reconstruction" + layer + "/");
        }
        assertThat(read[row]).containsExactly(y, Offset.offset(1e-10));
      }
    }
  }

  private static double[] layer(double[] x, Map<String, INDArray> values, String name) {
    double square = EPSILON;
    for (double number : x) {
      square += number * number / x.length;
    }
    double[][] gain = values.get(name + "gain").toDoubleMatrix();
    double[][] weights = values.get(name + "weights").toDoubleMatrix();
    double[][] bias = values.get(name + "bias").toDoubleMatrix();
    double[] y = new double[x.length];
    for (int c = 0; c < y.length; c++) {
      double z = bias[0][c];
      for (int i = 0; i < x.length; i++) {
        z += x[i] * gain[0][i] / Math.sqrt(square) * weights[i][c];
      }
      y[c] = z * (1 - org.apache.commons.math3.special.Erf.erfc(z / Math.sqrt(2)) / 2);
    }
    return y;
  }

  @Test
  void kernelsAgreeWithTheProof() {
    try (Specimen proof =
            new Specimen(
                BATCH, TestReconstruction::described, Backends.reference(), DataType.DOUBLE);
        Specimen fast =
            new Specimen(BATCH, TestReconstruction::described, Backends.cpu(), DataType.FLOAT)) {
      proof.differentiate();
      fast.values().forEach((name, array) -> array.assign(proof.values().get(name)));
      fast.differentiate();
      proof
          .gradients()
          .forEach(
              (name, expected) -> {
                INDArray found = fast.gradients().get(name).castTo(DataType.DOUBLE);
                assertThat(found.sub(expected).amaxNumber().doubleValue())
                    .as(name)
                    .isLessThan(1e-5);
              });
      // no row but the last is read
      double[][] dx = proof.gradients().get("x").toDoubleMatrix();
      for (int row = 0; row < BATCH * LENGTH; row++) {
        boolean last = row % LENGTH == LENGTH - 1;
        assertThat(java.util.Arrays.stream(dx[row]).anyMatch(d -> d != 0)).isEqualTo(last);
      }
    }
  }

  @Test
  void tokensReachTheAnswersThroughTheLastOneAlone() {
    int[] tokens = {1, 2, 3, 4, 6};
    int[] other = {1, 5, 3, 4, 6};

    Map<String, String> seesAll = settings();
    assertThat(predicted(seesAll, other)).isNotEqualTo(predicted(seesAll, tokens));

    Map<String, String> seesItself = settings();
    seesItself.put("attention.scores", "formula");
    seesItself.put("attention.scores.formula", "where(i == j, s, -inf)");
    assertThat(predicted(seesItself, other)).isEqualTo(predicted(seesItself, tokens));
  }

  private static Map<String, String> settings() {
    return new TreeMap<>(Map.of("model.width", "8", "model.heads", "2", "model.layers", "1"));
  }

  private static double[] predicted(Map<String, String> settings, int[] tokens) {
    Configuration configuration = new Configuration(settings);
    Signature signature = Signature.reconstruction(LENGTH, VOCABULARY);
    try (Specimen network =
        new Specimen(
            1,
            p -> Networks.of(configuration, signature).describe(p),
            Backends.reference(),
            DataType.DOUBLE)) {
      Standalone execution = network.execution();
      execution.feed(Network.FEATURES, Nd4j.createFromArray(new int[][] {tokens}));
      execution.feed(Network.LABELS, Nd4j.createFromArray(new int[][] {tokens}));
      execution.feed(Network.WEIGHTS, Nd4j.ones(DataType.DOUBLE, 1, LENGTH));
      execution.forward(Pass.evaluation());
      return execution.array(Network.PREDICTION).dup('c').data().asDouble();
    }
  }
}
