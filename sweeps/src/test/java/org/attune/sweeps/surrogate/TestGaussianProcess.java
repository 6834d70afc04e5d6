package org.attune.sweeps.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.junit.jupiter.api.Test;

class TestGaussianProcess {

  private static final boolean[] CATEGORIES = {false, false, true};
  private static final CovarianceKernel KERNEL =
      new CovarianceKernel(new double[] {0.3, 0.8, 1.5}, 0.4, 0.9, CATEGORIES);
  private static final double NOISE = 1e-3;

  @Test
  void predictsAsTheFormulaWithAnExplicitInverse() {
    double[][] x = points(30, 1);
    double[] y = values(x);
    GaussianProcess process = new GaussianProcess(KERNEL, NOISE, x, y);
    RealMatrix k = new Array2DRowRealMatrix(30, 30);
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 30; j++) {
        k.setEntry(i, j, KERNEL.value(x[i], x[j]) + (i == j ? NOISE : 0));
      }
    }
    RealMatrix inverse = new LUDecomposition(k).getSolver().getInverse();
    double mean = Arrays.stream(y).average().orElseThrow();
    double[] centered = Arrays.stream(y).map(v -> v - mean).toArray();
    for (double[] point : points(5, 2)) {
      double[] to = Arrays.stream(x).mapToDouble(p -> KERNEL.value(point, p)).toArray();
      double[] solved = inverse.operate(to);
      double expected = mean;
      double variance = KERNEL.self(point);
      for (int i = 0; i < 30; i++) {
        expected += solved[i] * centered[i];
        variance -= solved[i] * to[i];
      }
      GaussianProcess.Belief belief = process.at(point);
      assertThat(belief.expected()).isCloseTo(expected, within(1e-9));
      assertThat(belief.deviation()).isCloseTo(Math.sqrt(variance), within(1e-7));
      assertThat(process.expected(point)).isCloseTo(expected, within(1e-9));
    }
  }

  /** With the search's prior alone, noise passes for structure in most of these. */
  @Test
  void theLikelierOfTwoFitsFindsTheNoise() {
    int found = 0;
    int foundByOne = 0;
    for (int seed = 0; seed < 20; seed++) {
      double[][] x = points(25, seed);
      SplittableRandom random = new SplittableRandom(100 + seed);
      double[] y =
          Arrays.stream(x)
              .mapToDouble(point -> 3 * (point[0] - 0.5) + 0.5 * random.nextGaussian())
              .toArray();
      found += noise(HyperParameters.likelier(CATEGORIES, x, y)) ? 1 : 0;
      foundByOne += noise(HyperParameters.prior(CATEGORIES).fitted(x, y, 40)) ? 1 : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(17);
    assertThat(foundByOne).isLessThan(10);
  }

  /** Whether a fit's noise is the true variance of 0.25, within a factor of 3. */
  private static boolean noise(HyperParameters fit) {
    return fit.noise() > 0.08 && fit.noise() < 0.75;
  }

  @Test
  void theLikelierOfTwoFitsFindsNoNoiseWhereThereIsNone() {
    for (int seed = 0; seed < 20; seed++) {
      double[][] x = points(25, seed);
      double[] y = Arrays.stream(x).mapToDouble(point -> Math.sin(5 * point[0])).toArray();
      assertThat(HyperParameters.likelier(CATEGORIES, x, y).noise()).isLessThan(1e-3);
    }
  }

  @Test
  void theKernelIsPositiveDefiniteWithCoordinatesThatDoNotApply() {
    double[][] x = points(60, 3);
    double[][] k = new double[60][60];
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 60; j++) {
        k[i][j] = KERNEL.value(x[i], x[j]);
      }
    }
    double[] eigenvalues = new EigenDecomposition(new Array2DRowRealMatrix(k)).getRealEigenvalues();
    assertThat(Arrays.stream(eigenvalues).min().orElseThrow()).isGreaterThan(-1e-10);
    for (double[] point : x) {
      assertThat(KERNEL.value(point, point)).isCloseTo(KERNEL.self(point), within(1e-12));
    }
  }

  @Test
  void theImprovementsGradientIsThatOfItsDifferences() {
    double[][] x = points(20, 4);
    double[] y = values(x);
    GaussianProcess process = new GaussianProcess(KERNEL, NOISE, x, y);
    double step = 1e-6;
    for (double best : new double[] {0.5, -1, -20}) {
      double[] point = {0.41, 0.27, 1};
      double[] gradient = new double[3];
      new LogExpectedImprovement(process, best).at(point, gradient);
      for (int d = 0; d < 2; d++) {
        double[] more = point.clone();
        double[] less = point.clone();
        more[d] += step;
        less[d] -= step;
        double difference =
            (LogExpectedImprovement.of(process.at(more), best)
                    - LogExpectedImprovement.of(process.at(less), best))
                / (2 * step);
        assertThat(gradient[d])
            .isCloseTo(difference, within(1e-4 * Math.max(1, Math.abs(difference))));
      }
    }
  }

  @Test
  void theImprovementIsSmoothWhereItsFormulasMeetAndFiniteFarOut() {
    assertThat(LogExpectedImprovement.logH(-3 - 1e-9))
        .isCloseTo(LogExpectedImprovement.logH(-3 + 1e-9), within(1e-7));
    // h(z) of z = 0 is 1/sqrt(2 pi); far out log h(z) = -z^2/2 - log sqrt(2 pi) - 2 log |z|.
    assertThat(LogExpectedImprovement.logH(0))
        .isCloseTo(-0.5 * Math.log(2 * Math.PI), within(1e-12));
    assertThat(LogExpectedImprovement.logH(-1e4))
        .isCloseTo(-0.5e8 - 0.5 * Math.log(2 * Math.PI) - 2 * Math.log(1e4), within(1e-6));
  }

  /** Also where one more value would be too noisy to say much. */
  @Test
  void pendingPointsTakeDoubtAwayAndLeaveWhatIsExpected() {
    double[][] x = points(12, 5);
    GaussianProcess process = new GaussianProcess(KERNEL, 0.5, x, values(x));
    double[] out = {0.9, 0.9, 2};
    GaussianProcess with = process.with(new double[][] {out});

    assertThat(with.expected(out)).isCloseTo(process.expected(out), within(1e-12));
    assertThat(process.at(out).deviation()).isGreaterThan(0.3);
    assertThat(with.at(out).deviation()).isLessThan(1e-3);
  }

  @Test
  void theFitTellsWhatMattersFromWhatDoesNot() {
    boolean[] none = new boolean[2];
    SplittableRandom random = new SplittableRandom(6);
    double[][] x = new double[40][];
    double[] y = new double[40];
    for (int i = 0; i < 40; i++) {
      x[i] = new double[] {random.nextDouble(), random.nextDouble()};
      y[i] = Math.sin(6 * x[i][0]);
    }
    HyperParameters fit = HyperParameters.prior(none).fitted(x, y, 60);

    assertThat(fit.kernel().lengths()[1]).isGreaterThan(3 * fit.kernel().lengths()[0]);
    assertThat(fit.noise()).isLessThan(1e-3);
    assertThat(fit.loss(x, y)).isLessThan(HyperParameters.prior(none).loss(x, y));
  }

  @Test
  void oneDivergedRunLeavesTheOthersDistances() {
    double[] calm = Warp.halfRank(new double[] {1, 2, 3, 4, 5});
    double[] wild = Warp.halfRank(new double[] {1, 2, 3, 4, 1e30});

    assertThat(wild).isEqualTo(calm);
    double[] unknown = Warp.halfRank(new double[] {1, 2, Double.NaN, 3});
    assertThat(unknown[2]).isGreaterThan(unknown[3]);
    assertThat(Warp.halfRank(new double[] {Double.NaN, Double.NaN})).containsOnly(0);
  }

  private static double[][] points(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] points = new double[n][];
    for (int i = 0; i < n; i++) {
      int category = random.nextInt(3);
      points[i] =
          new double[] {
            random.nextDouble(), category == 0 ? Double.NaN : random.nextDouble(), category
          };
    }
    return points;
  }

  private static double[] values(double[][] points) {
    return Arrays.stream(points)
        .mapToDouble(
            p -> Math.sin(5 * p[0]) + (Double.isNaN(p[1]) ? 0.5 : p[1] * p[1]) + 0.1 * p[2])
        .toArray();
  }
}
