package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceDifferential {

  private final Random random = new Random(8);
  private final double[][] q = gaussian(6, 4, random);
  private final double[][] k = gaussian(6, 4, random);

  @Test
  void withoutLambdaOnlyTheFirstPairCounts() {
    double[][] a = ReferenceDifferential.weights(q, k, k, q, 0);

    assertThat(distance(a, ReferenceScores.softmax(ReferenceScores.dot(q, k)))).isZero();
  }

  @Test
  void equalPairsCancelAtLambdaOne() {
    assertThat(ReferenceAlgebra.largest(ReferenceDifferential.weights(q, k, q, k, 1))).isZero();
  }

  @Test
  void rowsSumToOneMinusLambda() {
    double[][] a = ReferenceDifferential.weights(q, k, k, q, 0.3);

    assertThat(Arrays.stream(a[4]).sum()).isCloseTo(0.7, within(1e-12));
  }

  @Test
  void lambdaOfZeroVectorsIsItsInitialValue() {
    double[] zero = new double[4];

    assertThat(ReferenceDifferential.lambda(zero, zero, zero, zero, 0))
        .isCloseTo(0.2, within(1e-12));
  }

  @Test
  void theHeadsScaleDoesNotDependOnTheWeightsScale() {
    double[][] a = ReferenceDifferential.weights(q, k, k, q, 0.3);
    double[][] v = gaussian(6, 8, random);
    double[] gain = {1, 1, 1, 1, 1, 1, 1, 1};

    double[][] once = ReferenceDifferential.head(a, v, gain, 1);
    double[][] hundredfold =
        ReferenceDifferential.head(ReferenceAlgebra.scaled(100, a), v, gain, 1);

    // ε = 1e-5 beside a mean square of about 0.1
    assertThat(distance(once, hundredfold)).isLessThan(1e-3);
  }
}
