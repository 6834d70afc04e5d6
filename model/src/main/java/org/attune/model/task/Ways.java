package org.attune.model.task;

import java.util.List;
import java.util.SplittableRandom;
import org.attune.model.network.Signature;

/** Helpers for examples of a few classes with equally many members each. */
final class Ways {

  private Ways() {}

  /**
   * Fills {@code [from, to)} with equally many of each class, in random order.
   *
   * @param ways number of classes
   */
  static void shuffle(int[] classes, int from, int to, int ways, SplittableRandom random) {
    for (int t = from; t < to; t++) {
      int other = from + random.nextInt(t - from + 1);
      classes[t] = classes[other];
      classes[other] = (t - from) % ways;
    }
  }

  /**
   * Returns the class with the mean nearest to a point; the first of equally near ones.
   *
   * @param point a point; only as many of its first columns count as a mean has
   */
  static int nearest(double[] point, double[][] means) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int m = 0; m < means.length; m++) {
      double square = 0;
      for (int c = 0; c < means[m].length; c++) {
        square += (point[c] - means[m][c]) * (point[c] - means[m][c]);
      }
      if (square < least) {
        least = square;
        best = m;
      }
    }
    return best;
  }

  /**
   * The share of asked members that the nearest mean of given members puts into their class.
   *
   * @param sets sets of as many given members of each class
   * @param shrink what means are multiplied by
   */
  static double nearestMean(List<Batch> sets, Signature signature, double shrink) {
    double right = 0;
    double asked = 0;
    for (Batch batch : sets) {
      for (int i = 0; i < batch.size(); i++) {
        double[][] rows = batch.features().slice(i).toDoubleMatrix();
        double[][] means = means(rows, signature, shrink);
        for (int t = signature.context(); t < rows.length; t++) {
          right += nearest(rows[t], means) == classAsked(batch, signature, i, t) ? 1 : 0;
          asked++;
        }
      }
    }
    return right / asked;
  }

  private static double[][] means(double[][] rows, Signature signature, double shrink) {
    int shots = signature.context() / signature.outputs();
    double[][] means = new double[signature.outputs()][signature.columns()];
    for (int t = 0; t < signature.context(); t++) {
      int label = 0;
      while (rows[t][signature.columns() + label] != 1) {
        label++;
      }
      for (int c = 0; c < signature.columns(); c++) {
        means[label][c] += shrink * rows[t][c] / shots;
      }
    }
    return means;
  }

  private static int classAsked(Batch batch, Signature signature, int set, int row) {
    if (signature.classes()) {
      return batch.labels().getInt(set, row);
    }
    int label = 0;
    while (batch.labels().getDouble(set, row, label) != 1) {
      label++;
    }
    return label;
  }

  /** The loss of a guess that all classes are equally likely. */
  static double silence(Signature signature) {
    double guess = 1.0 / signature.outputs();
    return signature.classes() ? Math.log(signature.outputs()) : (1 - guess) * guess;
  }
}
