package org.attune.sweeps.analysis;

import java.util.List;

/**
 * What one axis does by itself, or what two do together beyond what each does.
 *
 * @param axes keys of one factor, or of two; none where all cells are compared
 * @param share of the variance between cells that it explains beyond the other axes, 0 to 1
 * @param f the statistic; NaN without an error to hold it against
 * @param degrees independent differences that it stands for
 * @param errorDegrees independent numbers behind the error
 * @param probability of so large an {@code f} where the axis does nothing; NaN without an error
 * @param adjusted the same, all effects of the sweep paid for by Holm's method
 */
public record Effect(
    List<String> axes,
    double share,
    double f,
    int degrees,
    int errorDegrees,
    double probability,
    double adjusted) {

  /** Chance of calling an effect shown where there is none. */
  public static final double LEVEL = 0.05;

  public Effect {
    axes = List.copyOf(axes);
  }

  /** Whether it is shown that the axis, or the pair, does something. */
  public boolean shown() {
    return adjusted <= LEVEL;
  }

  Effect adjusted(double all) {
    return new Effect(axes, share, f, degrees, errorDegrees, probability, all);
  }
}
