package org.attune.model.task;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.attune.model.network.Signature;

/** Draws examples, each a set of points with new classes. */
final class ClassificationExamples extends SetExamples {

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
  record Source(int ways, int shots, int targets, int dimension, double spread, boolean classes) {}

  private final Source source;

  ClassificationExamples(Signature signature, Source source, int sets, long seed) {
    super(signature, sets, seed);
    this.source = source;
  }

  @Override
  Batch batch(SplittableRandom random, int size) {
    SetBatch batch = new SetBatch(signature, size);
    int given = signature.context();
    int[] classes = new int[signature.length()];
    for (int i = 0; i < size; i++) {
      double[][] prototypes = new double[source.ways][];
      Arrays.setAll(prototypes, p -> Draws.gaussian(random, source.dimension));
      Ways.shuffle(classes, 0, given, source.ways, random);
      Ways.shuffle(classes, given, classes.length, source.ways, random);
      for (int t = 0; t < classes.length; t++) {
        double[] x = prototypes[classes[t]].clone();
        for (int c = 0; c < x.length; c++) {
          x[c] += source.spread * random.nextGaussian();
        }
        batch.member(i, t, x, classes[t]);
      }
    }
    return batch.batch();
  }

  @Override
  public Metrics metrics() {
    return new AccuracyMetrics(source.ways);
  }

  /**
   * Chance {@code accuracy}, the loss of a uniform prediction, and {@code best_accuracy}. The
   * latter uses the distribution of the points: it picks the class with the nearest posterior mean,
   * which is {@code n / (n + s²)} times the mean of n members.
   */
  @Override
  public Map<String, Double> floors() {
    double shrink = source.shots / (source.shots + source.spread * source.spread);
    double best = Ways.nearestMean(validation(validated), signature, shrink);
    double guess = 1.0 / source.ways;
    return Map.of(
        "accuracy", guess, "best_accuracy", best, "validation_loss", Ways.silence(signature));
  }

  @Override
  String description() {
    return source + ", sets " + validated;
  }
}
