package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.MultivariateNormalDistribution;
import org.assertj.core.data.Offset;
import org.attune.api.catalog.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exact solutions score at their noise floor, and chance is what it is said to be. */
class TestSetOracles {

  private static final Offset<Double> NEAR = within(1e-9);

  private static Examples open(Task task, String... keysAndValues) throws Exception {
    Map<String, String> all = new TreeMap<>(Map.of("task.validation-sets", "200"));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      all.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    task.signature(new Configuration(all));
    return task.open(new Configuration(all), 1, DataOpener.NONE);
  }

  @Test
  void aTargetFollowsExactlyFromItsDistances() throws Exception {
    Examples policy = open(new PolicyTask());

    assertThat(policy.oracles().get("mean_distance")).isLessThan(1e-4); // of float32 features
    // a corner's share: E ‖t‖ over the unit square about its middle is 0.3826, E t² is 1/12
    assertThat(policy.floors().get("mean_distance")).isCloseTo(0.3826, within(0.02));
    assertThat(policy.floors().get("validation_loss")).isCloseTo(1 / 12.0, within(0.01));
  }

  @Test
  void everyRowOfASetPredictsItsAnswerAndTheFirstCounts() throws Exception {
    Batch batch = open(new PolicyTask()).training(0, 3);
    for (int i = 0; i < 3; i++) {
      for (int row = 0; row < batch.labels().size(1); row++) {
        assertThat(batch.labels().slice(i).getRow(row))
            .isEqualTo(batch.labels().slice(i).getRow(0));
        assertThat(batch.weights().getDouble(i, row)).isEqualTo(row == 0 ? 1 : 0);
      }
    }
  }

  @Test
  void umeyamaIsExactWithoutNoiseAndCloseWithIt() throws Exception {
    assertThat(open(new KabschTask(), "task.noise", "0").oracles().get("validation_loss"))
        .isLessThan(1e-9);
    // 4 unknowns from 10 numbers of deviation 0.01; a few points lie far off the pairs
    assertThat(open(new KabschTask()).oracles().get("validation_loss")).isBetween(4e-5, 4e-4);
    assertThat(open(new KabschTask()).floors().get("validation_loss")).isGreaterThan(0.3);
  }

  /**
   * In the plane a similarity is a complex number times x: least squares in closed form. Points
   * that have nothing to do with each other look like a reflection half the time.
   */
  @Test
  void umeyamaIsTheLeastSquaresOfComplexNumbers() {
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 50; i++) {
      double[][] rows = new double[5][];
      Arrays.setAll(rows, t -> Draws.gaussian(random, 4));
      double[] mean = new double[4];
      for (double[] row : rows) {
        for (int c = 0; c < 4; c++) {
          mean[c] += row[c] / 5;
        }
      }
      double re = 0;
      double im = 0;
      double square = 0;
      for (double[] row : rows) {
        double a = row[0] - mean[0];
        double b = row[1] - mean[1];
        double c = row[2] - mean[2];
        double d = row[3] - mean[3];
        re += a * c + b * d;
        im += a * d - b * c;
        square += a * a + b * b;
      }
      Similarity fitted = Similarity.fitted(rows, 5);
      assertThat(fitted.m()[0]).containsExactly(new double[] {re / square, -im / square}, NEAR);
      assertThat(fitted.m()[1]).containsExactly(new double[] {im / square, re / square}, NEAR);
      assertThat(fitted.map(new double[] {mean[0], mean[1]}))
          .containsExactly(new double[] {mean[2], mean[3]}, NEAR);
    }
  }

  /** Twice as long, and a quarter of a turn to the left. */
  @Test
  void aSimilarityTurnsScalesAndShifts() {
    assertThat(Similarity.of(2, Math.PI / 2, 10, 20).map(new double[] {1, 3}))
        .containsExactly(new double[] {4, 22}, NEAR);
  }

  @Test
  void twoPointsTellASine() throws Exception {
    assertThat(
            open(new SineTask(), "task.context", "3", "task.least-context", "0")
                .oracles()
                .get("validation_loss"))
        .isLessThan(1e-3); // points may lie close together
    // E y² = E a² / 2 = (5³ - 0.1³) / (3 · 4.9) / 2
    assertThat(open(new SineTask()).floors().get("validation_loss")).isCloseTo(4.25, within(0.6));
  }

  @Test
  void setsAreGivenFromOneToTwentyPointsOfThoseAskedFor() throws Exception {
    Batch batch = open(new SineTask()).training(0, 300);
    int[] sizes = new int[21];
    for (int i = 0; i < 300; i++) {
      double[][] rows = batch.features().slice(i).toDoubleMatrix();
      int given = 0;
      for (int t = 0; t < 20; t++) {
        given += rows[t][2] == 1 ? 1 : 0;
      }
      sizes[given]++;
      for (int t = 0; t < 20; t++) {
        int original = t % given;
        assertThat(rows[t][2]).isEqualTo(t < given ? 1 : 0);
        assertThat(rows[t][0]).isEqualTo(rows[20 + original][0]);
        assertThat(rows[t][1]).isEqualTo((double) batch.labels().getFloat(i, 20 + original, 0));
        assertThat(batch.weights().getDouble(i, t)).isZero();
      }
      assertThat(rows[20][1]).isZero();
      assertThat(batch.weights().getDouble(i, 20)).isEqualTo(1);
    }
    assertThat(sizes[0]).isZero();
    for (int size = 1; size <= 20; size++) {
      assertThat(sizes[size]).as("sets of %d", size).isPositive();
    }
    assertThatThrownBy(() -> open(new SineTask(), "task.least-context", "21"))
        .hasMessageContaining("task.least-context");
    assertThatThrownBy(() -> open(new SineTask(), "task.context", "51"))
        .hasMessageContaining("task.asked");
  }

  @Test
  void eachSizeThatIsGivenIsEvaluated() throws Exception {
    assertThat(open(new SineTask()).evaluations())
        .extracting(Evaluation::suffix)
        .containsExactly(
            "at_context_1",
            "at_context_2",
            "at_context_5",
            "at_context_10",
            "at_context_15",
            "at_context_20");
    Examples some = open(new SineTask(), "task.context", "10", "task.least-context", "2");
    assertThat(some.evaluations())
        .extracting(Evaluation::suffix)
        .containsExactly("at_context_2", "at_context_5", "at_context_10");
    double[][] five =
        some.evaluations()
            .get(1)
            .examples()
            .validation(1)
            .get(0)
            .features()
            .slice(0)
            .toDoubleMatrix();
    assertThat(five[4][2]).isEqualTo(1);
    assertThat(five[5][2]).isZero();
  }

  /** At a spread of 0 one member differs, and all others are equal. */
  @Test
  void theMemberAskedForIsTheOnlyOneOfItsClass() throws Exception {
    Batch batch = open(new OutlierTask(), "task.spread", "0").training(0, 50);
    for (int i = 0; i < 50; i++) {
      double[][] rows = batch.features().slice(i).toDoubleMatrix();
      int outlier = batch.labels().getInt(i, 0);
      double[] common = rows[outlier == 0 ? 1 : 0];
      for (int row = 0; row < rows.length; row++) {
        assertThat(Arrays.equals(rows[row], common)).isEqualTo(row != outlier);
      }
    }
  }

  /** Of two members of a class each column differs with twice the squared spread. */
  @Test
  void membersSpreadAboutTheirClass() throws Exception {
    Batch batch = open(new OutlierTask(), "task.spread", "0.5").training(0, 300);
    double squares = 0;
    int count = 0;
    for (int i = 0; i < 300; i++) {
      double[][] rows = batch.features().slice(i).toDoubleMatrix();
      int outlier = batch.labels().getInt(i, 0);
      int first = outlier == 0 ? 1 : 0;
      int second = outlier <= 1 ? 2 : 1;
      for (int c = 0; c < rows[0].length - 1; c++) {
        squares += Math.pow(rows[first][c] - rows[second][c], 2);
        count++;
      }
    }
    assertThat(squares / count).isCloseTo(0.5, within(0.06)); // four errors of 300 pairs or more
  }

  /** Marginal densities of the two classes by the library: the prototypes are N(0, 1). */
  @ParameterizedTest
  @ValueSource(doubles = {0.4, 1, 3})
  void theBestGuessAtAnOutlierIsThatOfTheDensities(double spread) throws Exception {
    Examples outliers =
        open(
            new OutlierTask(),
            "task.spread",
            Double.toString(spread),
            "task.dimension",
            "2",
            "task.members",
            "4");
    double right = 0;
    for (Batch batch : outliers.validation(200)) {
      for (int i = 0; i < batch.size(); i++) {
        double[][] rows = batch.features().slice(i).toDoubleMatrix();
        int best = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int outlier = 0; outlier < rows.length; outlier++) {
          double density = 0;
          for (int c = 0; c < 2; c++) {
            int column = c;
            int alone = outlier;
            double[] others =
                IntStream.range(0, rows.length)
                    .filter(row -> row != alone)
                    .mapToDouble(row -> rows[row][column])
                    .toArray();
            density += logDensity(spread, others) + logDensity(spread, rows[outlier][c]);
          }
          if (density > most) {
            most = density;
            best = outlier;
          }
        }
        right += best == batch.labels().getInt(i, 0) ? 1 : 0;
      }
    }
    assertThat(outliers.oracles().get("accuracy")).isEqualTo(right / 200);
  }

  /** Of numbers that spread about one number from N(0, 1). */
  private static double logDensity(double spread, double... numbers) {
    double[][] covariance = new double[numbers.length][numbers.length];
    for (int r = 0; r < numbers.length; r++) {
      Arrays.fill(covariance[r], 1);
      covariance[r][r] += spread * spread;
    }
    return Math.log(
        new MultivariateNormalDistribution(null, new double[numbers.length], covariance)
            .density(numbers));
  }

  @ParameterizedTest
  @CsvSource({"0.01, 1, 1", "1.6, 0.85, 1", "50, 0.05, 0.2"})
  void theBestGuessAtAnOutlierDependsOnTheSpread(String spread, double least, double most)
      throws Exception {
    Examples outliers = open(new OutlierTask(), "task.spread", spread);

    assertThat(outliers.oracles().get("accuracy")).isBetween(least, most);
    assertThat(outliers.floors().get("accuracy")).isEqualTo(0.1);
  }

  @Test
  void classesValidatedOnAreNeverTrainedOn() throws Exception {
    Examples outliers =
        open(new OutlierTask(), "task.spread", "0", "task.classes", "5", "task.dimension", "3");
    java.util.Set<Float> trained = new java.util.HashSet<>();
    java.util.Set<Float> validated = new java.util.HashSet<>();
    float[] training = outliers.training(0, 300).features().dup('c').data().asFloat();
    float[] validation = outliers.validation(200).get(0).features().dup('c').data().asFloat();
    for (int i = 0; i < training.length; i += 4) {
      trained.add(training[i]);
    }
    for (int i = 0; i < validation.length; i += 4) {
      validated.add(validation[i]);
    }

    assertThat(trained).hasSize(5).doesNotContainAnyElementsOf(validated);
  }
}
