package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.identity;
import static org.attune.model.reference.ReferenceAlgebra.inverse;
import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.spectral;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceAlgebra {

  private final Random random = new Random(1);

  @Test
  void inverseTimesMatrixIsIdentity() {
    double[][] a = gaussian(9, 9, random);
    a[0][0] = 0; // A pivot must be looked for.
    assertThat(distance(times(inverse(a), a), identity(9))).isLessThan(1e-12);
  }

  @Test
  void spectralPowersOfAPositiveMatrixMultiplyAsPowersDo() {
    double[][] a = positive(12);
    assertThat(distance(spectral(a, l -> l), a)).isLessThan(1e-12);
    double[][] root = spectral(a, Math::sqrt);
    assertThat(distance(times(root, root), a)).isLessThan(1e-12);
    assertThat(distance(spectral(a, l -> 1 / l), inverse(a))).isLessThan(1e-12);
  }

  @Test
  void logDeterminantOfAProductIsTheSum() {
    double[][] a = positive(5);
    double[][] b = positive(5);
    double[][] triangular = {{3, 9, 9}, {0, 0.5, 9}, {0, 0, 7}};
    assertThat(ReferenceAlgebra.logDeterminant(triangular))
        .isCloseTo(Math.log(3 * 0.5 * 7), within(1e-14));
    assertThat(ReferenceAlgebra.logDeterminant(times(a, b)))
        .isCloseTo(
            ReferenceAlgebra.logDeterminant(a) + ReferenceAlgebra.logDeterminant(b), within(1e-12));
  }

  @Test
  void softmaxRowsAreProbabilitiesWithTheRatiosOfExponentials() {
    double[][] p = ReferenceAlgebra.softmaxRows(new double[][] {{1, 2, 4}, {1e4, -1e4, 1e4}});
    assertThat(p[0][0] + p[0][1] + p[0][2]).isCloseTo(1, within(1e-15));
    assertThat(p[0][2] / p[0][0]).isCloseTo(Math.exp(3), within(1e-12));
    assertThat(p[1]).containsExactly(0.5, 0, 0.5);
  }

  private double[][] positive(int n) {
    double[][] a = gaussian(n + 3, n, random);
    return plus(times(transpose(a), a), identity(n));
  }
}
