package org.attune.model.task;

import java.util.SplittableRandom;

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
}
