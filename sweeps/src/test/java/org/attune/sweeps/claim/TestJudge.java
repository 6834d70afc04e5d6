package org.attune.sweeps.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.sweeps.claim.Outcome.VALUE;
import static org.attune.sweeps.claim.Relation.ABOVE;
import static org.attune.sweeps.claim.Relation.BELOW;
import static org.attune.sweeps.claim.Relation.NEAR;
import static org.attune.sweeps.claim.SeedResults.claim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.attune.api.Metric.Better;
import org.attune.sweeps.claim.Finding.FoundEffect.Difference;
import org.attune.sweeps.claim.Finding.FoundEffect.Solved;
import org.attune.sweeps.statistics.Arm;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.statistics.SignedRanks;
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

    assertThat(finding.verdict()).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(finding.seeds()).isEqualTo(5);
    // No five seeds show more than 4^-5 on a side.
    assertThat(finding.probability()).isCloseTo(2 * Math.pow(4, -5), within(1e-12));
    Difference effect = (Difference) finding.effect();
    assertThat(effect.mean()).isCloseTo(1.03, within(1e-12));
    assertThat(effect.low()).isLessThan(1.03).isGreaterThan(0.5);
  }

  /** By hand: no five pairs show less than 4^-5 on a side, and no six by ranks less than 2^-6. */
  @Test
  void theLeastThatSeedsCanGiveIsSaid() {
    assertThat(only(claim("low", BELOW, "high", 0.5, VALUE)).least()).isTrue();
    assertThat(only(claim("low", ABOVE, "high", 0, VALUE)).least()).isTrue();
    assertThat(only(claim("low", BELOW, "high", 1.0, VALUE)).least()).isFalse();
    SeedResults six =
        new SeedResults()
            .cell("works", 1, 2, 3, 4, 5, 6)
            .cell("fails", 2, 3, 4, 5.5, 7, Double.NaN)
            .cell("mixed", 2, 3, 4, 3.9, 7, Double.NaN);
    assertThat(judge(six, Looks.once(6), lossClaim("works", BELOW, "fails", 1e-9)).get(0).least())
        .isTrue();
    assertThat(judge(six, Looks.once(6), lossClaim("works", BELOW, "mixed", 1e-9)).get(0).least())
        .isFalse();
    assertThat(only(claim("high", ABOVE, "low", 0, new Outcome.Solved(1.5, true))).least())
        .isTrue();
    assertThat(only(claim("high", ABOVE, "low", 0, new Outcome.Solved(1.96, true))).least())
        .isFalse();
    assertThat(only(claim("high", ABOVE, 0.5, 0, new Outcome.Solved(1.5, true))).least()).isTrue();
  }

  @Test
  void aFalseClaimIsTheOppositeOrNothing() {
    assertThat(only(claim("low", ABOVE, "high", 0, VALUE)).verdict())
        .isEqualTo(ClaimVerdict.OPPOSITE);
    assertThat(only(claim("low", BELOW, "high", 2, VALUE)).verdict())
        .isEqualTo(ClaimVerdict.NO_DIFFERENCE);
    assertThat(only(claim("low", BELOW, "high", 1.0, VALUE)).verdict())
        .isEqualTo(ClaimVerdict.INCONCLUSIVE);
  }

  @Test
  void aDifferenceInsideTheMarginIsNone() {
    assertThat(only(claim("low", BELOW, "alike", 0.1, VALUE)).verdict())
        .isEqualTo(ClaimVerdict.NO_DIFFERENCE);
    assertThat(only(claim("low", NEAR, "alike", 0.1, VALUE)).verdict())
        .isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(only(claim("low", NEAR, "high", 0.1, VALUE)).verdict())
        .isEqualTo(ClaimVerdict.OPPOSITE);
    assertThat(only(claim("low", BELOW, "alike", 0, VALUE)).verdict())
        .isEqualTo(ClaimVerdict.INCONCLUSIVE);
  }

  @Test
  void comparesWithNumbersAndMultiples() {
    assertThat(only(claim("low", BELOW, 1.5, 0, VALUE)).verdict())
        .isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(only(claim("low", ABOVE, 1.5, 0, VALUE)).verdict()).isEqualTo(ClaimVerdict.OPPOSITE);
    Claim twice =
        new Claim(
            "high is under three times low",
            SeedResults.measure("high"),
            BELOW,
            new Reference.OfCell(SeedResults.measure("low"), 3),
            0,
            VALUE,
            "",
            "",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    assertThat(only(twice).verdict()).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(twice.reference()).hasToString("3 times low");
  }

  @Test
  void oneOrTwoSeedsDecideNothing() {
    SeedResults few = new SeedResults().cell("low", 1).cell("high", 2);

    assertThat(judge(few, Looks.once(1), claim("low", BELOW, "high", 0, VALUE)))
        .extracting(Finding::verdict)
        .containsExactly(ClaimVerdict.INCONCLUSIVE);
  }

  @Test
  void beforeItsLookNothingIsSaid() {
    Finding finding = judge(results, Looks.once(8), claim("low", BELOW, "high", 0, VALUE)).get(0);

    assertThat(finding.verdict()).isEqualTo(ClaimVerdict.INCONCLUSIVE);
    assertThat(finding.seeds()).isZero();
    assertThat(finding.probability()).isEqualTo(1);
    double nan = Double.NaN;
    assertThat(finding.effect()).isEqualTo(new Difference(0, 0, nan, nan, nan, Finding.Test.MEANS));
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

    assertThat(finding.verdict()).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(finding.effect()).isEqualTo(new Solved(5, 5, 0, 5));
    assertThat(finding.probability()).isCloseTo(2.0 / 1024, within(1e-9));
    assertThat(judge(modes, Looks.once(5), claim("fails", ABOVE, 0.6, 0, SOLVED)).get(0).verdict())
        .isEqualTo(ClaimVerdict.OPPOSITE);
    assertThat(judge(modes, Looks.once(5), claim("fails", BELOW, "solves", 0, SOLVED)))
        .extracting(Finding::verdict)
        .containsExactly(ClaimVerdict.REPRODUCED);
  }

  @Test
  void aSeedThatFailedIsShownAndDecidesNothingWhereNobodySaysWhichWayIsWorse() {
    SeedResults broken =
        new SeedResults().cell("low", 1, Double.NaN, 0.9).cell("high", 2, 2.2, Double.NaN);

    Finding finding = judge(broken, Looks.once(3), claim("low", BELOW, "high", 0, VALUE)).get(0);

    Difference effect = (Difference) finding.effect();
    assertThat(effect.seeds()).isEqualTo(1);
    assertThat(effect.failed()).isEqualTo(2);
    assertThat(effect.low()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(effect.high()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(finding.verdict()).isEqualTo(ClaimVerdict.INCONCLUSIVE);
  }

  @Test
  void aCellThatAlwaysFailsIsTheWorst() {
    double[] eight = {1, 1.1, 0.9, 1.05, 0.95, 1, 1.02, 0.98};
    double[] never = new double[8];
    Arrays.fill(never, Double.NaN);
    SeedResults broken = new SeedResults().cell("low", eight).cell("broken", never);

    assertThat(judge(broken, Looks.once(8), lossClaim("low", BELOW, "broken", 1)).get(0).verdict())
        .isEqualTo(ClaimVerdict.LARGER);
    assertThat(judge(broken, Looks.once(8), lossClaim("broken", BELOW, "low", 1)).get(0).verdict())
        .isEqualTo(ClaimVerdict.OPPOSITE);
  }

  /** No true difference, and the worse half of one arm diverges: its better half looks better. */
  @Test
  void seedsThatDivergeDoNotVanishWithTheirPair() {
    Random random = new Random(3);
    int wrong = 0;
    int tables = 2_000;
    for (int i = 0; i < tables; i++) {
      double[] half = DoubleStream.generate(random::nextGaussian).limit(10).toArray();
      double median = Arrays.stream(half).sorted().skip(5).findFirst().orElseThrow();
      for (int k = 0; k < half.length; k++) {
        half[k] = half[k] >= median ? Double.NaN : half[k];
      }
      SeedResults one =
          new SeedResults()
              .cell("low", half)
              .cell("high", DoubleStream.generate(random::nextGaussian).limit(10).toArray());
      Claim claim = lossClaim("low", BELOW, "high", 1e-9);
      wrong +=
          judge(one, Looks.once(10), claim).get(0).verdict() == ClaimVerdict.REPRODUCED ? 1 : 0;
    }

    assertThat((double) wrong / tables).isLessThan(0.05);
  }

  @Test
  void anEffectWhoseIntervalExcludesThePapersIsSmaller() {
    SeedResults weak =
        new SeedResults()
            .cell("low", 0.98, 1.1, 0.9, 1.02, 0.95, 1.01, 1.04, 0.99)
            .cell("high", 1.0, 1.1, 0.91, 1.06, 0.96, 1.02, 1.05, 1.0);

    // Found: .01 to .02; a quarter of .05 is neither exceeded nor excluded.
    Finding finding = judge(weak, Looks.once(8), lossClaim("low", BELOW, "high", 0.05)).get(0);

    assertThat(finding.verdict()).isEqualTo(ClaimVerdict.SMALLER);
    Difference effect = (Difference) finding.effect();
    assertThat(effect.mean()).isCloseTo(0.01375, within(1e-9));
    assertThat(effect.high()).isLessThan(0.05);
  }

  @Test
  void anEffectIsComparedAsAShareOfTheControlsDistanceFromItsFloor() {
    // The paper: .2 of 1.4 above a floor of .4, a fifth. Ours: .1 of .5 above a floor of .5.
    StatedEffect fifth = StatedEffect.share(0.2, 1.4, 0.4, new Layout.Floor.OfNumber(0.5));
    SeedResults small =
        new SeedResults()
            .cell("low", 0.9, 0.91, 0.89, 0.92, 0.9)
            .cell("high", 1.0, 1.01, 0.99, 1.015, 1.005);

    Finding finding =
        judge(small, Looks.once(5), lossClaim("low", BELOW, "high", fifth, VALUE)).get(0);

    assertThat(finding.verdict()).isEqualTo(ClaimVerdict.REPRODUCED);
    Difference effect = (Difference) finding.effect();
    assertThat(effect.mean()).isCloseTo(0.2, within(0.01));
    assertThat(finding.claim().margin()).isCloseTo(0.05, within(1e-12));
  }

  /** Each seed is halfway to its own floor; a seed without one counts against the claim. */
  @Test
  void theFloorMayBeAMetricOfTheControlSeedBySeed() {
    double[] control = {2, 3, 4, 2, 3};
    StatedEffect half = new StatedEffect(0.5, Optional.of(new Layout.Floor.OfMetric("floor")));
    Claim claim = lossClaim("low", BELOW, "high", half, VALUE);
    for (int unknown : new int[] {-1, 0}) {
      Outcomes outcomes =
          Outcomes.ended(
              5,
              (cell, seed, metric) -> {
                boolean subject = cell.text("cell").equals("low");
                boolean floor = metric.equals("floor");
                double above = (control[seed] - 1) * (subject ? 0.5 : 1);
                return floor && (subject || seed == unknown)
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(floor ? 1 : 1 + above);
              });
      Finding finding =
          Judge.findings(List.of(claim), Judge.LEVEL, 0, Looks.once(5), outcomes).get(0);
      Difference effect = (Difference) finding.effect();

      assertThat(effect.mean()).isCloseTo(0.5, within(1e-12));
      assertThat(effect.failed()).isEqualTo(unknown < 0 ? 0 : 1);
      assertThat(finding.verdict())
          .isEqualTo(unknown < 0 ? ClaimVerdict.REPRODUCED : ClaimVerdict.INCONCLUSIVE);
    }
  }

  @Test
  void valuesWithTwoModesAreJudgedByTheirRanks() {
    double[] modes = {0.01, 0.99, 0.02, 0.98, 1.0, 0.01, 0.97, 0.03};
    SeedResults two =
        new SeedResults().cell("modes", modes).cell("high", 2, 2.1, 1.9, 2, 2.05, 2, 2.1, 1.95);

    Difference effect =
        (Difference)
            judge(two, Looks.once(8), lossClaim("modes", BELOW, "high", 0.4)).get(0).effect();

    assertThat(effect.test()).isEqualTo(Finding.Test.RANKS);
    assertThat(effect.modes()).as("the claimed cell").containsExactly(Arm.CELL);
    Difference above =
        (Difference)
            judge(two, Looks.once(8), lossClaim("high", Relation.ABOVE, "modes", 0.4))
                .get(0)
                .effect();
    assertThat(above.modes()).as("its reference").containsExactly(Arm.CONTROL);
  }

  /** A seed fails after a look that t decided: ranks have not given this p. */
  @Test
  void theTestIsThatOfTheLookThatGaveTheProbability() {
    SeedResults later =
        new SeedResults()
            .cell("low", 1, 1.01, 0.99, Double.NaN, 1)
            .cell("high", 2, 2.02, 1.98, 2, 2.01);

    Finding finding =
        judge(later, Looks.between(3, 5), lossClaim("low", BELOW, "high", 0.4)).get(0);

    Difference effect = (Difference) finding.effect();
    assertThat(finding.seeds()).isEqualTo(5);
    assertThat(effect.failed()).isEqualTo(1);
    assertThat(effect.test()).isEqualTo(Finding.Test.MEANS);
  }

  @Test
  void aClaimThatIsNotTestableCostsTheOthersNothing() {
    Claim strong = claim("low", BELOW, "high", 0.5, VALUE);
    Claim none =
        new Claim(
            "no sink",
            SeedResults.measure("low"),
            BELOW,
            new Reference.OfNumber(1),
            0,
            VALUE,
            "",
            "",
            Optional.of(ClaimSource.PAPER),
            Optional.empty(),
            Optional.empty(),
            Optional.of("no sink forms"));

    List<Finding> both = judge(results, Looks.once(5), strong, none);

    assertThat(both.get(1).verdict()).isEqualTo(ClaimVerdict.NOT_TESTABLE);
    assertThat(both.get(0).probability()).isEqualTo(only(strong).probability());
  }

  @Test
  void anOpenClaimSaysHowManySeedsWouldDecideIt() {
    SeedResults noisy =
        new SeedResults().cell("low", 1, 2, 0, 1.5, 0.4).cell("high", 1.2, 2.6, 0.3, 1.1, 1.9);

    Finding open = judge(noisy, Looks.STANDARD, lossClaim("low", BELOW, "high", 0.5)).get(0);

    assertThat(open.verdict()).isEqualTo(ClaimVerdict.INCONCLUSIVE);
    assertThat(open.needed().orElseThrow()).isBetween(18, 141);
    assertThat(only(claim("low", BELOW, "high", 0.5, VALUE)).needed()).isEmpty();
  }

  /** Two seeds agree. Of nine claims, no test of three or four seeds decides one. */
  @Test
  void noFewerSeedsAreForecastThanCanDecideAnything() {
    SeedResults agreeing = new SeedResults().cell("low", 1.0, 1.01).cell("high", 2.0, 2.0);
    Claim[] nine = new Claim[9];
    Arrays.setAll(nine, i -> lossClaim("low", BELOW, "high", 0.1 + 0.01 * i));

    List<Finding> open = judge(agreeing, Looks.once(2), nine);

    assertThat(open)
        .allSatisfy(of -> assertThat(of.needed().orElseThrow()).isGreaterThanOrEqualTo(5));
  }

  /** One failed seed of five needs more seeds than the normal approximation says: ranks decide. */
  @Test
  void withAFailedSeedAsManySeedsAreNeededAsRanksCanDecideWith() {
    SeedResults failing =
        new SeedResults()
            .cell("low", 1.00, 1.01, 0.99, 1.02, Double.NaN)
            .cell("high", 2.00, 2.01, 2.02, 1.99, 2.00);
    Looks looks = Looks.between(5, 8);

    Finding open = judge(failing, looks, lossClaim("low", BELOW, "high", 0.1)).get(0);

    assertThat(open.verdict()).isEqualTo(ClaimVerdict.INCONCLUSIVE);
    int needed = open.needed().orElseThrow();
    assertThat(looks.paidOfAny(needed, oneFailedOf(needed))).isLessThanOrEqualTo(0.025);
    assertThat(looks.paidOfAny(8, oneFailedOf(8))).as("at eight").isGreaterThan(0.025);
    assertThat(needed).isGreaterThan(8);
  }

  /** The probability of ranks if one seed failed and all others agree. */
  private static double oneFailedOf(int seeds) {
    double[] values = new double[seeds];
    Arrays.setAll(values, i -> i == 0 ? Double.NEGATIVE_INFINITY : i);
    return SignedRanks.above(values);
  }

  /** Three seeds show a difference near 1; the mean of all twelve is .25. */
  @Test
  void theIntervalIsThatOfAllLooksAlsoWhereAnEarlierOneExcludesTheMean() {
    double[] differences = {1, 1.01, .99, .9, -.9, .6, -.6, .3, -.3, 1.2, -1.2, 0};
    SeedResults sinking = new SeedResults().cell("own", differences).cell("zero", new double[12]);

    Finding finding =
        judge(sinking, Looks.STANDARD, claim("own", ABOVE, "zero", 0.5, VALUE)).get(0);

    Difference effect = (Difference) finding.effect();
    assertThat(finding.verdict()).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(effect.mean()).isCloseTo(0.25, within(1e-9));
    assertThat(effect.low()).isBetween(0.9, effect.high());
  }

  /** The printed interval and the verdict never contradict each other. */
  @Test
  void intervalsAgreeWithVerdicts() {
    Random random = new Random(9);
    for (int i = 0; i < 300; i++) {
      SeedResults any = new SeedResults();
      List<Claim> claims = new ArrayList<>();
      any.cell("c", DoubleStream.generate(random::nextGaussian).limit(12).toArray());
      for (int k = 0; k < 3; k++) {
        double mean = random.nextInt(4) - 1;
        any.cell(
            "a" + k,
            DoubleStream.generate(
                    () -> random.nextInt(15) == 0 ? Double.NaN : mean + random.nextGaussian())
                .limit(12)
                .toArray());
        claims.add(lossClaim("a" + k, ABOVE, "c", 1));
      }
      for (Finding finding : Judge.findings(claims, Judge.LEVEL, 0, Looks.STANDARD, any)) {
        Difference found = (Difference) finding.effect();
        double margin = finding.claim().margin();
        ClaimVerdict read =
            found.low() > 1 + margin
                ? ClaimVerdict.LARGER
                : found.low() > margin
                    ? ClaimVerdict.REPRODUCED
                    : found.low() > -margin && found.high() < margin
                        ? ClaimVerdict.NO_DIFFERENCE
                        : found.high() < 0
                            ? ClaimVerdict.OPPOSITE
                            : found.high() < 1 ? ClaimVerdict.SMALLER : ClaimVerdict.INCONCLUSIVE;
        assertThat(finding.verdict()).as("%s", finding).isEqualTo(read);
      }
    }
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
                  .anyMatch(finding -> finding.verdict() == ClaimVerdict.REPRODUCED)
              ? 1
              : 0;
    }

    assertThat((double) wrong / tables).isBetween(0.005, 0.05);
  }

  private static Claim lossClaim(
      String subject, Relation relation, String reference, double effect) {
    return lossClaim(subject, relation, reference, StatedEffect.of(effect), VALUE);
  }

  private static Claim lossClaim(
      String subject, Relation relation, String reference, StatedEffect effect, Outcome outcome) {
    return new Claim(
        "",
        loss(subject),
        relation,
        new Reference.OfCell(loss(reference), 1),
        0,
        outcome,
        "",
        "",
        Optional.of(ClaimSource.PAPER),
        Optional.of(effect),
        Optional.empty(),
        Optional.empty());
  }

  private static Measure loss(String cell) {
    return new Measure(
        cell, SeedResults.configuration(cell), "loss", Better.LOWER, Optional.empty());
  }

  private Finding only(Claim claim) {
    return judge(results, Looks.once(5), claim).get(0);
  }

  private static List<Finding> judge(SeedResults results, Looks looks, Claim... claims) {
    return Judge.findings(List.of(claims), Judge.LEVEL, 0, looks, results);
  }
}
