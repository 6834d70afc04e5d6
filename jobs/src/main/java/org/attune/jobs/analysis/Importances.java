package org.attune.jobs.analysis;

import java.util.List;

/**
 * How much a random forest leans on each axis, and whether it is worth listening to.
 *
 * @param trials that it was trained and tried on
 * @param of trials there were; more than {@code trials} where a sample was drawn
 * @param fit share of the variance of trials that the trees had not seen which they predict (R²,
 *     out of bag); at 0 or below they predict worse than the mean
 * @param axes one entry a factor, the largest permutation importance first
 */
public record Importances(int trials, int of, double fit, List<Axis> axes) {

  /** Below this share of unseen trials' variance importances mean nothing. */
  public static final double LEAST_FIT = 0.1;

  /**
   * One axis.
   *
   * @param axis key of the factor
   * @param impurity share of all the variance that splits on it took away within the training
   *     trials; it flatters axes with many values
   * @param permutation how much of the unseen trials' variance is mispredicted once the axis'
   *     values are shuffled among them; about 0 for an axis that does nothing
   * @param helps share of the bags in which shuffling made predictions worse
   */
  public record Axis(String axis, double impurity, double permutation, double helps) {}

  public Importances {
    axes = List.copyOf(axes);
  }

  /** Whether the forest predicts enough of what it has not seen. */
  public boolean useful() {
    return fit >= LEAST_FIT;
  }
}
