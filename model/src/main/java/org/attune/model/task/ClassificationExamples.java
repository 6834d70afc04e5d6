package org.attune.model.task;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.nd4j.linalg.factory.Nd4j;

/** Draws sets of points. Every example has new classes. */
final class ClassificationExamples extends DrawnExamples {

  /**
   * The distribution of the examples.
   *
   * @param ways number of classes
   * @param shots labelled members per class
   * @param targets members to classify per class
   * @param dimension columns of a point
   * @param spread standard deviation of members about their prototype
   * @param classes whether labels are class numbers; if not, they are indicators
   */
  record Source(int ways, int shots, int targets, int dimension, double spread, boolean classes) {

    int given() {
      return ways * shots;
    }

    int length() {
      return ways * (shots + targets);
    }
  }

  private final Source source;

  ClassificationExamples(Source source, int sets, long seed) {
    super(sets, seed);
    this.source = source;
  }

  @Override
  Batch batch(SplittableRandom random, int size) {
    int length = source.length();
    float[][][] features = new float[size][length][source.dimension + source.ways + 1];
    int[][] classes = new int[size][length];
    float[][] weights = new float[size][length];
    for (int i = 0; i < size; i++) {
      double[][] prototypes = new double[source.ways][];
      Arrays.setAll(prototypes, p -> Draws.gaussian(random, source.dimension));
      Ways.shuffle(classes[i], 0, source.given(), source.ways, random);
      Ways.shuffle(classes[i], source.given(), length, source.ways, random);
      for (int t = 0; t < length; t++) {
        for (int c = 0; c < source.dimension; c++) {
          double away = source.spread * random.nextGaussian();
          features[i][t][c] = (float) (prototypes[classes[i][t]][c] + away);
        }
        if (t < source.given()) {
          features[i][t][source.dimension + classes[i][t]] = 1;
          features[i][t][source.dimension + source.ways] = 1;
        } else {
          weights[i][t] = 1;
        }
      }
    }
    return new Batch(
        Nd4j.createFromArray(features),
        source.classes ? Nd4j.createFromArray(classes) : Nd4j.createFromArray(indicators(classes)),
        Nd4j.createFromArray(weights));
  }

  private float[][][] indicators(int[][] classes) {
    float[][][] all = new float[classes.length][source.length()][source.ways];
    for (int i = 0; i < classes.length; i++) {
      for (int t = 0; t < classes[i].length; t++) {
        all[i][t][classes[i][t]] = 1;
      }
    }
    return all;
  }

  @Override
  public Metrics metrics() {
    return new AccuracyMetrics(source.ways);
  }

  /**
   * Chance {@code accuracy}, the loss of a uniform prediction, and {@code best_accuracy}. The
   * latter knows the distribution of the points and picks the class with the nearest posterior
   * mean. That mean is {@code n / (n + s²)} times the mean of n members.
   */
  @Override
  public Map<String, Double> floors() {
    double ways = source.ways;
    double shrink = source.shots / (source.shots + source.spread * source.spread);
    double right = 0;
    double asked = 0;
    for (Batch batch : validation(validated)) {
      for (int i = 0; i < batch.size(); i++) {
        double[][] features = batch.features().slice(i).toDoubleMatrix();
        double[][] means = new double[source.ways][source.dimension];
        for (int t = 0; t < source.given(); t++) {
          int of = classGiven(features[t]);
          for (int c = 0; c < source.dimension; c++) {
            means[of][c] += shrink * features[t][c] / source.shots;
          }
        }
        for (int t = source.given(); t < features.length; t++) {
          right += Ways.nearest(features[t], means) == classAsked(batch, i, t) ? 1 : 0;
          asked++;
        }
      }
    }
    double silence = source.classes ? Math.log(ways) : (1 - 1 / ways) / ways; // 1 / ways for each
    return Map.of("accuracy", 1 / ways, "best_accuracy", right / asked, "validation_loss", silence);
  }

  private int classGiven(double[] row) {
    int of = 0;
    while (row[source.dimension + of] != 1) {
      of++;
    }
    return of;
  }

  private int classAsked(Batch batch, int example, int row) {
    if (source.classes) {
      return batch.labels().getInt(example, row);
    }
    int of = 0;
    while (batch.labels().getDouble(example, row, of) != 1) {
      of++;
    }
    return of;
  }

  @Override
  String description() {
    return source + ", sets " + validated;
  }
}
