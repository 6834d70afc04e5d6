package org.attune.model.task;

import java.util.SplittableRandom;

/** What examples of a few classes, each with as many members, have in common. */
final class Ways {

  private Ways() {}

  /**
   * Puts as many of each class into {@code [from, to)}, in random order.
   *
   * @param ways classes
   */
  static void shuffle(int[] classes, int from, int to, int ways, SplittableRandom random) {
    for (int t = from; t < to; t++) {
      int other = from + random.nextInt(t - from + 1);
      classes[t] = classes[other];
      classes[other] = (t - from) % ways;
    }
  }

  /**
   * The class whose mean is nearest to a point, the first of those as near.
   *
   * @param point its first columns count, as many as a mean has
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
