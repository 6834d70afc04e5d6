package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Where grids lie and pixels are, and what those score who know little. */
class TestGridsAndPixels {

  private static Examples open(Task task, String... keysAndValues) throws Exception {
    Map<String, String> all = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      all.put("task." + keysAndValues[i], keysAndValues[i + 1]);
    }
    Configuration settings = new Configuration(all);
    task.signature(settings);
    return task.open(settings, 1, DataOpener.NONE);
  }

  private static Examples grids(String sets) throws Exception {
    return open(
        new GridTask(),
        "context",
        "4",
        "side",
        "3",
        "near",
        "2",
        "far",
        "10",
        "validation-sets",
        sets);
  }

  private static double[][] rows(Batch batch, int set) {
    return batch.features().slice(set).toDoubleMatrix();
  }

  @Test
  void aGridIsNearThePairsAndAnotherFarAndOneMapMakesBoth() throws Exception {
    Batch batch = grids("1").validation(1).get(0);
    double[][] rows = rows(batch, 0);
    float[] y = batch.labels().dup('c').data().asFloat();
    double det = rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0];
    double u = (rows[0][2] * rows[1][1] - rows[1][2] * rows[0][1]) / det;
    double v = (rows[0][0] * rows[1][2] - rows[1][0] * rows[0][2]) / det;

    for (int reach = 0; reach < 2; reach++) {
      for (int p = 0; p < 9; p++) {
        int t = 4 + 9 * reach + p;
        double size = reach == 0 ? 2 : 10;
        assertThat(rows[t]).startsWith(size * (p / 3 - 1), size * (p % 3 - 1));
        assertThat((double) y[t]).isCloseTo(u * rows[t][0] + v * rows[t][1], within(1e-3));
      }
    }
  }

  @Test
  void theInputsOfAPairCorrelate() throws Exception {
    double first = 0;
    double second = 0;
    double both = 0;
    int count = 0;
    for (Batch batch : grids("2000").validation(2_000)) {
      for (int i = 0; i < batch.size(); i++) {
        double[][] rows = rows(batch, i);
        for (int t = 0; t < 4; t++, count++) {
          first += rows[t][0] * rows[t][0];
          second += rows[t][1] * rows[t][1];
          both += rows[t][0] * rows[t][1];
        }
      }
    }
    assertThat(first / count).isCloseTo(1, within(0.06));
    assertThat(second / count).isCloseTo(1, within(0.06));
    assertThat(both / count).isCloseTo(0.8, within(0.06));
  }

  /** Answers half as large as the truth near, none far. */
  @Test
  void eachGridHasAnErrorOfItsOwn() throws Exception {
    Examples examples = grids("3");
    Batch batch = examples.validation(3).get(0);
    float[] labels = batch.labels().dup('c').data().asFloat();
    float[] answers = new float[2 * 22]; // of the second and third set
    for (int row = 0; row < answers.length; row++) {
      answers[row] = row % 22 < 13 ? labels[22 + row] / 2 : 0;
    }

    Map<String, Double> measured = measured(examples, batch, answers);

    assertThat(measured.get("nrmse_interpolation")).isCloseTo(0.5, within(1e-6));
    assertThat(measured.get("nrmse_extrapolation")).isCloseTo(1, within(1e-6));
  }

  /** Answers that are the truth times a number of each set's own, near; of no shape, far. */
  @Test
  void theBestScalarOfEachSetLeavesTheShapesError() throws Exception {
    Examples examples = grids("3");
    Batch batch = examples.validation(3).get(0);
    float[] labels = batch.labels().dup('c').data().asFloat();
    float[] answers = new float[2 * 22]; // of the second and third set
    for (int row = 0; row < answers.length; row++) {
      float times = row < 22 ? 65 : -3;
      answers[row] = row % 22 < 13 ? times * labels[22 + row] : 0;
    }

    Map<String, Double> measured = measured(examples, batch, answers);

    assertThat(measured.get("nrmse_interpolation")).isGreaterThan(3);
    assertThat(measured.get("shape_interpolation")).isCloseTo(0, within(1e-6));
    assertThat(measured.get("shape_extrapolation")).isCloseTo(1, within(1e-6));
  }

  /** The metrics of answers to a batch from its second set on. */
  private static Map<String, Double> measured(Examples examples, Batch batch, float[] answers) {
    INDArray shown = Nd4j.createFromArray(answers).reshape('c', answers.length, 1);
    Metrics metrics = examples.metrics();
    metrics.observe(batch, 1, name -> shown);
    return metrics.result();
  }

  private static Examples pixels(String context) throws Exception {
    return open(
        new PixelTask(), "context", context, "side", "4", "waves", "1", "validation-sets", "30");
  }

  @Test
  void theNearestPixelIsItselfWhereAllAreGivenAndTheOnlyOneWhereOneIs() throws Exception {
    assertThat(pixels("16").floors().get("nearest_pixel")).isZero();

    Examples one = pixels("1");
    double error = 0;
    for (Batch batch : one.validation(30)) {
      float[] labels = batch.labels().dup('c').data().asFloat();
      for (int i = 0; i < batch.size(); i++) {
        double given = rows(batch, i)[0][rows(batch, i)[0].length - 2];
        for (int t = 1; t < 17; t++) {
          error += Math.pow(labels[17 * i + t] - given, 2) / 16 / 30;
        }
      }
    }
    assertThat(one.floors().get("nearest_pixel")).isCloseTo(error, within(1e-6));
  }

  @Test
  void theMeanImageIsThatOfTheImagesTrainedOn() throws Exception {
    Examples examples = pixels("1");
    double[] mean = new double[16];
    float[] trained = examples.training(0, 1_000).labels().dup('c').data().asFloat();
    for (int i = 0; i < 1_000; i++) {
      for (int p = 0; p < 16; p++) {
        mean[p] += trained[17 * i + 1 + p] / 1_000.0;
      }
    }
    double error = 0;
    for (Batch batch : examples.validation(30)) {
      float[] labels = batch.labels().dup('c').data().asFloat();
      for (int row = 0; row < labels.length; row++) {
        error += row % 17 == 0 ? 0 : Math.pow(labels[row] - mean[row % 17 - 1], 2) / 16 / 30;
      }
    }

    assertThat(examples.floors().get("validation_loss")).isCloseTo(error, within(0.02 * error));
  }
}
