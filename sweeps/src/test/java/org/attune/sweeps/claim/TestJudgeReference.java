package org.attune.sweeps.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.attune.api.Metric.Better;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.statistics.Modes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The judge against its definition, computed plainly: Student's t of the differences at every look,
 * for random tables of one claim.
 */
class TestJudgeReference {

  private static final double SIDE = Judge.LEVEL / 2; // of one claim alone

  /** One claim: the differences in the claimed direction, and what they must exceed. */
  private record Plain(double[] differences, Looks looks, double margin, double expected) {

    double above(double margin) {
      return least(margin, 1);
    }

    double below(double margin) {
      return least(margin, -1);
    }

    /** The smallest probability of any look, on one side of a margin. */
    private double least(double margin, int side) {
      double least = 1;
      for (int n : looks.reached(differences.length)) {
        double[] first = Arrays.copyOf(differences, n);
        double error = Math.sqrt(StatUtils.variance(first) / n);
        double t = side * (StatUtils.mean(first) - margin) / error;
        double probability = new TDistribution(n - 1).cumulativeProbability(-t);
        least = Math.min(least, Math.max(looks.paid(n, probability), Math.pow(4, -n)));
      }
      return least;
    }

    boolean isWithin() {
      return margin > 0 && Math.max(above(-margin), below(margin)) <= SIDE;
    }

    double probability(Relation relation) {
      double shown =
          relation == Relation.NEAR
              ? Math.min(
                  Math.max(above(-margin), below(margin)), Math.min(above(margin), below(-margin)))
              : Math.min(above(margin), below(expected));
      return Math.min(1, 2 * shown);
    }

    ClaimVerdict verdict(Relation relation) {
      if (relation == Relation.NEAR) {
        boolean beyond = Math.min(above(margin), below(-margin)) <= SIDE;
        return isWithin()
            ? ClaimVerdict.REPRODUCED
            : beyond ? ClaimVerdict.OPPOSITE : ClaimVerdict.INCONCLUSIVE;
      }
      return above(margin) <= SIDE
          ? ClaimVerdict.REPRODUCED
          : isWithin()
              ? ClaimVerdict.NO_DIFFERENCE
              : below(0) <= SIDE
                  ? ClaimVerdict.OPPOSITE
                  : expected > 0 && below(expected) <= SIDE
                      ? ClaimVerdict.SMALLER
                      : ClaimVerdict.INCONCLUSIVE;
    }
  }

  @ParameterizedTest
  @EnumSource(Relation.class)
  void givesTheProbabilityVerdictAndIntervalOfItsDefinition(Relation relation) {
    Random random = new Random(8);
    int[] verdicts = new int[ClaimVerdict.values().length];
    for (int i = 0; i < 300; i++) {
      Looks looks = i % 2 == 0 ? Looks.once(8) : Looks.STANDARD;
      double spread = i % 3 == 0 ? 0.3 : 1;
      double[] own =
          IntStream.range(0, looks.last()).mapToDouble(k -> random.nextGaussian()).toArray();
      double shift = random.nextInt(5) - 2;
      double[] other =
          Arrays.stream(own).map(v -> v + shift + spread * random.nextGaussian()).toArray();
      double by = random.nextInt(3) * 0.5;
      if (haveModes(looks, own, other)) {
        continue; // ranks may decide
      }
      Optional<StatedEffect> effect =
          random.nextBoolean() ? Optional.of(StatedEffect.of(2)) : Optional.empty();
      Finding found = judge(relation, own, other, effect.isPresent() ? 0 : by, effect, looks);
      Finding.FoundEffect.Difference difference = (Finding.FoundEffect.Difference) found.effect();
      int sign = relation == Relation.BELOW ? -1 : 1;
      Plain plain =
          new Plain(
              IntStream.range(0, own.length).mapToDouble(k -> sign * (own[k] - other[k])).toArray(),
              looks,
              effect.isPresent() ? 0.5 : by,
              effect.isPresent() ? 2 : by);
      verdicts[found.verdict().ordinal()]++;
      assertThat(found.verdict()).isEqualTo(plain.verdict(relation));
      assertThat(found.unadjusted()).isCloseTo(plain.probability(relation), within(1e-9));
      assertThat(difference.mean()).isCloseTo(StatUtils.mean(plain.differences()), within(1e-12));
      assertThat(plain.above(difference.low())).isCloseTo(SIDE, within(1e-6));
      assertThat(plain.below(difference.high())).isCloseTo(SIDE, within(1e-6));
      assertThat(difference.test()).isEqualTo(Finding.Test.MEANS);
    }
    assertThat(verdicts[ClaimVerdict.REPRODUCED.ordinal()]).isGreaterThan(15);
    assertThat(verdicts[ClaimVerdict.OPPOSITE.ordinal()]).isGreaterThan(15);
    assertThat(verdicts[ClaimVerdict.INCONCLUSIVE.ordinal()]).isGreaterThan(5);
  }

  private static boolean haveModes(Looks looks, double[]... cells) {
    return looks.seeds().stream()
        .anyMatch(n -> Arrays.stream(cells).anyMatch(c -> Modes.areTwo(Arrays.copyOf(c, n))));
  }

  private static Finding judge(
      Relation relation,
      double[] own,
      double[] other,
      double by,
      Optional<StatedEffect> effect,
      Looks looks) {
    SeedResults results = new SeedResults().cell("own", own).cell("other", other);
    Claim claim =
        new Claim(
            "",
            loss("own"),
            relation,
            new Reference.OfCell(loss("other"), 1),
            by,
            Outcome.VALUE,
            "",
            "",
            Optional.of(ClaimSource.PAPER),
            effect,
            Optional.empty(),
            Optional.empty());
    return Judge.findings(List.of(claim), Judge.LEVEL, 0, looks, results).get(0);
  }

  private static Measure loss(String cell) {
    return new Measure(
        cell, SeedResults.configuration(cell), "loss", Better.LOWER, Optional.empty());
  }
}
