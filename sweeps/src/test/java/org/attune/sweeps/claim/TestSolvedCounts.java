package org.attune.sweeps.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.sweeps.claim.Relation.ABOVE;
import static org.attune.sweeps.claim.Relation.BELOW;
import static org.attune.sweeps.claim.Relation.NEAR;

import java.util.List;
import org.attune.sweeps.statistics.Looks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Claims about counts of solved seeds, by hand from binomials. */
class TestSolvedCounts {

  private static final Outcome.Solved HALF = new Outcome.Solved(0.5, true);

  private static double[] solved(int of, int seeds) {
    double[] values = new double[seeds];
    for (int i = 0; i < of; i++) {
      values[i] = 1;
    }
    return values;
  }

  private static Finding judge(Claim claim, Looks looks, double[] own, double[] other) {
    SeedResults results = new SeedResults().cell("own", own).cell("other", other);
    return Judge.findings(List.of(claim), Judge.LEVEL, 0, looks, results).get(0);
  }

  /** The margin is on the side of the claim: 0.2 above 0.2, and 0.2 below 0.6, are both 0.4. */
  @ParameterizedTest
  @CsvSource({
    "ABOVE, 0.2, 0.2, 4, 0.17408", // twice 5 * .4^4 * .6 + .4^5
    "BELOW, 0.6, 0.2, 1, 0.67392", // twice .6^5 + 5 * .4 * .6^4
    "BELOW, 0.6, 0.2, 0, 0.15552", // twice .6^5
    "ABOVE, 0.2, 0.2, 0, 0.15552", // not so much: twice .6^5
    "BELOW, 0.6, 0.2, 5, 0.02048", // not so much: twice .4^5
    "ABOVE, 0.6, 0, 0, 0.02048", // the opposite: twice .4^5
    "BELOW, 0.4, 0, 5, 0.02048",
    "NEAR, 0.5, 0.3, 5, 0.65536", // above .8: twice .8^5
    "NEAR, 0.5, 0.3, 0, 0.65536"
  })
  void theProbabilityIsThatOfTheBinomial(
      Relation relation, double share, double margin, int solved, double probability) {
    Claim claim = SeedResults.claim("own", relation, share, margin, HALF);

    assertThat(judge(claim, Looks.once(5), solved(solved, 5), new double[5]).unadjusted())
        .isCloseTo(probability, within(1e-9));
  }

  /** Barnard's 3 of 3 against none is 1/64 at one look, and the first of four looks has a fifth. */
  @Test
  void twoCellsAreComparedInTheClaimedDirection() {
    for (Relation relation : new Relation[] {ABOVE, BELOW}) {
      Claim claim = SeedResults.claim("own", relation, "other", 0, HALF);
      double[] own = solved(relation == ABOVE ? 3 : 0, 3);
      double[] other = solved(relation == ABOVE ? 0 : 3, 3);

      assertThat(judge(claim, Looks.once(3), own, other).unadjusted())
          .isCloseTo(2.0 / 64, within(1e-9));
      assertThat(judge(claim, Looks.STANDARD, own, other).unadjusted())
          .isCloseTo(10.0 / 64, within(1e-9));
      assertThat(judge(claim, Looks.once(3), own, other).verdict())
          .isEqualTo(ClaimVerdict.REPRODUCED);
      assertThat(judge(claim, Looks.once(3), other, own).verdict())
          .isEqualTo(ClaimVerdict.OPPOSITE);
    }
    Claim near = SeedResults.claim("own", NEAR, "other", 0.5, HALF);
    assertThat(judge(near, Looks.once(12), solved(6, 12), solved(6, 12)).verdict())
        .isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(judge(near, Looks.once(12), solved(12, 12), solved(0, 12)).verdict())
        .isEqualTo(ClaimVerdict.OPPOSITE);
  }

  /** Three of three and none, or all seeds beside a share, leave no smaller p to three seeds. */
  @Test
  void theLeastProbabilityOfSoFewSeedsIsTold() {
    Claim other = SeedResults.claim("own", ABOVE, "other", 0, HALF);
    Claim share = SeedResults.claim("own", ABOVE, 0.3, 0, HALF);

    assertThat(judge(other, Looks.once(3), solved(3, 3), solved(0, 3)).least()).isTrue();
    assertThat(judge(other, Looks.once(3), solved(0, 3), solved(3, 3)).least()).isTrue();
    assertThat(judge(other, Looks.once(3), solved(2, 3), solved(0, 3)).least()).isFalse();
    assertThat(judge(other, Looks.once(3), solved(3, 3), solved(1, 3)).least()).isFalse();
    assertThat(judge(share, Looks.once(3), solved(3, 3), new double[3]).least()).isTrue();
    assertThat(judge(share, Looks.once(3), solved(0, 3), new double[3]).least()).isTrue();
    assertThat(judge(share, Looks.once(3), solved(2, 3), new double[3]).least()).isFalse();
  }

  /** Values of 0.3 reach 0.5 twice over, and 0.5 reaches it exactly, from either side. */
  @Test
  void aSeedSolvesByItsValueTimesTheFactor() {
    double[] low = {.3, .3, .3};
    Claim twice =
        SeedResults.claim(
            "",
            SeedResults.measure("own"),
            BELOW,
            new Reference.OfCell(SeedResults.measure("other"), 2),
            0,
            HALF);

    assertThat(judge(twice, Looks.once(3), low, low).effect())
        .isEqualTo(new Finding.FoundEffect.Solved(0, 3, 3, 3));
    assertThat(HALF.by(0.5)).isTrue();
    assertThat(HALF.by(0.49)).isFalse();
    assertThat(new Outcome.Solved(0.5, false).by(0.5)).isTrue();
    assertThat(new Outcome.Solved(0.5, false).by(0.51)).isFalse();
    assertThat(HALF.by(Double.NaN)).isFalse();
  }
}
