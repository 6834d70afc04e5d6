package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.times;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestReferenceRegressionData {

  private final Random random = new Random(8);

  @ParameterizedTest
  @ValueSource(ints = {2, 6, 10})
  void tenPairsOfAnyDimensionTellTheirWeights(int d) {
    ReferenceRegressionData data = ReferenceRegressionData.figure3(d, random);
    assertThat(data.k()).hasDimensions(10, d);
    assertThat(distance(times(data.k(), data.w()), data.v())).isZero();
    assertThat(distance(ReferenceRidge.weights(data.k(), data.v(), 0), data.w())).isLessThan(1e-8);
  }

  @Test
  void figure4KeysHaveTheCovarianceStated() {
    double[] moments = new double[3];
    int draws = 400;
    for (int draw = 0; draw < draws; draw++) {
      for (double[] x : ReferenceRegressionData.figure4(random).k()) {
        moments[0] += x[0] * x[0] / (50.0 * draws);
        moments[1] += x[0] * x[1] / (50.0 * draws);
        moments[2] += x[1] * x[1] / (50.0 * draws);
      }
    }
    // 20,000 samples: a standard error of at most sqrt(2/20000) = .01.
    assertThat(moments).containsExactly(new double[] {1, 0.8, 1}, within(0.04));
  }

  @Test
  void gridSpansItsSquare() {
    double[][] grid = ReferenceRegressionData.grid(30, 5);
    assertThat(grid).hasDimensions(25, 2);
    assertThat(grid[0]).containsExactly(-30, -30);
    assertThat(grid[12]).containsExactly(0, 0);
    assertThat(grid[24]).containsExactly(30, 30);
  }

  @Test
  void ridgeExtrapolatesLinearDataAndTheSecondSigmaFormOnlyInterpolates() {
    // science 3.1: normalised RMS error of sigma-1 near .98, of sigma-2 near .10 on [-3, 3]².
    double ridge = 0;
    double first = 0;
    double second = 0;
    double far = 0;
    int draws = 20;
    for (int draw = 0; draw < draws; draw++) {
      ReferenceRegressionData data = ReferenceRegressionData.figure4(random);
      double[][] near = ReferenceRegressionData.grid(3, 11);
      double[][] wide = ReferenceRegressionData.grid(30, 11);
      double[][] k = data.k();
      double[][] v = data.v();
      ridge += error(data, wide, ReferenceRidge.primal(wide, k, v, 0)) / draws;
      first += error(data, near, ReferenceSigmaRidge.first(near, k, v, 1e-3)) / draws;
      second += error(data, near, ReferenceSigmaRidge.second(near, k, v, 1e-6)) / draws;
      far += error(data, wide, ReferenceSigmaRidge.second(wide, k, v, 1e-6)) / draws;
    }
    assertThat(ridge).isLessThan(1e-10);
    assertThat(first).isGreaterThan(0.9);
    assertThat(second).isLessThan(0.3);
    assertThat(far).isGreaterThan(0.5);
  }

  private static double error(ReferenceRegressionData data, double[][] q, double[][] answer) {
    double[][] truth = times(q, data.w());
    double wrong = 0;
    double power = 0;
    for (int i = 0; i < q.length; i++) {
      wrong += Math.pow(answer[i][0] - truth[i][0], 2);
      power += Math.pow(truth[i][0], 2);
    }
    return Math.sqrt(wrong / power);
  }
}
