package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Mix.mix;
import static org.attune.model.primitive.PseudoInverse.pseudoInverse;
import static org.attune.model.primitive.Stack.stack;
import static org.attune.model.primitive.StackProduct.product;
import static org.attune.model.primitive.Unstack.unstack;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class TestPseudoInverse extends GradientContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
        of("more rows", 2, p -> unstack(pseudoInverse(stack(matrix(p, "a", 14, 6), 2)))),
        of("more columns", 1, p -> unstack(pseudoInverse(stack(matrix(p, "a", 3, 12), 2)))),
        of("one number", 1, p -> unstack(pseudoInverse(stack(matrix(p, "a", 1, 1), 1)))),
        of("rank 2 of 4, more rows", 1, p -> deficient(p, 6, 4)),
        of("rank 2 of 4, more columns", 1, p -> deficient(p, 4, 6)));
  }

  /** Of rank 2 whatever the parameters: the pseudo-inverse is smooth there. */
  private static Value deficient(Program p, int rows, int columns) {
    Value a = matmul(matrix(p, "a", rows, 2), matrix(p, "b", 2, columns));
    return unstack(pseudoInverse(stack(a, 1)));
  }

  @Test
  void whatIsNotFiniteIsRefused() {
    try (Specimen s =
        new Specimen(
            1,
            p -> unstack(pseudoInverse(stack(matrix(p, "a", 3, 2), 1))),
            Backends.reference(),
            DataType.DOUBLE)) {
      s.values().get("a").putScalar(1, 1, Double.NaN);
      assertThatThrownBy(s::objective)
          .isInstanceOf(ArithmeticException.class)
          .hasMessageStartingWith("Cannot invert: the keys are not finite");
    }
  }

  /** Regression by {@code Q K⁺ V}, in float32 as in float64, on keys of condition 1,000. */
  @ParameterizedTest
  @CsvSource({"64, 8", "8, 64", "24, 24"})
  void nearlyDependentKeysKeepTheirDigits(int keys, int features) {
    double[][] k = conditioned(keys, features, 1e3);
    double[][] w = gaussian(features, 4, 2);
    double[][] v = new Array2DRowRealMatrix(k).multiply(new Array2DRowRealMatrix(w)).getData();
    try (Specimen proof = regression(k, v, DataType.DOUBLE);
        Specimen fast = regression(k, v, DataType.FLOAT)) {
      proof.differentiate();
      fast.differentiate();
      assertThat(difference(fast.output(), proof.output())).isLessThan(1e-4);
      for (String name : proof.gradients().keySet()) {
        assertThat(difference(fast.gradients().get(name), proof.gradients().get(name)))
            .as("gradient by " + name)
            .isLessThan(1e-3);
      }
    }
  }

  private static Specimen regression(double[][] k, double[][] v, DataType type) {
    int features = k[0].length;
    Backend<?> backend = type == DataType.FLOAT ? Backends.cpu() : Backends.reference();
    Specimen s =
        new Specimen(
            1,
            p -> {
              Value q = matrix(p, "q", 5, features);
              Value key = matrix(p, "k", k.length, features);
              Value value = matrix(p, "v", k.length, 4);
              return mix(product(stack(q, 1), pseudoInverse(stack(key, 1))), value);
            },
            backend,
            type);
    s.values().get("k").assign(Nd4j.createFromArray(rounded(k)));
    s.values().get("v").assign(Nd4j.createFromArray(rounded(v)));
    s.values().get("q").assign(Nd4j.createFromArray(rounded(gaussian(5, features, 3))));
    return s;
  }

  /** Numbers that float32 holds, so that both see the same. */
  private static double[][] rounded(double[][] x) {
    double[][] all = new double[x.length][x[0].length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x[0].length; j++) {
        all[i][j] = (float) x[i][j];
      }
    }
    return all;
  }

  /** Singular values from 1 down to one over the condition. */
  private static double[][] conditioned(int rows, int columns, double condition) {
    int rank = Math.min(rows, columns);
    RealMatrix left = orthonormal(rows, rank, 5);
    RealMatrix right = orthonormal(columns, rank, 6);
    for (int i = 0; i < rank; i++) {
      double value = Math.pow(condition, -i / Math.max(1.0, rank - 1));
      for (int r = 0; r < rows; r++) {
        left.multiplyEntry(r, i, value);
      }
    }
    return left.multiply(right.transpose()).getData();
  }

  private static RealMatrix orthonormal(int rows, int columns, long seed) {
    QRDecomposition qr =
        new QRDecomposition(new Array2DRowRealMatrix(gaussian(rows, columns, seed)));
    return qr.getQ().getSubMatrix(0, rows - 1, 0, columns - 1);
  }

  private static double[][] gaussian(int rows, int columns, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] all = new double[rows][columns];
    for (double[] row : all) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextGaussian();
      }
    }
    return all;
  }

  /** Relative to the largest. */
  private static double difference(INDArray actual, INDArray expected) {
    return actual.castTo(DataType.DOUBLE).sub(expected).amaxNumber().doubleValue()
        / expected.amaxNumber().doubleValue();
  }
}
