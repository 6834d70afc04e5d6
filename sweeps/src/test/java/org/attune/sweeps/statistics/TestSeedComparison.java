package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.attune.api.Metric.Better;
import org.junit.jupiter.api.Test;

/** Each branch of the rule, with numbers computed by hand. Lower values are better. */
class TestSeedComparison {

  private static final double FAILED = Double.NaN;

  private static final Offset<Double> EXACT = within(1e-12);

  /** SeedDifferences that nearly agree: by t alone p is far below any floor. */
  private static final double[] AGREE = {-1, -1.0001, -0.9999};

  /** A control of 0 at each seed. */
  private static SeedComparison once(double... cell) {
    return looks(LookCost.FREE, cell, cell.length);
  }

  private static SeedComparison looks(LookCost cost, double[] cell, Integer... at) {
    return SeedComparison.of(
        DoubleStream.of(cell).mapToObj(value -> SeedPair.of(value, 0)).toList(),
        Better.LOWER,
        List.of(at),
        cost);
  }

  private static SeedComparison once(Better better, SeedPair... pairs) {
    return SeedComparison.of(List.of(pairs), better, List.of(pairs.length), LookCost.FREE);
  }

  /**
   * Mean -2, deviation 1, error 1 / sqrt 3: t = -3.4641 with 2 degrees. Its tail is 1/2 - t / (2
   * sqrt(2 + t²)) = 1/2 - 3.4641 / (2 sqrt 14) = .037090. Above: the rest.
   */
  @Test
  void studentsTestJudgesTheDifferencesOfSeeds() {
    SeedComparison of =
        once(Better.LOWER, SeedPair.of(4, 5), SeedPair.of(7, 9), SeedPair.of(1, 4)); // -1, -2, -3

    assertThat(of.below(0)).isCloseTo(0.037090, within(1e-6));
    assertThat(of.above(0)).isCloseTo(1 - 0.037090, within(1e-6));
    assertThat(of.twoSided()).isCloseTo(0.074180, within(1e-6));
    assertThat(of.least()).isFalse();
    assertThat(of.below(-2)).as("of a difference of -2 and more").isCloseTo(0.5, EXACT);
    // t of 2 degrees at .975 is 4.30265: -2 ± 4.30265 / sqrt 3.
    assertThat(of.interval(0.05).low()).isCloseTo(-4.48414, within(1e-5));
    assertThat(of.interval(0.05).high()).isCloseTo(0.48414, within(1e-5));
  }

  /** Settings 1 - 3 and 2 - 6: the seed's difference is the mean of -2 and -4. */
  @Test
  void aSeedAveragesItsSettings() {
    SeedPair pair =
        SeedPair.over(List.of(new double[] {1, 3}, new double[] {2, 6}), Rounding.FLOAT64);

    assertThat(pair.cell() - pair.control()).isCloseTo(-3, EXACT);
    assertThat(pair.largest()).isEqualTo(6);
    assertThat(
            SeedPair.over(List.of(new double[] {1, 3}, new double[] {FAILED, 6}), Rounding.FLOAT64)
                .cell())
        .isNaN();
  }

  /**
   * -1, -2, -3 and a failed seed. The cell failed: its difference is the largest, against the
   * others. Ranks 1 + 2 + 3 = 6 lie below 0; of the 16 sums of 1 to 4, 7 are at least 6. The
   * control failed: all ranks lie below, which 1 sum of 16 does.
   */
  @Test
  void aFailedSeedIsTheWorstValueAndRanksJudge() {
    SeedPair[] cell = {
      SeedPair.of(4, 5), SeedPair.of(7, 9), SeedPair.of(1, 4), SeedPair.of(FAILED, 4)
    };
    SeedPair[] control = {
      SeedPair.of(4, 5), SeedPair.of(7, 9), SeedPair.of(1, 4), SeedPair.of(4, FAILED)
    };

    assertThat(once(Better.LOWER, cell).below(0)).isCloseTo(7 / 16.0, EXACT);
    assertThat(once(Better.LOWER, control).below(0)).isCloseTo(1 / 16.0, EXACT);
    assertThat(once(Better.LOWER, control).least()).isTrue();
    // Where higher is better, a failed cell is the lowest.
    assertThat(once(Better.HIGHER, cell).below(0)).isCloseTo(1 / 16.0, EXACT);
    SeedDifferences of = once(Better.LOWER, cell).last().orElseThrow();
    assertThat(of.failed()).isEqualTo(1);
    assertThat(of.ranks(0)).isTrue();
    assertThat(of.mean()).as("of the others").isCloseTo(-2, EXACT);
  }

  /** Above: the sign of the seed is against it, so no rank lies above: 1. Below: 7 of 16. */
  @Test
  void aSeedAtWhichBothFailedCountsAgainstEitherSide() {
    SeedPair[] both = {
      SeedPair.of(4, 5), SeedPair.of(7, 9), SeedPair.of(1, 4), SeedPair.of(FAILED, FAILED)
    };
    SeedPair[] one = {
      SeedPair.of(4, 5), SeedPair.of(7, 9), SeedPair.of(1, 4), SeedPair.of(4, FAILED)
    };

    assertThat(once(Better.LOWER, both).below(0)).isCloseTo(7 / 16.0, EXACT);
    assertThat(once(Better.LOWER, both).above(0)).isEqualTo(1);
    assertThat(once(Better.NEITHER, one).below(0))
        .as("nobody says which way is worse")
        .isCloseTo(7 / 16.0, EXACT);
  }

  /**
   * Half of the seeds are near -1, half near 1. By size, -1.03, -1.01 and -.99 have ranks 6, 4 and
   * 2, a sum of 12; of the 64 sums of 1 to 6, 27 are at least 12. Five lower, the differences'
   * range of 2.05 is less than their distance from 0, 3.98: t judges.
   */
  @Test
  void ranksJudgeTwoModesWhereTheyMatter() {
    double[] modes = {-1.03, -1.01, -0.99, 0.98, 1, 1.02};

    assertThat(once(modes).last().orElseThrow().ranks(0)).isTrue();
    assertThat(once(modes).below(0)).isCloseTo(27 / 64.0, EXACT);
    double[] lower = DoubleStream.of(modes).map(value -> value - 5).toArray();
    assertThat(once(lower).last().orElseThrow().ranks(0)).isFalse();
    assertThat(once(-1, -1.1, -0.9, 1, 1.1).last().orElseThrow().ranks(0))
        .as("five: their largest gap is 1.9 of 2.2, more than .78")
        .isTrue();
    assertThat(once(-1, -1.1, 1, 1.1).last().orElseThrow().ranks(0)).as("four").isFalse();
  }

  /**
   * b has two modes: the largest of its gaps, .19 of .21, is more than .69. t judges 0, since all
   * differences are further from it than from each other. At 97.5 % the ranks of six seeds exclude
   * nothing: so the interval goes on until t judges, one range beyond the outer differences.
   */
  @Test
  void theIntervalOfTwoModesReachesToWhereStudentsTestJudges() {
    double[] a = {2.0, 2.013, 1.991, 2.005, 1.995, 2.002};
    double[] b = {1.0, 1.01, 1.003, 1.2, 1.21, 1.204};
    SeedPair[] pairs =
        IntStream.range(0, a.length)
            .mapToObj(i -> SeedPair.of(b[i], a[i]))
            .toArray(SeedPair[]::new);
    SeedComparison comparison = once(Better.LOWER, pairs);
    double[] found = IntStream.range(0, a.length).mapToDouble(i -> b[i] - a[i]).sorted().toArray();
    double range = found[5] - found[0];

    assertThat(comparison.modes()).as("b is the cell").containsExactly(Arm.CELL);
    assertThat(comparison.last().orElseThrow().ranks(0)).isFalse();
    assertThat(comparison.interval(0.025).low()).isCloseTo(found[0] - range, within(1e-6));
    assertThat(comparison.interval(0.025).high()).isCloseTo(found[5] + range, within(1e-6));
  }

  /** A setting that does nothing; and two cells that are equal because all is solved. */
  @Test
  void identicalArmsAreNoCloseArms() {
    SeedComparison identical =
        once(Better.LOWER, SeedPair.of(1.5, 1.5), SeedPair.of(1.25, 1.25), SeedPair.of(1.75, 1.75));
    SeedComparison solved =
        once(Better.HIGHER, SeedPair.of(1, 1), SeedPair.of(1, 1), SeedPair.of(1, 1));
    SeedComparison two = once(Better.LOWER, SeedPair.of(1.5, 1.5), SeedPair.of(1.25, 1.25));
    SeedComparison failed =
        once(
            Better.LOWER,
            SeedPair.of(1.5, 1.5),
            SeedPair.of(1.25, 1.25),
            SeedPair.of(1.75, 1.75),
            SeedPair.of(FAILED, FAILED));

    assertThat(identical.last().orElseThrow().identical()).isTrue();
    assertThat(identical.rounded()).isTrue();
    assertThat(solved.rounded()).isFalse();
    assertThat(two.rounded()).as("two seeds may be equal by chance").isFalse();
    assertThat(failed.rounded()).as("nobody knows what the failed seed had").isFalse();
  }

  /** Of three seeds: 4^-3 by t, on one side; equal differences have 2^-3. */
  @Test
  void fewSeedsGiveNoSmallerP() {
    assertThat(once(AGREE).below(0)).isEqualTo(1 / 64.0);
    assertThat(once(AGREE).twoSided()).isEqualTo(1 / 32.0);
    assertThat(once(AGREE).least()).isTrue();
    assertThat(once(AGREE).leastTwoSided(5)).isEqualTo(2 / 1024.0);
    assertThat(once(-1, -1, -1).below(0)).isEqualTo(1 / 8.0);
    assertThat(once(-1, -1, -1).leastTwoSided(5)).isEqualTo(2 / 32.0);
    assertThat(once(0, 0, 0).twoSided()).as("no difference at all").isEqualTo(1);
    assertThat(once(-1).twoSided()).as("one seed is not a test").isEqualTo(1);
    assertThat(once(-1, FAILED, -2).leastTwoSided(6)).as("by ranks").isEqualTo(2 / 64.0);
  }

  /**
   * Two looks. By t the floor stays at each look, for seeds that separate at the second separate at
   * the first. Ranks and equal differences pay: twice 2^-3.
   */
  @Test
  void looksMultiplyPButNotTheFloorOfT() {
    LookCost two = LookCost.of(2);

    assertThat(looks(two, AGREE, 3).below(0)).isEqualTo(1 / 64.0);
    assertThat(looks(two, new double[] {-1, -2, -3}, 3).below(0))
        .isCloseTo(2 * 0.037090, within(1e-5));
    assertThat(looks(two, new double[] {-1, -1, -1}, 3).below(0)).isEqualTo(2 / 8.0);
    assertThat(SeedDifferences.leastByRanks(3, two)).isEqualTo(2 / 8.0);
    assertThat(MeanTest.leastOfPairs(3)).isEqualTo(1 / 64.0);
  }

  /** Three seeds agree, the fourth is far off: the first look keeps its 4^-3. */
  @Test
  void theSmallestPOfTheLooksCounts() {
    SeedComparison of = looks(LookCost.of(2), new double[] {-1, -1.0001, -0.9999, 10}, 3, 4);

    assertThat(of.twoSided()).isEqualTo(1 / 32.0);
    assertThat(of.last().orElseThrow().mean()).isCloseTo(1.75, EXACT);
    assertThat(of.interval(0.05).high()).as("of both looks").isLessThan(0);
  }

  /**
   * .01, .04 and .03: three tests. .01 * 3; .03 * 2; .04 * 1, but at least the one before. Levels:
   * .05 / 3, then .05 / 2, which .03 fails, so .04 shares it. One that is lost makes it four.
   */
  @Test
  void comparisonsOfOneFamilyShareTheError() {
    Holm of = Holm.of(new double[] {0.01, 0.04, Double.NaN, 0.03}, 0);

    assertThat(of.adjusted()).containsExactly(new double[] {0.03, 0.06, Double.NaN, 0.06}, EXACT);
    assertThat(of.levels()).containsExactly(new double[] {0.05 / 3, 0.025, 0.05, 0.025}, EXACT);
    assertThat(Holm.of(new double[] {0.01, 0.04, 0.03}, 1).adjusted())
        .startsWith(new double[] {0.04, 0.09, 0.09}, EXACT);
  }

  /** Two seeds: 2 * 4^-2 = .125 excludes nothing at .05. Student's interval would exclude 0. */
  @Test
  void tooFewSeedsExcludeNothing() {
    SeedComparison two = once(-1, -1.01);

    assertThat(two.interval(0.05).low()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(two.interval(0.05).high()).isEqualTo(Double.POSITIVE_INFINITY);
    // t of 1 degree at .975 is 12.7062: -1.005 - 12.7062 * .005.
    assertThat(two.intervalBeside0(0.05).low()).isCloseTo(-1.06853, within(1e-5));
    assertThat(two.intervalBeside0(0.05).high()).as("widened").isZero();
    assertThat(once(-1, -1).intervalBeside0(0.05).low()).as("no spread").isNaN();
  }

  /**
   * Six seeds, a failed control among them. Below: all ranks lie below a margin above -1, 1 of 64.
   * With rank 1 above it, 2 of 64 = .031 are too many. Above: the failed seed holds rank 6 below
   * any margin, so nothing is excluded.
   */
  @Test
  void ranksHaveAnIntervalToo() {
    SeedComparison of =
        once(
            Better.LOWER,
            SeedPair.of(1, 2),
            SeedPair.of(1, 3),
            SeedPair.of(1, 4.5),
            SeedPair.of(1, 6),
            SeedPair.of(1, 8),
            SeedPair.of(1, FAILED));

    assertThat(of.interval(0.05).high()).isCloseTo(-1, within(1e-9));
    assertThat(of.interval(0.05).low()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(of.intervalBeside0(0.05)).isEqualTo(of.interval(0.05));
    assertThat(
            once(Better.LOWER, SeedPair.of(1, 2), SeedPair.of(FAILED, 2))
                .intervalBeside0(0.05)
                .low())
        .as("nothing is excluded")
        .isNaN();
  }

  /** A control's distance from its floor is the unit: 1 of 2 and 2 of 4 are one half. */
  @Test
  void differencesAreSharesOfTheUnit() {
    SeedComparison half =
        once(
            Better.LOWER,
            SeedPair.of(1, 2, 2, Rounding.FLOAT64),
            SeedPair.of(2, 4, 4, Rounding.FLOAT64),
            SeedPair.of(3, 6, 6, Rounding.FLOAT64));

    assertThat(half.last().orElseThrow().mean()).isCloseTo(-0.5, EXACT);
    assertThat(half.last().orElseThrow().deviation()).isCloseTo(0, EXACT);
    assertThat(
            once(Better.LOWER, SeedPair.of(1, 2, FAILED, Rounding.FLOAT64))
                .last()
                .orElseThrow()
                .failed())
        .as("an unknown unit")
        .isEqualTo(1);
  }

  /**
   * Shares are not differences: the raw ones have the interval -3.34 to -.71. A margin m leaves -1
   * - 2m, -2.2 - 4m, -3 - 6m and -1.9 - 4m, whose t is 3.18245 at both ends.
   */
  @Test
  void theIntervalOfSharesIsThatOfWhatAMarginLeaves() {
    SeedComparison of =
        once(
            Better.LOWER,
            SeedPair.of(1, 2, 2, Rounding.FLOAT64),
            SeedPair.of(1.8, 4, 4, Rounding.FLOAT64),
            SeedPair.of(3, 6, 6, Rounding.FLOAT64),
            SeedPair.of(2.1, 4, 4, Rounding.FLOAT64));

    assertThat(of.last().orElseThrow().mean()).isCloseTo(-8.1 / 16, EXACT);
    assertThat(of.last().orElseThrow().deviation()).isCloseTo(0.0315610, within(1e-6));
    assertThat(of.interval(0.05).low()).isCloseTo(-0.5770272, within(1e-6));
    assertThat(of.interval(0.05).high()).isCloseTo(-0.4445990, within(1e-6));
  }

  /** SeedDifferences whose rounding alone differs are equal: 2^-8, not a t of any size. */
  @Test
  void roundingIsNoSpread() {
    SeedPair[] rounded =
        IntStream.range(0, 8)
            .mapToObj(seed -> SeedPair.of(900 + seed, 900 + seed + 0.1))
            .toArray(SeedPair[]::new);

    assertThat(once(Better.LOWER, rounded).below(0)).isEqualTo(1 / 256.0);
  }

  /** Equal arms with two modes, tested after 3 and after 5 seeds. */
  @Test
  void aFloorThatLooksDoNotMultiplyKeepsTheLevel() {
    Random random = new Random(11);
    int tables = 20_000;
    int shown = 0;
    for (int i = 0; i < tables; i++) {
      double[] differences =
          random
              .doubles(5)
              .map(any -> mode(random) - mode(random) + 1e-3 * random.nextGaussian())
              .toArray();
      shown += looks(LookCost.of(2), differences, 3, 5).twoSided() <= 0.05 ? 1 : 0;
    }
    assertThat(shown / (double) tables).isLessThanOrEqualTo(0.05);
  }

  private static int mode(Random random) {
    return random.nextBoolean() ? 1 : 0;
  }
}
