package org.attune.sweeps.claim;

/**
 * A claim and what became of it.
 *
 * @param claim as it was said beforehand
 * @param verdict what is shown
 * @param seeds how many of each cell it rests on: those of the last look; 0 before the first
 * @param probability the least level at which something is shown, all looks and all claims of the
 *     table paid for; at {@link Judge#LEVEL} or below there is a verdict
 * @param effect what the seeds of the last look gave
 */
public record Finding(Claim claim, Verdict verdict, int seeds, double probability, Effect effect) {

  /** How large a difference was found. */
  public sealed interface Effect {

    /**
     * The mean difference in the claimed direction ({@link Relation#NEAR}: subject less reference).
     *
     * @param seeds that both have a value, or the one cell there is
     * @param low end of the 95 % confidence interval of this look alone; NaN below two seeds
     * @param high its other end
     */
    record Difference(long seeds, double mean, double low, double high) implements Effect {}

    /**
     * Seeds that solved it.
     *
     * @param otherOf 0 when the claim compares with a share
     */
    record Solved(int solved, int of, int otherSolved, int otherOf) implements Effect {}
  }
}
