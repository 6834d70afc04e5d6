package org.attune.sweeps.claim;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import org.attune.sweeps.statistics.Arm;

/**
 * A claim with its verdict.
 *
 * @param claim the claim as stated
 * @param verdict the result
 * @param seeds seeds per cell at the last look; 0 before the first
 * @param probability the lowest level at which something is shown, adjusted for all looks and all
 *     claims of the table; a verdict requires {@link Judge#LEVEL} or below
 * @param unadjusted the probability before adjustment for the table's other claims
 * @param least whether {@code unadjusted} is the smallest that this number of seeds can give
 * @param effect the effect at the last look
 * @param needed seeds per cell that would decide an inconclusive claim with probability {@value
 *     Power#TARGET}. The calculation takes the paper's effect as true, or without one the
 *     difference found. Empty if the claim is decided, planned trials are open, or no estimate is
 *     possible
 * @param open whether the claim is undecided and planned trials of the sweep have not ended
 */
public record Finding(
    Claim claim,
    ClaimVerdict verdict,
    int seeds,
    double probability,
    double unadjusted,
    boolean least,
    FoundEffect effect,
    OptionalInt needed,
    boolean open) {

  /** The same finding while planned trials have not ended: they may decide it. */
  public Finding whileOpen() {
    return new Finding(
        claim, verdict, seeds, probability, unadjusted, least, effect, OptionalInt.empty(), true);
  }

  /** Whether the difference found has the direction opposite to the claimed one. */
  public boolean opposed() {
    return claim.relation() != Relation.NEAR
        && effect instanceof FoundEffect.Difference found
        && found.mean() < 0;
  }

  /** The size of the difference found. */
  public sealed interface FoundEffect {

    /**
     * The difference in the claimed direction ({@link Relation#NEAR}: subject minus reference). Its
     * unit is the metric's, or the control's distance from its floor for claims compared as shares.
     *
     * @param seeds that have a value in both cells, or in the only cell
     * @param failed seeds without a value in some cell; they count as the worst value
     * @param mean over the seeds with values
     * @param low lower end of the two-sided interval that gives the verdict, at this claim's level,
     *     adjusted for all looks and claims; infinite if unbounded
     * @param high upper end of the interval
     * @param test the test of the look that gave the probability
     * @param earlier the look that gave an end of the interval, where the last look did not
     * @param modes the arms whose values have two modes, where ranks judge for that: the claimed
     *     cell, its reference
     */
    record Difference(
        long seeds,
        int failed,
        double mean,
        double low,
        double high,
        Test test,
        Optional<EarlierLook> earlier,
        Set<Arm> modes)
        implements FoundEffect {

      /**
       * An earlier look, whose seeds are surer than those of the last.
       *
       * @param seeds of the look
       * @param mean difference over them
       * @param both whether it gave both ends
       */
      public record EarlierLook(int seeds, double mean, boolean both) {}

      /** A difference whose interval is that of the last look. */
      public Difference(long seeds, int failed, double mean, double low, double high, Test test) {
        this(seeds, failed, mean, low, high, test, Optional.empty(), Set.of());
      }

      /** The same difference in the opposite direction. */
      public Difference reversed() {
        return new Difference(
            seeds,
            failed,
            -mean,
            -high,
            -low,
            test,
            earlier.map(look -> new EarlierLook(look.seeds(), -look.mean(), look.both())),
            modes);
      }
    }

    /**
     * The number of seeds that solved the task.
     *
     * @param otherOf 0 if the claim compares with a share
     */
    record Solved(int solved, int seeds, int otherSolved, int otherOf) implements FoundEffect {}

    /**
     * Failed tuning seeds decided a tuned arm's setting, so nothing is judged: see {@link Tuning}.
     *
     * @param arm its name
     * @param keys over which it was tuned
     * @param failed how many tuning seeds failed at a setting that is better at the others
     * @param seeds tuning seeds per setting
     */
    record Lost(String arm, SortedSet<String> keys, int failed, int seeds) implements FoundEffect {}

    /** A cell's finished trials lack the metric, so nothing is judged. */
    record Unreported(String cell, String metric) implements FoundEffect {}
  }

  /** The test used at a look. */
  public enum Test {
    /** Student's t on the differences. */
    MEANS,
    /** Exact signed ranks of the differences, for bimodal outcomes or failed seeds. */
    RANKS,
    /** Exact test of the number of seeds that solved the task. */
    COUNTS
  }
}
