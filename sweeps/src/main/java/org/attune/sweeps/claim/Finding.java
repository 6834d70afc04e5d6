package org.attune.sweeps.claim;

import java.util.OptionalInt;

/**
 * A claim and what became of it.
 *
 * @param claim as it was stated
 * @param verdict what is shown
 * @param seeds how many of each cell it rests on: those of the last look; 0 before the first
 * @param probability the least level at which something is shown, all looks and all claims of the
 *     table paid for; at {@link Judge#LEVEL} or below there is a verdict
 * @param unadjusted the same before the table's other claims are paid for
 * @param effect what the seeds of the last look gave
 * @param needed seeds a cell that would decide an inconclusive claim with a chance of {@value
 *     Power#TARGET}, were the paper's effect the true one, or the difference found where the paper
 *     has none; empty where the claim is decided or nothing tells
 */
public record Finding(
    Claim claim,
    Verdict verdict,
    int seeds,
    double probability,
    double unadjusted,
    Effect effect,
    OptionalInt needed) {

  /** How large a difference was found. */
  public sealed interface Effect {

    /**
     * The difference in the claimed direction ({@link Relation#NEAR}: subject less reference), in
     * the metric's unit, or as a share of the control's distance from its floor where the claim is
     * compared so.
     *
     * @param seeds that both have a value, or the one cell there is
     * @param failed seeds of which a cell has no value: they count as the worst value
     * @param mean over the seeds with values
     * @param low end of the interval from which the verdict is read: two-sided, at the level that
     *     this claim is tested at, all looks and claims paid for; infinite where nothing bounds it
     * @param high its other end
     * @param test by which the last look was judged
     */
    record Difference(long seeds, int failed, double mean, double low, double high, Test test)
        implements Effect {}

    /**
     * Seeds that solved it.
     *
     * @param otherOf 0 when the claim compares with a share
     */
    record Solved(int solved, int of, int otherSolved, int otherOf) implements Effect {}
  }

  /** How a look is judged. */
  public enum Test {
    /** Student's t on the differences. */
    MEANS,
    /** Signed ranks of the differences, exact: outcomes have two modes, or seeds failed. */
    RANKS,
    /** Exact, on how many seeds solved it. */
    COUNTS
  }
}
