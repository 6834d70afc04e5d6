package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.rows;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceKernelRidge {

  private final Random random = new Random(5);
  private final double[][] q = gaussian(4, 3, random);
  private final double[][] k = gaussian(8, 3, random);
  private final double[][] v = gaussian(8, 2, random);

  @Test
  void gaussianIsOneAtNoDistanceAndFallsWithTheSquare() {
    double[][] kappa =
        ReferenceKernelRidge.gaussian(new double[][] {{0, 0}}, new double[][] {{0, 0}, {3, 4}}, .1);
    assertThat(kappa[0][0]).isEqualTo(1);
    assertThat(kappa[0][1]).isCloseTo(Math.exp(-2.5), within(1e-15));
  }

  @Test
  void valuesComeBackAtTheKeysAsLambdaVanishes() {
    assertThat(distance(ReferenceKernelRidge.ridge(k, k, v, 0.5, 0), v)).isLessThan(1e-9);
  }

  @Test
  void oneKeyAnswersWithItsKernelOverOnePlusLambda() {
    double[][] key = rows(k, 0, 1);
    double[][] out = ReferenceKernelRidge.ridge(q, key, rows(v, 0, 1), 0.5, 0.25);
    double kappa = ReferenceKernelRidge.gaussian(q, key, 0.5)[2][0];
    assertThat(out[2][1]).isCloseTo(kappa * v[0][1] / 1.25, within(1e-14));
  }

  @Test
  void featuresOfLandmarksReproduceTheKernelAmongLandmarks() {
    double[][] phi = ReferenceKernelRidge.features(k, k, 0.5);
    assertThat(distance(times(phi, transpose(phi)), ReferenceKernelRidge.gaussian(k, k, 0.5)))
        .isLessThan(1e-9);
  }

  @Test
  void nystroemWithEveryKeyALandmarkIsTheWholeKernelRidge() {
    assertThat(
            distance(
                ReferenceKernelRidge.nystroem(q, k, v, k, 0.5, 0.1),
                ReferenceKernelRidge.ridge(q, k, v, 0.5, 0.1)))
        .isLessThan(1e-9);
  }

  @Test
  void nystroemWithFewLandmarksIsAnotherFunction() {
    assertThat(
            distance(
                ReferenceKernelRidge.nystroem(q, k, v, rows(k, 0, 3), 0.5, 0.1),
                ReferenceKernelRidge.ridge(q, k, v, 0.5, 0.1)))
        .isGreaterThan(1e-3);
  }
}
