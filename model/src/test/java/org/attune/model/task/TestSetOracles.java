package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exact solutions score at their noise floor, and chance is what it is said to be. */
class TestSetOracles {

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
  void umeyamaIsExactWithoutNoiseAndCloseWithIt() throws Exception {
    assertThat(open(new KabschTask(), "task.noise", "0").oracles().get("validation_loss"))
        .isLessThan(1e-9);
    // 4 unknowns from 10 numbers of deviation 0.01; a few points lie far off the pairs
    assertThat(open(new KabschTask()).oracles().get("validation_loss")).isBetween(4e-5, 4e-4);
    assertThat(open(new KabschTask()).floors().get("validation_loss")).isGreaterThan(0.3);
  }

  /** In the plane a similarity is a complex number times x: least squares in closed form. */
  @Test
  void umeyamaIsTheLeastSquaresOfComplexNumbers() throws Exception {
    Batch batch = open(new KabschTask(), "task.noise", "0.5").training(0, 20);
    for (int i = 0; i < 20; i++) {
      double[][] rows = batch.features().slice(i).toDoubleMatrix();
      double[] mean = new double[4];
      for (int t = 0; t < 5; t++) {
        for (int c = 0; c < 4; c++) {
          mean[c] += rows[t][c] / 5;
        }
      }
      double re = 0;
      double im = 0;
      double square = 0;
      for (int t = 0; t < 5; t++) {
        double a = rows[t][0] - mean[0];
        double b = rows[t][1] - mean[1];
        double c = rows[t][2] - mean[2];
        double d = rows[t][3] - mean[3];
        re += a * c + b * d;
        im += a * d - b * c;
        square += a * a + b * b;
      }
      double[][] m = Similarity.fitted(rows, 5).m();
      assertThat(m[0][0]).isCloseTo(re / square, within(1e-6));
      assertThat(m[1][0]).isCloseTo(im / square, within(1e-6));
    }
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
