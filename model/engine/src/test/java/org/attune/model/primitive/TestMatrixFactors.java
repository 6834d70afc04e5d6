package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.attune.model.engine.Natives;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Sizes on both sides of 32, from which on LAPACK works in blocks. */
class TestMatrixFactors {

  private static final double LAMBDA = 0.5;

  @BeforeAll
  static void fastest() {
    Natives.selectFastest();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 33, 64, 130})
  void solvesWithPositiveMatrices(int size) {
    INDArray a = positive(size);
    INDArray b = random(size, 3);

    INDArray x = MatrixFactors.positive(a, fixed(LAMBDA)).solve(b);

    requireClose(times(plus(a, LAMBDA), x), b);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 33, 64, 130})
  void solvesWithAnyMatrixAndItsTransposed(int size) {
    INDArray a = random(size, size);
    INDArray b = random(size, 3);
    MatrixFactors factors = MatrixFactors.general(a, fixed(LAMBDA));

    requireClose(times(plus(a, LAMBDA), factors.solve(b)), b);
    INDArray transposed = plus(a, LAMBDA).permute(0, 1, 3, 2).dup('c');
    requireClose(times(transposed, factors.solveTransposed(b)), b);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 33, 64, 130})
  void pseudoInverseOfFullRankIsTheInverse(int size) {
    INDArray a = positive(size);
    INDArray b = random(size, 3);

    requireClose(times(a, MatrixFactors.positive(a, fixed(0)).solve(b)), b);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesWhatIsNotPositiveOrNotFinite(double value) {
    INDArray a = positive(4).putScalar(new int[] {0, 0, 2, 2}, value);

    assertThatThrownBy(() -> MatrixFactors.positive(a, fixed(1e-3)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("not positive definite in this precision, or not finite");
  }

  private static INDArray positive(int size) {
    INDArray k = random(size, size);
    return plus(Nd4j.matmul(k, k, false, true, false).divi(size), 0.1);
  }

  private static INDArray plus(INDArray a, double diagonal) {
    INDArray sum = a.dup('c');
    for (int i = 0; i < a.size(2); i++) {
      sum.putScalar(new int[] {0, 0, i, i}, sum.getDouble(0, 0, i, i) + diagonal);
    }
    return sum;
  }

  private static INDArray times(INDArray a, INDArray x) {
    return Nd4j.matmul(a, x);
  }

  private static INDArray random(int rows, int columns) {
    double[] values = new Random(rows).doubles((long) rows * columns, -1, 1).toArray();
    return Nd4j.createFromArray(values).castTo(DataType.DOUBLE).reshape('c', 1, 1, rows, columns);
  }

  private static void requireClose(INDArray actual, INDArray expected) {
    assertThat(actual.sub(expected).amaxNumber().doubleValue()).isLessThan(1e-9);
  }

  private static BoundLambda fixed(double value) {
    return BoundLambda.of(Lambda.fixed(value));
  }
}
