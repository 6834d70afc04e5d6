package org.attune.sweeps.claim;

import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.SolvedTest;

/**
 * What a claim's first seeds say. Probabilities are of one look, before several looks and several
 * claims are paid for.
 */
sealed interface Evidence {

  /** How likely it would look so well if the claim were wrong. */
  double holds();

  /** How likely it would look so bad if the claim were right. */
  double fails();

  /** How likely it would look so alike if the difference were the margin or more. */
  double alike();

  /** The evidence of a claim's seeds from the first on. */
  static Evidence of(Claim claim, Outcomes outcomes, int seeds) {
    return claim.outcome() instanceof Outcome.Solved solved
        ? Counts.of(claim, solved, outcomes, seeds)
        : Means.of(claim, outcomes, seeds);
  }

  /**
   * Differences, one per seed: how far the subject is beyond the reference in the claimed
   * direction.
   */
  record Means(Relation relation, double margin, MeanTest test) implements Evidence {

    static Means of(Claim claim, Outcomes outcomes, int seeds) {
      double[] differences =
          IntStream.range(0, seeds)
              .mapToObj(seed -> difference(claim, outcomes, seed))
              .flatMapToDouble(OptionalDouble::stream)
              .toArray();
      return new Means(claim.relation(), claim.margin(), MeanTest.of(differences));
    }

    private static OptionalDouble difference(Claim claim, Outcomes outcomes, int seed) {
      Measure subject = claim.subject();
      OptionalDouble own = outcomes.value(subject.cell(), seed, subject.metric());
      OptionalDouble other = reference(claim.reference(), outcomes, seed);
      if (own.isEmpty() || other.isEmpty()) {
        return OptionalDouble.empty();
      }
      double above = own.getAsDouble() - other.getAsDouble();
      return OptionalDouble.of(claim.relation() == Relation.BELOW ? -above : above);
    }

    private static OptionalDouble reference(Reference reference, Outcomes outcomes, int seed) {
      if (reference instanceof Reference.OfCell of) {
        OptionalDouble value = outcomes.value(of.measure().cell(), seed, of.measure().metric());
        return value.isEmpty() ? value : OptionalDouble.of(of.times() * value.getAsDouble());
      }
      return OptionalDouble.of(((Reference.OfNumber) reference).value());
    }

    @Override
    public double holds() {
      return relation == Relation.NEAR ? test.within(margin) : test.above(margin);
    }

    @Override
    public double fails() {
      return relation == Relation.NEAR
          ? Math.min(test.above(margin), test.below(-margin))
          : test.below(margin);
    }

    @Override
    public double alike() {
      return relation == Relation.NEAR ? 1 : test.within(margin);
    }
  }

  /**
   * How many seeds solved it, of the subject and of the reference.
   *
   * @param share that the reference is, where it is a number; {@code otherOf} is then 0
   */
  record Counts(
      Relation relation,
      double margin,
      int solved,
      int of,
      int otherSolved,
      int otherOf,
      OptionalDouble share)
      implements Evidence {

    static Counts of(Claim claim, Outcome.Solved solved, Outcomes outcomes, int seeds) {
      int own = count(claim.subject(), 1, solved, outcomes, seeds);
      if (claim.reference() instanceof Reference.OfCell cell) {
        int other = count(cell.measure(), cell.times(), solved, outcomes, seeds);
        return new Counts(
            claim.relation(), claim.margin(), own, seeds, other, seeds, OptionalDouble.empty());
      }
      double share = ((Reference.OfNumber) claim.reference()).value();
      return new Counts(
          claim.relation(), claim.margin(), own, seeds, 0, 0, OptionalDouble.of(share));
    }

    private static int count(
        Measure measure, double times, Outcome.Solved solved, Outcomes outcomes, int seeds) {
      return (int)
          IntStream.range(0, seeds)
              .mapToObj(seed -> outcomes.value(measure.cell(), seed, measure.metric()))
              .flatMapToDouble(OptionalDouble::stream)
              .filter(value -> solved.by(times * value))
              .count();
    }

    @Override
    public double holds() {
      return switch (relation) {
        case ABOVE -> above(margin);
        case BELOW -> below(-margin);
        case NEAR -> within();
      };
    }

    @Override
    public double fails() {
      return switch (relation) {
        case ABOVE -> below(margin);
        case BELOW -> above(-margin);
        case NEAR -> Math.min(above(margin), below(-margin));
      };
    }

    @Override
    public double alike() {
      return relation == Relation.NEAR ? 1 : within();
    }

    private double within() {
      return margin <= 0 ? 1 : Math.max(above(-margin), below(margin));
    }

    /** How likely so many would have solved it at a chance of the reference's plus a margin. */
    private double above(double by) {
      return share.isPresent()
          ? SolvedTest.aboveShare(solved, of, share.getAsDouble() + by)
          : new SolvedTest(solved, of, otherSolved, otherOf).above(by);
    }

    private double below(double by) {
      return share.isPresent()
          ? SolvedTest.belowShare(solved, of, share.getAsDouble() + by)
          : new SolvedTest(solved, of, otherSolved, otherOf).below(by);
    }
  }

  /** All values of a measure's seeds that have one, in the seeds' order. */
  static double[] values(Measure measure, Outcomes outcomes, int seeds) {
    return IntStream.range(0, seeds)
        .mapToObj(seed -> outcomes.value(measure.cell(), seed, measure.metric()))
        .flatMapToDouble(OptionalDouble::stream)
        .toArray();
  }
}
