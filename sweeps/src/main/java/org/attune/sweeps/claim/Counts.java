package org.attune.sweeps.claim;

import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.statistics.SolvedTest;

/**
 * The number of seeds that solved the task, for the subject and for the reference.
 *
 * @param share of the reference, if it is a number; {@code otherOf} is then 0
 */
record Counts(
    Relation relation, int solved, int of, int otherSolved, int otherOf, OptionalDouble share)
    implements Evidence {

  static Counts of(Claim claim, Outcome.Solved solved, Outcomes outcomes, int seeds) {
    int own = count(claim.subject(), 1, solved, outcomes, seeds);
    if (claim.reference() instanceof Reference.OfCell cell) {
      int other = count(cell.measure(), cell.times(), solved, outcomes, seeds);
      return new Counts(claim.relation(), own, seeds, other, seeds, OptionalDouble.empty());
    }
    double share = ((Reference.OfNumber) claim.reference()).value();
    return new Counts(claim.relation(), own, seeds, 0, 0, OptionalDouble.of(share));
  }

  private static int count(
      Measure measure, double times, Outcome.Solved solved, Outcomes outcomes, int seeds) {
    Configuration cell = measure.chosen(outcomes).orElseThrow();
    return (int)
        IntStream.range(0, seeds)
            .mapToObj(seed -> outcomes.value(cell, seed, measure.metric()))
            .flatMapToDouble(OptionalDouble::stream)
            .filter(value -> solved.by(times * value))
            .count();
  }

  @Override
  public double above(double margin, Looks looks) {
    return looks.paidOfAny(of, relation == Relation.BELOW ? lower(-margin) : higher(margin));
  }

  @Override
  public double below(double margin, Looks looks) {
    return looks.paidOfAny(of, relation == Relation.BELOW ? higher(-margin) : lower(margin));
  }

  /**
   * The probability of this many solved seeds if the true chance is the reference's plus a margin.
   */
  private double higher(double by) {
    return share.isPresent()
        ? SolvedTest.aboveShare(solved, of, share.getAsDouble() + by)
        : new SolvedTest(solved, of, otherSolved, otherOf).above(by);
  }

  private double lower(double by) {
    return share.isPresent()
        ? SolvedTest.belowShare(solved, of, share.getAsDouble() + by)
        : new SolvedTest(solved, of, otherSolved, otherOf).below(by);
  }

  @Override
  public Finding.Effect effect(double margin, double low, double high) {
    return new Finding.Effect.Solved(solved, of, otherSolved, otherOf);
  }
}
