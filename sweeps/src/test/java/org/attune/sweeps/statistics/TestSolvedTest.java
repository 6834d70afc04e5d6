package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

class TestSolvedTest {

  @Test
  void allOfThreeAgainstNoneIsWorstAtOneHalf() {
    // P = q^3 (1 - q)^3, largest at 1/2: Barnard's own example, 1/64.
    assertThat(new SolvedTest(3, 3, 0, 3).above(0)).isCloseTo(1.0 / 64, within(1e-9));
    assertThat(new SolvedTest(5, 5, 0, 5).above(0)).isCloseTo(1.0 / 1024, within(1e-9));
  }

  @Test
  void aMarginIsPartOfTheNull() {
    // At a margin of one half: P = a^5 (1 - b)^5 with a = b + 1/2, largest at a = 3/4: (9/16)^5.
    assertThat(new SolvedTest(5, 5, 0, 5).above(0.5)).isCloseTo(Math.pow(0.5625, 5), within(1e-9));
    // Neither solves. At chances 3/4 and 1/4, the worst, those that solve of the first and those
    // that do not of the second are 24 draws at 3/4: 12 of them or fewer.
    double drawn = new BinomialDistribution(null, 24, 0.75).cumulativeProbability(12);
    assertThat(new SolvedTest(0, 12, 0, 12).below(0.5)).isCloseTo(drawn, within(1e-9));
    assertThat(new SolvedTest(0, 12, 0, 12).above(-0.5)).isLessThan(0.01);
  }

  @Test
  void oneCellAgainstAShareIsBinomial() {
    assertThat(SolvedTest.aboveShare(5, 5, 0.5)).isCloseTo(1.0 / 32, within(1e-12));
    assertThat(SolvedTest.aboveShare(4, 5, 0.5)).isCloseTo(6.0 / 32, within(1e-12));
    assertThat(SolvedTest.belowShare(0, 5, 0.5)).isCloseTo(1.0 / 32, within(1e-12));
    assertThat(SolvedTest.aboveShare(0, 5, 0.5)).isEqualTo(1);
    assertThat(SolvedTest.aboveShare(0, 0, 0.5)).isEqualTo(1);
  }

  /** All counts of both cells, from the library's binomials. */
  @Test
  void agreesWithSumsOverAllCounts() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 40; i++) {
      int of = 1 + random.nextInt(9);
      int otherSeeds = 1 + random.nextInt(9);
      int solved = random.nextInt(of + 1);
      int other = random.nextInt(otherSeeds + 1);
      double margin = (random.nextInt(9) - 4) / 5.0;
      double seen = solved / (double) of - other / (double) otherSeeds;
      double above = 0;
      double below = 0;
      for (int step = 0; step <= 400; step++) {
        double chance = Math.max(0, margin) + (1 - Math.abs(margin)) * step / 400;
        double share = Math.min(1, Math.max(0, chance - margin));
        double[] sums = sums(of, chance, otherSeeds, share, seen);
        above = Math.max(above, sums[0]);
        below = Math.max(below, sums[1]);
      }
      SolvedTest test = new SolvedTest(solved, of, other, otherSeeds);
      assertThat(test.above(margin)).isCloseTo(above, within(1e-9));
      assertThat(test.below(margin)).isCloseTo(below, within(1e-9));
    }
  }

  /** The probabilities of a difference at least, and at most, the one seen. */
  private static double[] sums(int of, double chance, int otherSeeds, double share, double seen) {
    BinomialDistribution first = new BinomialDistribution(null, of, chance);
    BinomialDistribution second = new BinomialDistribution(null, otherSeeds, share);
    double[] sums = new double[2];
    for (int a = 0; a <= of; a++) {
      for (int b = 0; b <= otherSeeds; b++) {
        double difference = a / (double) of - b / (double) otherSeeds - seen;
        double both = first.probability(a) * second.probability(b);
        sums[0] += difference > -1e-9 ? both : 0;
        sums[1] += difference < 1e-9 ? both : 0;
      }
    }
    return sums;
  }

  /** From 501 seeds on, products of chances give way to the library's logarithms. */
  @Test
  void manySeedsAreComputedAlike() {
    double few = new SolvedTest(260, 500, 240, 500).above(0);
    double many = new SolvedTest(260, 501, 241, 501).above(0);

    assertThat(many).isCloseTo(few, within(0.02)).isBetween(0.1, 0.14);
  }

  @Test
  void aShareIsTestedOnBothSides() {
    assertThat(SolvedTest.belowShare(1, 5, 0.4)).isCloseTo(0.33696, within(1e-12));
    assertThat(SolvedTest.aboveShare(2, 5, 0.4)).isCloseTo(1 - 0.33696, within(1e-12));
    assertThat(new SolvedTest(0, 0, 2, 3).above(0)).isEqualTo(1);
    assertThat(new SolvedTest(2, 3, 0, 0).above(0)).isEqualTo(1);
  }

  @Test
  void isNeverWrongMoreOftenThanItSays() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] table = new double[9][9];
    for (int a = 0; a < 9; a++) {
      for (int b = 0; b < 9; b++) {
        table[a][b] = new SolvedTest(a, 8, b, 8).above(0);
      }
    }
    for (double chance : new double[] {0.1, 0.3, 0.5, 0.8}) {
      int wrong = 0;
      for (int i = 0; i < 20_000; i++) {
        wrong += table[draw(random, chance)][draw(random, chance)] <= 0.05 ? 1 : 0;
      }
      assertThat(wrong / 20_000.0).isLessThan(0.05 + 0.004);
    }
  }

  @Test
  void refusesCountsThatCannotBe() {
    assertThatThrownBy(() -> new SolvedTest(4, 3, 0, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid counts: 4 of 3 and 0 of 3");
  }

  private static int draw(SplittableRandom random, double chance) {
    int solved = 0;
    for (int i = 0; i < 8; i++) {
      solved += random.nextDouble() < chance ? 1 : 0;
    }
    return solved;
  }
}
