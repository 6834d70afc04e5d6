package org.attune.sweeps.importance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.math3.stat.StatUtils;

/** Trees on bootstrap samples of the cells (Breiman, Mach. Learn. 45, 2001). */
final class RandomForest {

  private static final int DRAWS = 4096;
  private static final int LEAST = 2;

  private final List<TreeFeature> columns;
  private final double[] values;
  private final List<RegressionTree> trees = new ArrayList<>();
  private final List<boolean[]> seen = new ArrayList<>();

  RandomForest(List<TreeFeature> columns, double[] values, int size, Random random) {
    this.columns = columns;
    this.values = values;
    for (int t = 0; t < size; t++) {
      int[] in = random.ints(values.length, 0, values.length).toArray();
      boolean[] inBag = new boolean[values.length];
      Arrays.stream(in).forEach(i -> inBag[i] = true);
      seen.add(inBag);
      trees.add(new RegressionTree(columns, values, in, LEAST, random));
    }
  }

  /** The variance of the mean over all other columns, for each column. */
  double[] mainVariances() {
    double[][] marginals = new double[columns.size()][];
    for (int c = 0; c < marginals.length; c++) {
      marginals[c] = new double[columns.get(c).points().length];
    }
    trees.forEach(tree -> tree.addMarginals(marginals));
    double[] variances = new double[marginals.length];
    for (int c = 0; c < variances.length; c++) {
      double mean = 0;
      double squares = 0;
      for (int p = 0; p < marginals[c].length; p++) {
        double value = marginals[c][p] / trees.size();
        mean += columns.get(c).weights()[p] * value;
        squares += columns.get(c).weights()[p] * value * value;
      }
      variances[c] = Math.max(0, squares - mean * mean);
    }
    return variances;
  }

  /** The whole variance: no less than that which a column explains. */
  double total(double[] mainVariances, Random random) {
    return Math.max(variance(random), StatUtils.max(mainVariances));
  }

  /** The variance of what it predicts over the whole space, by draws. */
  double variance(Random random) {
    double[] predicted = new double[DRAWS];
    double[] at = new double[columns.size()];
    for (int i = 0; i < DRAWS; i++) {
      for (int c = 0; c < at.length; c++) {
        at[c] = columns.get(c).draw(random);
      }
      predicted[i] = predict(at, -1);
    }
    return StatUtils.populationVariance(predicted);
  }

  /** The mean of the trees; of those that had not seen a cell, where there is one. */
  private double predict(double[] at, int unseen) {
    double sum = 0;
    int counted = 0;
    for (int t = 0; t < trees.size(); t++) {
      if (unseen < 0 || !seen.get(t)[unseen]) {
        sum += trees.get(t).predict(at);
        counted++;
      }
    }
    return sum / counted;
  }

  /**
   * The share of the variance of cells that trees which had not seen them predict (R², out of bag);
   * at 0 or below they predict worse than the mean.
   */
  double fit() {
    double mean = StatUtils.mean(values);
    double error = 0;
    double spread = 0;
    double[] at = new double[columns.size()];
    for (int i = 0; i < values.length; i++) {
      for (int c = 0; c < at.length; c++) {
        at[c] = columns.get(c).values()[i];
      }
      double predicted = predict(at, i);
      if (!Double.isNaN(predicted)) {
        error += (predicted - values[i]) * (predicted - values[i]);
        spread += (mean - values[i]) * (mean - values[i]);
      }
    }
    return 1 - error / spread;
  }
}
