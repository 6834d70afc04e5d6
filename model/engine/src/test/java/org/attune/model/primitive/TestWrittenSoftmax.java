package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.assertj.core.data.Offset;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Standalone;
import org.attune.model.program.Noise;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class TestWrittenSoftmax {

  private static final int LENGTH = 6;
  private static final Offset<Double> ROUNDING = within(1e-7); // float32
  private static final double[] WRITE = {3, -1, 0.5, -2, -0.1, 1}; // z of each token

  @Test
  void trainingWeighsEachTokenByHowMuchItAsks() {
    INDArray a = weights(Pass.training(0, Noise.of(1, 0)), Backends.reference());
    double asked = sigmoid(WRITE[0]) + sigmoid(WRITE[1]) + sigmoid(WRITE[2]);

    // all scores are equal
    assertThat(a.getDouble(0, 0, 2, 1)).isCloseTo(sigmoid(WRITE[1]) / asked, within(1e-12));
    assertThat(a.getDouble(0, 0, 2, 3)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"reference", "cpu"})
  void evaluationReadsWrittenTokensAloneAndTheCurrentOne(String name) {
    Backend<?> backend = Backends.named(name);
    INDArray a = weights(Pass.evaluation(), backend);

    assertThat(row(a, 3))
        .containsExactly(
            new double[] {1.0 / 3, 0, 1.0 / 3, 1.0 / 3, 0, 0}, ROUNDING); // 3 is its own
    assertThat(row(a, 5))
        .containsExactly(new double[] {1.0 / 3, 0, 1.0 / 3, 0, 0, 1.0 / 3}, ROUNDING);
    assertThat(row(a, 1)).containsExactly(new double[] {0.5, 0.5, 0, 0, 0, 0}, ROUNDING);
  }

  private static double sigmoid(double z) {
    return 1 / (1 + Math.exp(-z));
  }

  private static double[] row(INDArray a, int i) {
    double[] row = new double[LENGTH];
    for (int j = 0; j < LENGTH; j++) {
      row[j] = a.getDouble(0, 0, i, j);
    }
    return row;
  }

  private static INDArray weights(Pass pass, Backend<?> backend) {
    Program p = new Program(1);
    Value q = p.input("q", LENGTH, 2, false);
    Value k = p.input("k", LENGTH, 2, false);
    Value z = p.input("z", LENGTH, 1, false);
    p.output("a", WrittenSoftmax.writtenSoftmax(Scores.scores(q, k, 1, 1), z));
    double[] any = new Random(3).doubles(2 * LENGTH).toArray();
    DataType type = backend.name().equals("cpu") ? DataType.FLOAT : DataType.DOUBLE;
    try (Standalone e = Standalone.forward(p, backend, type, null)) {
      e.feed("q", Nd4j.zeros(DataType.DOUBLE, LENGTH, 2));
      e.feed("k", Nd4j.createFromArray(any).reshape('c', LENGTH, 2));
      e.feed("z", Nd4j.createFromArray(WRITE).reshape('c', LENGTH, 1));
      e.forward(pass);
      return e.array("a").dup();
    }
  }
}
