package org.attune.model.network;

import java.util.List;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;

/**
 * How initial values, step sizes and multipliers depend on a decoder's width. The maximal update
 * parametrisation keeps activations' sizes and their changes in a step independent of the width, so
 * that a step size tuned at one width suits others. (Yang et al. 2022, arXiv 2203.03466, Table 8,
 * for Adam.) At the base width it is the standard parametrisation.
 *
 * @param wider the width over the base width; 1 in the standard parametrisation
 */
public record Parametrisation(double wider) {

  public enum Kind {
    STANDARD,
    MUP
  }

  private static final Parameter BASE =
      Parameter.integer(
          "model.parametrisation.base-width",
          "base_width",
          2,
          16384,
          64,
          "width at which the step size was tuned");

  public static final Choice<Kind> KIND =
      Choice.of(
              Kind.class,
              "model.parametrisation",
              "parametrisation",
              "how step sizes and initial values depend on the width",
              List.of(
                  Option.of(Kind.STANDARD, "step sizes do not", ""),
                  Option.of(
                      Kind.MUP,
                      "so that a step size tuned at one width suits all widths",
                      "Yang et al. 2022, arXiv 2203.03466",
                      BASE)))
          .added();

  /** Returns the parametrisation that a configuration gives a network of a width. */
  public static Parametrisation of(Configuration settings, int width) {
    boolean mup = settings.choice(KIND) == Kind.MUP;
    return new Parametrisation(mup ? width / (double) settings.integer(BASE) : 1);
  }

  boolean isStandard() {
    return wider == 1;
  }

  /** The factor on scores of attention: with as many heads, 1/d in place of 1/sqrt(d). */
  double ofScores() {
    return 1 / Math.sqrt(wider);
  }

  /** The factor on logits. */
  double ofLogits() {
    return 1 / wider;
  }

  /** The width for which embedding and output matrix are initialised. */
  double startingWidth(int width) {
    return width / wider;
  }

  /** The factor on Adam's step size for the matrices of blocks. */
  public double ofMatrices() {
    return 1 / wider;
  }
}
