package org.attune.sweeps.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.sweeps.claim.Outcome.VALUE;
import static org.attune.sweeps.claim.Relation.ABOVE;
import static org.attune.sweeps.claim.Relation.BELOW;
import static org.attune.sweeps.claim.Relation.NEAR;
import static org.attune.sweeps.claim.SeedResults.claim;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.attune.sweeps.claim.Finding.Effect.Difference;
import org.attune.sweeps.claim.Finding.Effect.Solved;
import org.attune.sweeps.statistics.Looks;
import org.junit.jupiter.api.Test;

class TestJudge {

  private static final Outcome.Solved SOLVED = new Outcome.Solved(0.5, true);

  private final SeedResults results =
      new SeedResults()
          .cell("low", 1.0, 1.1, 0.9, 1.05, 0.95)
          .cell("high", 2.0, 2.2, 1.9, 2.1, 1.95)
          .cell("alike", 1.01, 1.08, 0.91, 1.06, 0.96);

  @Test
  void whatIsShownIsReproduced() {
    Finding finding = only(claim("low", BELOW, "high", 0.5, VALUE));

    assertThat(finding.verdict()).isEqualTo(Verdict.REPRODUCED);
    assertThat(finding.seeds()).isEqualTo(5);
    assertThat(finding.probability()).isLessThan(0.001);
    Difference effect = (Difference) finding.effect();
    assertThat(effect.mean()).isCloseTo(1.03, within(1e-12));
    assertThat(effect.low()).isLessThan(1.03).isGreaterThan(0.9);
  }

  @Test
  void aFalseClaimIsNotReproduced() {
    assertThat(only(claim("low", ABOVE, "high", 0, VALUE)).verdict())
        .isEqualTo(Verdict.NOT_REPRODUCED);
    assertThat(only(claim("low", BELOW, "high", 2, VALUE)).verdict())
        .isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(only(claim("low", BELOW, "high", 1.0, VALUE)).verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void aDifferenceInsideTheMarginIsNone() {
    assertThat(only(claim("low", BELOW, "alike", 0.1, VALUE)).verdict())
        .isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(only(claim("low", NEAR, "alike", 0.1, VALUE)).verdict())
        .isEqualTo(Verdict.REPRODUCED);
    assertThat(only(claim("low", NEAR, "high", 0.1, VALUE)).verdict())
        .isEqualTo(Verdict.NOT_REPRODUCED);
    assertThat(only(claim("low", BELOW, "alike", 0, VALUE)).verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void comparesWithNumbersAndMultiples() {
    assertThat(only(claim("low", BELOW, 1.5, 0, VALUE)).verdict()).isEqualTo(Verdict.REPRODUCED);
    assertThat(only(claim("low", ABOVE, 1.5, 0, VALUE)).verdict())
        .isEqualTo(Verdict.NOT_REPRODUCED);
    Claim twice =
        new Claim(
            "high is under three times low",
            SeedResults.measure("high"),
            BELOW,
            new Reference.OfCell(SeedResults.measure("low"), 3),
            0,
            VALUE,
            "",
            "");
    assertThat(only(twice).verdict()).isEqualTo(Verdict.REPRODUCED);
    assertThat(twice.reference()).hasToString("3 times low");
  }

  @Test
  void oneOrTwoSeedsDecideNothing() {
    SeedResults few = new SeedResults().cell("low", 1).cell("high", 2);

    assertThat(judge(few, Looks.once(1), claim("low", BELOW, "high", 0, VALUE)))
        .extracting(Finding::verdict)
        .containsExactly(Verdict.INCONCLUSIVE);
  }

  @Test
  void beforeItsLookNothingIsSaid() {
    Finding finding = judge(results, Looks.once(8), claim("low", BELOW, "high", 0, VALUE)).get(0);

    assertThat(finding.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(finding.seeds()).isZero();
    assertThat(finding.probability()).isEqualTo(1);
  }

  @Test
  void looksOnlyAtTheFirstSeeds() {
    SeedResults six =
        new SeedResults()
            .cell("low", 1.0, 1.1, 0.9, 1.05, 0.95, 99)
            .cell("high", 2.0, 2.2, 1.9, 2.1, 1.95, 2);

    Claim claim = claim("low", BELOW, "high", 0.5, VALUE);
    assertThat(judge(six, Looks.STANDARD, claim).get(0))
        .isEqualTo(judge(results, Looks.STANDARD, claim).get(0));
  }

  @Test
  void countsSolvedSeedsExactlyAndFailedOnesAsUnsolved() {
    SeedResults modes =
        new SeedResults()
            .cell("solves", 1, 1, 0.9, 1, 0.99)
            .cell("fails", 0.01, Double.NaN, 0.02, 0.01, 0.02);

    Finding finding =
        judge(modes, Looks.once(5), claim("solves", ABOVE, "fails", 0, SOLVED)).get(0);

    assertThat(finding.verdict()).isEqualTo(Verdict.REPRODUCED);
    assertThat(finding.effect()).isEqualTo(new Solved(5, 5, 0, 5));
    assertThat(finding.probability()).isCloseTo(1.0 / 1024, within(1e-9));
    assertThat(judge(modes, Looks.once(5), claim("fails", ABOVE, 0.5, 0, SOLVED)).get(0).verdict())
        .isEqualTo(Verdict.NOT_REPRODUCED);
    assertThat(judge(modes, Looks.once(5), claim("fails", BELOW, "solves", 0, SOLVED)))
        .extracting(Finding::verdict)
        .containsExactly(Verdict.REPRODUCED);
  }

  @Test
  void aSeedThatFailedIsLeftOutWithItsPartner() {
    SeedResults broken =
        new SeedResults().cell("low", 1, Double.NaN, 0.9).cell("high", 2, 2.2, Double.NaN);

    Finding finding = judge(broken, Looks.once(3), claim("low", BELOW, "high", 0, VALUE)).get(0);

    assertThat(((Difference) finding.effect()).seeds()).isEqualTo(1);
    assertThat(finding.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void moreClaimsCostMore() {
    Claim strong = claim("low", BELOW, "high", 0.5, VALUE);
    Claim vain = claim("low", BELOW, "alike", 0, VALUE);

    double alone = only(strong).probability();
    double beside = judge(results, Looks.once(5), strong, vain, vain).get(0).probability();

    assertThat(beside).isCloseTo(3 * alone, within(1e-12));
  }

  /** Four claims whose difference is exactly the margin, looked at four times. */
  @Test
  void aTableHasAWrongVerdictInOneOfTwentyAtMost() {
    Random random = new Random(5);
    int wrong = 0;
    int tables = 2_000;
    for (int i = 0; i < tables; i++) {
      SeedResults nothing = new SeedResults();
      Claim[] claims = new Claim[4];
      for (int k = 0; k < claims.length; k++) {
        nothing.cell("a" + k, DoubleStream.generate(random::nextGaussian).limit(12).toArray());
        nothing.cell("b" + k, DoubleStream.generate(random::nextGaussian).limit(12).toArray());
        claims[k] = claim("a" + k, ABOVE, "b" + k, 0, VALUE);
      }
      wrong +=
          judge(nothing, Looks.STANDARD, claims).stream()
                  .anyMatch(finding -> finding.verdict() == Verdict.REPRODUCED)
              ? 1
              : 0;
    }

    assertThat((double) wrong / tables).isBetween(0.03, 0.06);
  }

  private Finding only(Claim claim) {
    return judge(results, Looks.once(5), claim).get(0);
  }

  private static List<Finding> judge(SeedResults results, Looks looks, Claim... claims) {
    return Judge.findings(List.of(claims), looks, results);
  }
}
