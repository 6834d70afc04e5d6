package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Signature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class TestClassificationTask {

  private static final Map<String, String> SMALL =
      Map.of("task.ways", "3", "task.shots", "4", "task.targets", "2", "task.dimension", "6");

  private static Examples examples(long seed, String... keysAndValues) {
    return new ClassificationTask().open(settings(keysAndValues), seed, DataOpener.NONE);
  }

  private static Configuration settings(String... keysAndValues) {
    Map<String, String> all = new TreeMap<>(SMALL);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      all.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new Configuration(all);
  }

  @Test
  void asksForAClassPerRowOrItsIndicator() {
    ClassificationTask task = new ClassificationTask();

    assertThat(task.signature(settings())).isEqualTo(Signature.set(12, 6, 6, 3).ofClasses());
    assertThat(task.signature(settings("task.loss", "squared")))
        .isEqualTo(Signature.set(12, 6, 6, 3).ofIndicators());
  }

  @Test
  void everyClassIsGivenAndAskedForAsOftenAsItShouldAndInNoOrder() {
    Batch batch = examples(1).training(0, 40);
    int firsts = 0;

    for (int i = 0; i < 40; i++) {
      int[] given = new int[3];
      int[] asked = new int[3];
      for (int t = 0; t < 18; t++) {
        int of = batch.labels().getInt(i, t);
        (t < 12 ? given : asked)[of]++;
        for (int c = 0; c < 3; c++) {
          assertThat(batch.features().getDouble(i, t, 6 + c)).isEqualTo(t < 12 && c == of ? 1 : 0);
        }
        assertThat(batch.features().getDouble(i, t, 9)).isEqualTo(t < 12 ? 1 : 0);
        assertThat(batch.weights().getDouble(i, t)).isEqualTo(t < 12 ? 0 : 1);
      }
      assertThat(given).containsOnly(4);
      assertThat(asked).containsOnly(2);
      firsts += batch.labels().getInt(i, 0) == 0 ? 1 : 0;
    }
    assertThat(firsts).isBetween(5, 25); // a third of 40
  }

  @Test
  void membersLieAboutAPrototypeThatIsNewInEachExample() {
    Batch batch = examples(1, "task.spread", "0.01").training(0, 2);
    double[][] prototype = new double[2][];
    for (int i = 0; i < 2; i++) {
      for (int t = 0; t < 18; t++) {
        if (batch.labels().getInt(i, t) == 1) {
          double[] point = new double[6];
          for (int c = 0; c < 6; c++) {
            point[c] = batch.features().getDouble(i, t, c);
          }
          prototype[i] = prototype[i] == null ? point : prototype[i];
          assertThat(point).containsExactly(prototype[i], within(0.1));
        }
      }
    }
    double square = 0;
    for (int c = 0; c < 6; c++) {
      square += Math.pow(prototype[0][c] - prototype[1][c], 2);
    }
    assertThat(square).isGreaterThan(1); // twelve, on average
  }

  @Test
  void indicatorsAreThoseOfTheClasses() {
    INDArray classes = examples(1).training(5, 3).labels();
    INDArray indicators = examples(1, "task.loss", "squared").training(5, 3).labels();

    assertThat(indicators.shape()).containsExactly(3, 18, 3);
    for (int i = 0; i < 3; i++) {
      for (int t = 0; t < 18; t++) {
        for (int c = 0; c < 3; c++) {
          assertThat(indicators.getDouble(i, t, c)).isEqualTo(classes.getInt(i, t) == c ? 1 : 0);
        }
      }
    }
  }

  @Test
  void trainingFollowsSeedAndStepAndValidationNeither() {
    assertThat(examples(1).training(3, 2).features())
        .isEqualTo(examples(1).training(3, 2).features())
        .isNotEqualTo(examples(2).training(3, 2).features())
        .isNotEqualTo(examples(1).training(4, 2).features());
    assertThat(examples(1).validation(100)).extracting(Batch::size).containsExactly(100, 100, 56);
    assertThat(examples(1).validation(100).get(2).features())
        .isEqualTo(examples(2).validation(100).get(2).features());
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 1", "1000, 0.28, 0.38"})
  void theBestThereIsDependsOnTheSpread(String spread, double least, double most) {
    assertThat(examples(1, "task.spread", spread).floors().get("best_accuracy"))
        .isBetween(least, most);
  }

  @Test
  void twoWellKnownClassesAreToldApartAsOftenAsGeometryAllows() {
    Map<String, Double> floors =
        examples(
                1,
                "task.ways",
                "2",
                "task.shots",
                "200",
                "task.targets",
                "20",
                "task.dimension",
                "1",
                "task.validation-sets",
                "400")
            .floors();

    // distance D = |N(0, 2)|, right with Phi(D / 2s), s = 1: E Phi(|Z| / √2) = ½ + atan(1/√2) / π
    double expected = 0.5 + Math.atan(1 / Math.sqrt(2)) / Math.PI;
    assertThat(floors.get("best_accuracy")).isCloseTo(expected, within(0.03)); // 400 pairs
    assertThat(floors.get("accuracy")).isEqualTo(0.5);
  }

  @Test
  void accuracyCountsTheRowsAskedForOfTheExamplesShown() {
    for (String loss : new String[] {"cross-entropy", "squared"}) {
      Examples examples = examples(1, "task.loss", loss);
      Batch batch = examples.validation(4).get(0);
      INDArray classes = examples(1).validation(4).get(0).labels();
      float[][] outputs = new float[2 * 18][3];
      for (int row = 0; row < outputs.length; row++) {
        int of = classes.getInt(2 + row / 18, row % 18); // the third and fourth example
        boolean wrong = row % 18 < 12 || row % 18 == 12 || row == 17;
        outputs[row][wrong ? (of + 1) % 3 : of] = 1;
      }
      Metrics metrics = examples.metrics();
      metrics.observe(batch, 2, name -> Nd4j.createFromArray(outputs));

      assertThat(metrics.result().get("accuracy")).isCloseTo(9 / 12.0, within(1e-12));
    }
  }
}
