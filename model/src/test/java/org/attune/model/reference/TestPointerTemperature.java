package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;
import static org.attune.model.reference.ReferenceLayer.each;
import static org.attune.model.reference.ReferenceLayer.read;

import org.attune.model.contract.AttentionTrial;
import org.attune.model.program.BatchObservations;
import org.attune.model.program.Noise;
import org.attune.model.program.Pass;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * What a pointer's temperatures change: not what a layer gives, but how queries learn. The slope of
 * the queries' gain is that of the softmax in the pointer's place, by differences in plain Java.
 */
class TestPointerTemperature {

  /** A layer of other temperatures than the standard ones. */
  static final LayerCase CASE =
      new LayerCase(
          "pointer of other temperatures",
          l -> l.weighing(s -> ReferencePointer.hard(s, new double[s.length][s.length])),
          "attention.weights",
          "pointer",
          "attention.weights.warm",
          "2",
          "attention.weights.cold",
          "0.5");

  private static final String GAIN = "query-gain";
  private static final double PROGRESS = 0.25;
  private static final double TEMPERATURE = 2 - 1.5 * PROGRESS;
  private static final double STEP = 1e-5;

  @Test
  void queriesLearnByTheSoftmaxAtTheTemperatureOfTheMoment() {
    try (AttentionTrial trial = SmallLayer.trial(CASE)) {
      trial.differentiate(
          new Pass(
              false, PROGRESS, new Noise(0), 0, true, new BatchObservations())); // without noise
      INDArray slopes = trial.gradients().get(GAIN);
      for (int i = 0; i < slopes.columns(); i++) {
        double expected = (objective(trial, i, STEP) - objective(trial, i, -STEP)) / (2 * STEP);
        assertThat(slopes.getDouble(0, i)).isCloseTo(expected, within(1e-7));
        assertThat(Math.abs(expected)).isGreaterThan(1e-3);
      }
    }
  }

  /** What is differentiated, softly weighed, where one number of the gain is changed. */
  private static double objective(AttentionTrial trial, int changed, double by) {
    double[][] gain = trial.parameter(GAIN);
    gain[0][changed] += by;
    double sum = 0;
    for (int b = 0; b < SmallLayer.BATCH; b++) {
      ReferenceLayer layer =
          SmallLayer.layer(trial, b, name -> name.equals(GAIN) ? gain : trial.parameter(name));
      double[][] y = soft(layer);
      for (int t = 0; t < y.length; t++) {
        sum += ReferenceAlgebra.dot(y[t], trial.slopes()[b * y.length + t]);
      }
    }
    return sum;
  }

  private static double[][] soft(ReferenceLayer l) {
    double[][][] products = each(l.query(), l.key(), (q, k) -> times(q, transpose(k)));
    double[][][] weights =
        each(products, s -> ReferencePointer.soft(s, new double[s.length][s.length], TEMPERATURE));
    return read(weights, l.value());
  }
}
