package org.attune.sweeps.claim;

import java.util.function.DoubleUnaryOperator;
import org.attune.sweeps.statistics.SeedComparison;

/**
 * What an interval says of a claim beside its margin: the one rule for verdicts, whether seeds
 * found the difference or a trend predicts it. {@link Judge} states it.
 *
 * @param claim with its margin and its effect
 * @param above the probability of results this high if the difference, in the claimed direction, is
 *     at most so much
 * @param below the probability of results this low if it is at least so much
 */
public record MarginRule(Claim claim, DoubleUnaryOperator above, DoubleUnaryOperator below) {

  /** The rule for differences that are positive in the claimed direction. */
  static MarginRule of(Claim claim, SeedComparison evidence) {
    return new MarginRule(claim, evidence::above, evidence::below);
  }

  /** The rule for differences of the cell less what it is compared with. */
  public static MarginRule ofCellLessControl(Claim claim, SeedComparison differences) {
    return claim.relation() == Relation.BELOW
        ? new MarginRule(
            claim, margin -> differences.below(-margin), margin -> differences.above(-margin))
        : of(claim, differences);
  }

  /** The lowest level of a two-sided interval that shows something: see {@link #verdict}. */
  public double probability() {
    double margin = claim.margin();
    double higher = above(margin);
    if (claim.relation() == Relation.NEAR) {
      double inside = Math.max(above(-margin), below(margin));
      return twice(Math.min(inside, Math.min(higher, below(-margin))));
    }
    return twice(Math.min(higher, below(Math.max(claim.expected(), 0))));
  }

  private static double twice(double oneSided) {
    return Math.min(1, 2 * oneSided);
  }

  /** The verdict from a two-sided interval at a level, half of it on each side. */
  public ClaimVerdict verdict(double level) {
    double side = level / 2;
    double margin = claim.margin();
    boolean inside = margin > 0 && above(-margin) <= side && below(margin) <= side;
    if (claim.relation() == Relation.NEAR) {
      boolean outside = above(margin) <= side || below(-margin) <= side;
      return inside
          ? ClaimVerdict.REPRODUCED
          : outside ? ClaimVerdict.OPPOSITE : ClaimVerdict.INCONCLUSIVE;
    }
    if (above(margin) <= side) {
      return claim.effect().isPresent() && above(claim.expected() + margin) <= side
          ? ClaimVerdict.LARGER
          : ClaimVerdict.REPRODUCED;
    }
    if (inside) {
      return ClaimVerdict.NO_DIFFERENCE;
    }
    if (below(0) <= side) {
      return ClaimVerdict.OPPOSITE;
    }
    return claim.expected() > 0 && below(claim.expected()) <= side
        ? ClaimVerdict.SMALLER
        : ClaimVerdict.INCONCLUSIVE;
  }

  private double above(double margin) {
    return above.applyAsDouble(margin);
  }

  private double below(double margin) {
    return below.applyAsDouble(margin);
  }
}
