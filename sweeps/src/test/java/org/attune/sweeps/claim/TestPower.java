package org.attune.sweeps.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.attune.api.Metric.Better;
import org.attune.sweeps.statistics.Looks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The seeds that would decide a claim, by hand: (z / distance)² times the variance, and two more.
 * Five differences -2, -1, 0, 1 and 2 from their mean have the variance 2.5. For one look z is
 * 1.960 + 0.842 and its square 7.849; for several, 2.394 + 0.842 and 10.469.
 */
class TestPower {

  private static final Looks ONE = Looks.once(5);

  /** Differences with a mean from a reference of 0. */
  private static OptionalInt needed(
      Relation relation, double mean, double by, Optional<StatedEffect> effect, Looks looks) {
    double[] differences = {mean - 2, mean - 1, mean, mean + 1, mean + 2};
    return needed(differences, new double[5], relation, by, effect, Outcome.VALUE, looks);
  }

  private static OptionalInt needed(
      double[] own,
      double[] other,
      Relation relation,
      double by,
      Optional<StatedEffect> effect,
      Outcome outcome,
      Looks looks) {
    SeedResults results = new SeedResults().cell("own", own).cell("other", other);
    Claim claim =
        new Claim(
            "",
            loss("own"),
            relation,
            new Reference.OfCell(loss("other"), 1),
            by,
            outcome,
            "",
            "",
            Optional.of(ClaimSource.PAPER),
            effect,
            Optional.empty(),
            Optional.empty());
    Finding finding = Judge.findings(List.of(claim), Judge.LEVEL, 0, looks, results).get(0);
    assertThat(finding.verdict()).isEqualTo(ClaimVerdict.INCONCLUSIVE);
    return finding.needed();
  }

  private static Measure loss(String cell) {
    return new Measure(
        cell, SeedResults.configuration(cell), "loss", Better.LOWER, Optional.empty());
  }

  /** A stated effect of 2 must be told from its quarter; else the mean from the margin. */
  @ParameterizedTest
  @CsvSource({
    "ABOVE, 0.5, 0, 2, 11", // 7.849 * 2.5 / 1.5² + 2 = 10.72
    "BELOW, -0.5, 0, 2, 11",
    "ABOVE, 0, 0.5, 0, 81", // 7.849 * 2.5 / .5² + 2 = 80.5
    "ABOVE, 1, 0.5, 0, 81",
    "NEAR, 0.5, 2, 0, 11",
    "NEAR, -0.5, 2, 0, 11",
    "NEAR, 3.5, 2, 0, 11",
    "ABOVE, 2.5, 0, 4, 6", // 4.2 would do, and there are five
    "ABOVE, 0.5, 0.5, 0, ", // the mean is the margin
    "ABOVE, 0.5, 0.49, 0, " // 196,000 seeds
  })
  void seedsFollowFromTheDistanceToTheMargin(
      Relation relation, double mean, double by, double effect, Integer seeds) {
    Optional<StatedEffect> stated =
        effect > 0 ? Optional.of(StatedEffect.of(effect)) : Optional.empty();

    assertThat(needed(relation, mean, by, stated, ONE))
        .isEqualTo(seeds == null ? OptionalInt.empty() : OptionalInt.of(seeds));
  }

  /** 13.6 and 106.7 seeds: the looks are at 12, 18, 27, 41, 62, 93 and 140. */
  @Test
  void severalLooksCostMoreAndEndAtALook() {
    assertThat(needed(Relation.ABOVE, 0.5, 0, Optional.of(StatedEffect.of(2)), Looks.STANDARD))
        .hasValue(18);
    assertThat(needed(Relation.ABOVE, 0, 0.5, Optional.empty(), Looks.STANDARD)).hasValue(140);
  }

  /**
   * The control's distances from its floor of 1 are 2 in the mean. The differences are half of
   * them, and -4, -2, 0, 2 and 4 more, which is -2 to 2 times the mean distance.
   */
  @Test
  void sharesOfTheControlsDistanceHaveTheSpreadOfShares() {
    double[] distances = {1, 3, 2, 1, 3};
    double[] control = new double[5];
    double[] own = new double[5];
    for (int i = 0; i < 5; i++) {
      control[i] = 1 + distances[i];
      own[i] = control[i] + 0.5 * distances[i] + 2 * (i - 2);
    }
    StatedEffect twice = new StatedEffect(2, Optional.of(new Layout.Floor.OfNumber(1)));

    assertThat(needed(own, control, Relation.ABOVE, 0, Optional.of(twice), Outcome.VALUE, ONE))
        .hasValue(11);
  }

  /** The largest variance of a share is a quarter, for each of two cells: 7.849 * .5 / .6² + 2. */
  @Test
  void countsTakeTheLargestVariance() {
    Outcome.Solved solved = new Outcome.Solved(0.5, true);
    double[] three = {1, 1, 1, 0, 0};
    double[] one = {1, 0, 0, 0, 0};

    assertThat(
            needed(three, one, Relation.ABOVE, 0, Optional.of(StatedEffect.of(0.8)), solved, ONE))
        .hasValue(13);
    assertThat(needed(three, one, Relation.ABOVE, 0, Optional.empty(), solved, ONE)).isEmpty();
  }

  /**
   * Four seeds agree. At the fifth the control failed, and a failure is the highest loss: it says
   * that the other cell is not above. By their spread 6 seeds would do. Ranks judge them, and each
   * fifth seed to come fails too. Failed seeds hold the highest ranks on the other side. At one
   * look, 57 seeds are the fewest of which that few sums lie as far out.
   */
  @Test
  void ranksNeedAsManySeedsAsTheyCanShowAnythingOf() {
    assertThat(needed(new double[] {1, 2, 3, 4, 5}, 1, ONE)).hasValue(57);
    assertThat(needed(new double[] {1, 2, 3, 4, 5}, 1, Looks.STANDARD)).hasValue(315);
  }

  /**
   * All six agree, in two modes. By their spread 12 seeds would do. But ranks judge them, and give
   * 2^-n on one side where n seeds agree: .0078 of 7 seeds, .0039 of 8.
   */
  @Test
  void ofTwoModesThatAgreeRanksNeedTheSeedsOfTheirSigns() {
    double[] six = {-.05, -1, -.06, -1.02, -.07, -1.01};
    double[] control = new double[6];

    assertThat(shared(2, six, control)).hasValue(7);
    assertThat(shared(4, six, control)).hasValue(8);
  }

  /** One of six disagrees by little, so a few seeds more decide it. */
  @Test
  void aSmallDisagreementAsksForFewSeedsMore() {
    double[] six = {.01, -1, -.06, -1.02, -.07, -1.01};

    assertThat(shared(2, six, new double[6]).orElseThrow()).isBetween(7, 12);
  }

  /** The seeds of the first of some equal claims, which share the level. */
  private static OptionalInt shared(int claims, double[] own, double[] other) {
    SeedResults results = new SeedResults().cell("own", own).cell("other", other);
    List<Claim> all =
        Collections.nCopies(
            claims,
            new Claim(
                "",
                loss("own"),
                Relation.BELOW,
                new Reference.OfCell(loss("other"), 1),
                0,
                Outcome.VALUE,
                "",
                "",
                Optional.of(ClaimSource.PAPER),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
    Finding finding = Judge.findings(all, Judge.LEVEL, 0, Looks.once(6), results).get(0);
    assertThat(finding.verdict()).isEqualTo(ClaimVerdict.INCONCLUSIVE);
    return finding.needed();
  }

  /** Where two of five fail, their ranks outweigh the others' at any number of seeds. */
  @Test
  void noNumberOfSeedsDecidesWhereTooManyFail() {
    assertThat(needed(new double[] {1, 2, 3, 4, 5}, 2, ONE)).isEmpty();
  }

  /** A cell that fails is above its control, as claimed. */
  @Test
  void failuresForTheClaimAskForNoMoreSeeds() {
    assertThat(needed(new double[] {1, 2, 3, 4, Double.NaN}, 0, ONE)).hasValue(6);
  }

  /** The last seeds of the control failed; its others have a loss of 0. */
  private static OptionalInt needed(double[] own, int failed, Looks looks) {
    double[] control = new double[5];
    Arrays.fill(control, 5 - failed, 5, Double.NaN);
    return needed(
        own, control, Relation.ABOVE, 0, Optional.of(StatedEffect.of(3)), Outcome.VALUE, looks);
  }

  @Test
  void beforeTheFirstLookItIsTheFirstLook() {
    double[] two = {1, 2};

    assertThat(needed(two, two, Relation.ABOVE, 0, Optional.empty(), Outcome.VALUE, Looks.STANDARD))
        .hasValue(3);
  }
}
