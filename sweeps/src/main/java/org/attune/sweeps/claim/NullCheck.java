package org.attune.sweeps.claim;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.attune.sweeps.statistics.Looks;

/**
 * Whether a claim can fail. A claim is meaningless if null results reproduce it: both arms are the
 * control, the network is untrained, or it answers by chance.
 */
public final class NullCheck {

  private static final int SEEDS = 12;
  private static final int DRAWS = 20;

  /** Luck shows a claim in 2.5 % of draws; more than this many of twenty are not luck. */
  private static final int MOST_BY_LUCK = 3;

  private static final double NOISE = 1e-3;

  private NullCheck() {}

  /**
   * Whether a claim is reproduced although both arms are the control, equal up to noise. For a
   * {@code near} claim, whether it is reproduced although the subject is off by the whole effect
   * beside which it must be small. Always false for a claim about a number; other nulls replace its
   * control.
   */
  public static boolean passesForTheControl(Claim claim) {
    if (!(claim.reference() instanceof Reference.OfCell) || !claim.testable()) {
      return false;
    }
    Random random = new Random(1);
    int reproduced = 0;
    for (int i = 0; i < DRAWS; i++) {
      reproduced += isReproduced(claim, alike(claim, random), SEEDS) ? 1 : 0;
    }
    return reproduced > MOST_BY_LUCK;
  }

  /** Whether a claim is reproduced by null results. */
  public static boolean isReproduced(Claim claim, Outcomes results, int seeds) {
    ClaimVerdict verdict = verdict(claim, results, seeds);
    return verdict == ClaimVerdict.REPRODUCED || verdict == ClaimVerdict.LARGER;
  }

  /**
   * A claim's verdict on null results.
   *
   * @param results of untrained networks, or of chance
   * @param seeds per cell in the results
   */
  public static ClaimVerdict verdict(Claim claim, Outcomes results, int seeds) {
    Claim any =
        claim.about(
            claim.subject(),
            claim.reference(),
            claim.effect().map(StatedEffect::withoutControl), // a null has another control
            claim.nullCell());
    return Judge.verdicts(List.of(any), Looks.once(seeds), results).get(0);
  }

  /**
   * The claim restated about the cell without the claimed effect, where it must not be reproduced;
   * empty if the claim names no such cell.
   */
  public static Optional<Claim> ofTheNullCell(Claim claim) {
    return claim
        .nullCell()
        .map(measure -> claim.about(measure, claim.reference(), claim.effect(), claim.nullCell()));
  }

  /** Results that do not depend on the cell. */
  private static Outcomes alike(Claim claim, Random random) {
    double[] differences = new double[SEEDS];
    double[] other = new double[SEEDS];
    for (int i = 0; i < SEEDS; i++) {
      differences[i] = value(claim, random);
      other[i] = value(claim, random);
      if (claim.relation() == Relation.NEAR) {
        differences[i] += claim.expected();
      }
    }
    Measure subject = claim.subject();
    return Outcomes.ended(
        SEEDS,
        (cell, replicate, metric) -> {
          boolean isFloor =
              claim.floor().orElse(null) instanceof Layout.Floor.OfMetric floor
                  && floor.metric().equals(metric);
          boolean isSubject = cell.equals(subject.cell()) && metric.equals(subject.metric());
          return OptionalDouble.of(
              Tuning.isTuning(replicate) || isFloor
                  ? 0
                  : isSubject ? differences[replicate] : other[replicate]);
        });
  }

  private static double value(Claim claim, Random random) {
    double noise = NOISE * random.nextGaussian();
    if (claim.outcome() instanceof Outcome.Solved solved) {
      return solved.threshold() + (random.nextBoolean() ? 1 : -1) + noise;
    }
    double floor =
        claim.floor().orElse(null) instanceof Layout.Floor.OfNumber number ? number.value() : 0;
    return floor + 1 + noise;
  }
}
