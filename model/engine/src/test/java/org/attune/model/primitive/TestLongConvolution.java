package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Sequences too long for all of a batch to be convolved at once. */
class TestLongConvolution {

  private static final int LENGTH = 390; // two sequences at a time, the third by itself

  @Test
  void fastKernelAgreesWithReference() {
    try (Specimen proof = specimen(Backends.reference(), DataType.DOUBLE);
        Specimen fast = specimen(Backends.cpu(), DataType.FLOAT)) {
      proof.differentiate();
      fast.differentiate();

      requireClose(proof.output(), fast.output());
      proof.gradients().forEach((name, g) -> requireClose(g, fast.gradients().get(name)));
    }
  }

  private static Specimen specimen(Backend<?> backend, DataType type) {
    return new Specimen(3, TestLongConvolution::convolution, backend, type);
  }

  private static Value convolution(Program p) {
    Value q = p.parameter("q", Init.normal(1), 3 * LENGTH, 2);
    Value k = p.parameter("k", Init.normal(1), 3 * LENGTH, 2);
    Value theta = p.parameter("theta", Init.normal(1), 1, 3 * 5);
    return ScoreConvolution.scoreConvolution(Scores.scores(q, k, 1, 0.5), theta, 3, 5);
  }

  private static void requireClose(INDArray expected, INDArray actual) {
    double scale = Math.max(1, expected.amaxNumber().doubleValue());
    INDArray difference = actual.castTo(DataType.DOUBLE).sub(expected);
    assertThat(difference.amaxNumber().doubleValue()).isLessThan(1e-5 * scale);
  }
}
