package org.attune.sweeps.analysis;

import java.util.List;
import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.SeedComparison;

/**
 * The effect of one axis, or the interaction of two.
 *
 * @param axes keys of one factor or two; empty for the comparison of all cells
 * @param share of the variance between cells that it explains beyond the other axes, 0 to 1
 * @param f the F statistic; NaN without an error estimate
 * @param degrees its degrees of freedom
 * @param errorDegrees the error's degrees of freedom
 * @param probability of an {@code f} this large if the axis has no effect; NaN without an error
 *     estimate
 * @param adjusted Holm-adjusted over all effects of the sweep
 */
public record Effect(
    List<String> axes,
    double share,
    double f,
    int degrees,
    int errorDegrees,
    double probability,
    double adjusted) {

  /** The probability of showing an effect where there is none. */
  public static final double LEVEL = SeedComparison.LEVEL;

  public Effect {
    axes = List.copyOf(axes);
  }

  /** Whether the axis, or the pair, is shown to have an effect. */
  public boolean shown() {
    return adjusted <= LEVEL;
  }

  /** Whether the probability is the smallest that this number of trials can give. */
  public boolean least(int trials) {
    return MeanTest.isLeast(probability, separated(degrees, trials));
  }

  /** The probability that two modes separate all levels by chance: no effect is surer than that. */
  static double separated(int degrees, int trials) {
    return (Math.pow(2, degrees + 1) - 2) / Math.pow(2, trials);
  }

  /** The effect with a probability of at least this. */
  Effect atLeast(double least) {
    double larger = Math.max(probability, least);
    return new Effect(axes, share, f, degrees, errorDegrees, larger, adjusted);
  }

  /** The share alone, where no test holds. */
  Effect untested() {
    return new Effect(axes, share, Double.NaN, degrees, errorDegrees, Double.NaN, Double.NaN);
  }

  Effect adjusted(double all) {
    return new Effect(axes, share, f, degrees, errorDegrees, probability, all);
  }
}
