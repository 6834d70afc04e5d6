package org.attune.sweeps.claim;

import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.statistics.LookCost;
import org.attune.sweeps.statistics.LookEvidence;
import org.attune.sweeps.statistics.SolvedTest;

/**
 * The numbers of seeds that solved the task: of the subject, and of the reference cell if there is
 * one. Differences are differences of shares, from -1 to 1; in the claimed direction they are
 * positive.
 *
 * @param relation the claimed direction
 * @param solved seeds of the subject that solved the task
 * @param seeds seeds of the subject
 * @param otherSolved seeds of the reference cell that solved the task; 0 without such a cell
 * @param otherSeeds seeds of the reference cell; 0 without such a cell
 * @param share the share of seeds to compare with; empty if the reference is a cell
 */
record SolvedCounts(
    Relation relation, int solved, int seeds, int otherSolved, int otherSeeds, OptionalDouble share)
    implements LookEvidence {

  /** Counts the first {@code seeds} seeds of a claim. */
  static SolvedCounts of(Claim claim, Outcome.Solved threshold, Outcomes outcomes, int seeds) {
    int subject = count(claim.subject(), 1, threshold, outcomes, seeds);
    if (claim.reference() instanceof Reference.OfCell cell) {
      int other = count(cell.measure(), cell.times(), threshold, outcomes, seeds);
      return new SolvedCounts(
          claim.relation(), subject, seeds, other, seeds, OptionalDouble.empty());
    }
    double share = ((Reference.OfNumber) claim.reference()).value();
    return new SolvedCounts(claim.relation(), subject, seeds, 0, 0, OptionalDouble.of(share));
  }

  private static int count(
      Measure measure, double times, Outcome.Solved threshold, Outcomes outcomes, int seeds) {
    Configuration cell = measure.chosen(outcomes).orElseThrow();
    return (int)
        IntStream.range(0, seeds)
            .mapToObj(seed -> outcomes.value(cell, seed, measure.metric()))
            .flatMapToDouble(OptionalDouble::stream)
            .filter(value -> threshold.by(times * value))
            .count();
  }

  @Override
  public double above(double margin, LookCost cost) {
    return cost.paidOfAny(seeds, relation == Relation.BELOW ? fewer(-margin) : more(margin));
  }

  @Override
  public double below(double margin, LookCost cost) {
    return cost.paidOfAny(seeds, relation == Relation.BELOW ? more(-margin) : fewer(margin));
  }

  /**
   * The probability of {@code solved} or more solved seeds if the subject's chance is at most the
   * reference's plus {@code by}.
   */
  private double more(double by) {
    return share.isPresent()
        ? SolvedTest.aboveShare(solved, seeds, share.getAsDouble() + by)
        : new SolvedTest(solved, seeds, otherSolved, otherSeeds).above(by);
  }

  /**
   * The probability of {@code solved} or fewer solved seeds if the subject's chance is at least the
   * reference's plus {@code by}.
   */
  private double fewer(double by) {
    return share.isPresent()
        ? SolvedTest.belowShare(solved, seeds, share.getAsDouble() + by)
        : new SolvedTest(solved, seeds, otherSolved, otherSeeds).below(by);
  }

  /** All seeds of one cell solved it and none of the other; beside a share, all or none. */
  @Override
  public boolean least(double probability, double margin, LookCost cost) {
    int apart = share.isPresent() ? Math.abs(2 * solved - seeds) : Math.abs(solved - otherSolved);
    return probability < 0.5 && apart == seeds;
  }

  /** The numbers of solved seeds. */
  Finding.FoundEffect effect() {
    return new Finding.FoundEffect.Solved(solved, seeds, otherSolved, otherSeeds);
  }
}
