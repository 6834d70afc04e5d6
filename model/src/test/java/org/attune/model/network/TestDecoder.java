package org.attune.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.SplittableRandom;
import org.attune.model.Natives;
import org.attune.model.catalog.Configuration;
import org.attune.model.program.Backend;
import org.attune.model.program.Specimen;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class TestDecoder {

  private static final Signature SIGNATURE = Signature.tokens(5, 7);
  private static final int BATCH = 3;

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  private static Specimen decoder(String mlp, String positions, boolean tied, Backend backend) {
    Configuration settings =
        new Configuration(
            Map.of(
                "model.width",
                "8",
                "model.heads",
                "2",
                "model.feed-forward",
                "12",
                "model.mlp",
                mlp,
                "model.positions",
                positions,
                "model.tied",
                Boolean.toString(tied)));
    DataType type = backend == Backend.CPU ? DataType.FLOAT : DataType.DOUBLE;
    Specimen s = new Specimen(BATCH, new Decoder(settings, SIGNATURE)::describe, backend, type);
    int[] tokens = new int[BATCH * 5];
    int[] labels = new int[BATCH * 5];
    double[] weights = new double[BATCH * 5];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = i * 3 % 7;
      labels[i] = (i * 5 + 1) % 7;
      weights[i] = (i % 4) / 20.0;
    }
    s.execution().feed(Network.FEATURES, Nd4j.createFromArray(tokens));
    s.execution().feed(Network.LABELS, Nd4j.createFromArray(labels));
    s.execution().feed(Network.WEIGHTS, Nd4j.createFromArray(weights));
    return s;
  }

  @ParameterizedTest
  @CsvSource({"swiglu, rope, true", "gelu, learned, false", "swiglu, none, false"})
  void gradientIsTheDerivative(String mlp, String positions, boolean tied) {
    double h = 1e-5;
    try (Specimen s = decoder(mlp, positions, tied, Backend.REFERENCE)) {
      s.differentiate();
      SplittableRandom random = new SplittableRandom(3);
      s.values()
          .forEach(
              (name, values) -> {
                INDArray gradient = s.gradients().get(name).dup('c');
                double[] d = new double[(int) values.length()];
                for (int i = 0; i < d.length; i++) {
                  d[i] = random.nextGaussian() / Math.sqrt(d.length);
                }
                INDArray direction = Nd4j.createFromArray(d).reshape('c', values.shape());
                values.addi(direction.mul(h));
                double above = s.objective();
                values.subi(direction.mul(2 * h));
                double below = s.objective();
                values.addi(direction.mul(h));
                double scale = Math.max(1e-3, gradient.norm2Number().doubleValue());
                assertThat(gradient.mul(direction).sumNumber().doubleValue())
                    .as("derivative by " + name)
                    .isCloseTo((above - below) / (2 * h), within(1e-6 * scale));
              });
    }
  }

  @ParameterizedTest
  @CsvSource({"swiglu, rope, true", "gelu, learned, false"})
  void fastPathAgreesWithReference(String mlp, String positions, boolean tied) {
    try (Specimen proof = decoder(mlp, positions, tied, Backend.REFERENCE);
        Specimen fast = decoder(mlp, positions, tied, Backend.CPU)) {
      proof.differentiate();
      fast.differentiate();

      proof
          .gradients()
          .forEach(
              (name, expected) -> {
                INDArray actual = fast.gradients().get(name).castTo(DataType.DOUBLE);
                double scale = Math.max(0.1, expected.amaxNumber().doubleValue());
                assertThat(actual.sub(expected).amaxNumber().doubleValue())
                    .as("gradient of " + name)
                    .isLessThan(1e-5 * scale);
              });
    }
  }

  @Test
  void realRowsAreRefused() {
    assertThatThrownBy(
            () -> new Decoder(new Configuration(Map.of()), new Signature(false, 5, 3, 1, 2, false)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs tokens");
  }
}
