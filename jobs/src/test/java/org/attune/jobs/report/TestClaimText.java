package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.statistics.Arm;
import org.attune.sweeps.statistics.Looks;
import org.junit.jupiter.api.Test;

/** The words of a verdict. */
class TestClaimText {

  /** Seeds that are added count. */
  private static final Looks ADDED = Looks.STANDARD;

  private static final OptionalInt NO_SEEDS = OptionalInt.empty();

  @Test
  void anEffectThatMayBeNoneIsNotCalledSmallerAlone() {
    assertThat(verdict(0.01, 0.05)).isEqualTo("smaller than claimed");
    assertThat(verdict(-0.03, 0.05)).isEqualTo("smaller than claimed, or none");
  }

  @Test
  void aClaimOfOnesOwnIsShownAndNotReproduced() {
    Finding own = finding("", ClaimVerdict.REPRODUCED, 0.1, 0.2, OptionalInt.empty());
    Finding papers =
        finding(".85 against .80", ClaimVerdict.REPRODUCED, 0.1, 0.2, OptionalInt.empty());

    assertThat(ClaimText.words(own)).isEqualTo("shown");
    assertThat(ClaimText.words(papers)).isEqualTo("reproduced");
    assertThat(ClaimText.verdict(own, OptionalDouble.empty(), ADDED))
        .as("the words on pages")
        .isEqualTo("shown");
    assertThat(ClaimText.verdict(papers, OptionalDouble.empty(), ADDED)).isEqualTo("reproduced");
    assertThat(ClaimVerdict.OPPOSITE.words(own.claim())).isEqualTo("the opposite is shown");
    assertThat(ClaimVerdict.SMALLER.words(own.claim())).isEqualTo("smaller than claimed");
  }

  @Test
  void aDifferenceAgainstTheClaimNamesItsOwnDirection() {
    Finding against = finding("", ClaimVerdict.INCONCLUSIVE, -0.14, 0.06, OptionalInt.of(6));

    assertThat(FoundText.of(against)).isEqualTo("0.04 above (-0.06 to 0.14); claimed: below");
    assertThat(ClaimText.verdict(against, OptionalDouble.empty(), ADDED))
        .isEqualTo(
            "inconclusive, and the means go the other way; some 6 seeds a cell would decide it if the difference found is the true one");
    assertThat(FoundText.of(finding("", ClaimVerdict.INCONCLUSIVE, -0.06, 0.14, OptionalInt.of(6))))
        .isEqualTo("0.04 below (-0.06 to 0.14)");
  }

  @Test
  void failedTuningSeedsAreTheReason() {
    Finding of = finding("", ClaimVerdict.INCONCLUSIVE, 0, 0, NO_SEEDS);
    Finding.FoundEffect lost =
        new Finding.FoundEffect.Lost("gate", new TreeSet<>(Set.of("learning-rate")), 1, 2);
    Finding finding = new Finding(of.claim(), of.verdict(), 0, 1, 1, false, lost, NO_SEEDS, false);

    assertThat(ClaimText.verdict(finding, OptionalDouble.empty(), ADDED))
        .isEqualTo(
            "inconclusive: 1 of 2 tuning seeds failed at a value of learning-rate that is the best"
                + " of gate at the others; retry them (attune retry DIR --failed), or leave that value"
                + " out of all cells in a new sweep");
    assertThat(FoundText.of(finding)).isEqualTo("n/a");
  }

  /** One interval contains 0 and the other does not, though both begin within .0005 of it. */
  @Test
  void anEndOfAnIntervalShowsOnWhichSideOfTheMarginItLies() {
    assertThat(FoundText.of(finding("", ClaimVerdict.INCONCLUSIVE, -0.00004, 0.024, NO_SEEDS)))
        .isEqualTo("0.012 below (-4e-5 to 0.024)");
    assertThat(FoundText.of(finding("", ClaimVerdict.REPRODUCED, 0.0003, 0.027, NO_SEEDS)))
        .isEqualTo("0.014 below (0.0003 to 0.027)");
    assertThat(FoundText.of(finding("", ClaimVerdict.INCONCLUSIVE, 0, 0.024, NO_SEEDS)))
        .as("exactly 0")
        .isEqualTo("0.012 below (0.000 to 0.024)");
    assertThat(FoundText.of(finding("", ClaimVerdict.INCONCLUSIVE, 1e-17, 0.024, NO_SEEDS)))
        .as("0 but for rounding")
        .isEqualTo("0.012 below (0.000 to 0.024)");
  }

  @Test
  void moreSeedsThanAnyoneRunsAreNoAdvice() {
    Finding open = finding("", ClaimVerdict.INCONCLUSIVE, -0.06, 0.14, OptionalInt.of(39_984));

    assertThat(ClaimText.verdict(open, OptionalDouble.of(1e6), ADDED))
        .isEqualTo("inconclusive; no practical number of seeds would decide it");
  }

  /** A number without a price is an order of magnitude, and seeds may count in a new sweep only. */
  @Test
  void whereAddedSeedsDoNotCountTheNumberIsOfANewSweep() {
    Finding open = finding("", ClaimVerdict.INCONCLUSIVE, -0.06, 0.14, OptionalInt.of(6));
    Finding far = finding("", ClaimVerdict.INCONCLUSIVE, -0.06, 0.14, OptionalInt.of(313));

    assertThat(ClaimText.verdict(open, OptionalDouble.empty(), Looks.once(3)))
        .isEqualTo(
            "inconclusive; in a new sweep, some 6 seeds a cell would decide it if the difference found is the true one");
    assertThat(ClaimText.verdict(far, OptionalDouble.empty(), Looks.once(3)))
        .isEqualTo(
            "inconclusive; in a new sweep, more than 100 seeds a cell would decide it if the difference found is the true one");
    assertThat(ClaimText.verdict(far, OptionalDouble.of(60), ADDED))
        .isEqualTo(
            "inconclusive; some 313 seeds a cell would decide it if the difference found is the true one, 60 s of processor time more");
  }

  @Test
  void whilePlannedTrialsAreOpenNoFurtherSeedsAreAdvised() {
    Finding open =
        finding("", ClaimVerdict.INCONCLUSIVE, -0.06, 0.14, OptionalInt.of(6)).whileOpen();

    assertThat(ClaimText.verdict(open, OptionalDouble.empty(), ADDED))
        .isEqualTo("inconclusive; planned trials are open: let the sweep end, then judge");
  }

  private static String verdict(double low, double high) {
    return ClaimText.verdict(
        finding("", ClaimVerdict.SMALLER, low, high, OptionalInt.empty()),
        OptionalDouble.empty(),
        ADDED);
  }

  /** No distance is negative. */
  @Test
  void aNearClaimStatesADistanceWithoutASign() {
    assertThat(FoundText.of(finding("", Relation.NEAR, ClaimVerdict.REPRODUCED, -0.06, 0.04)))
        .isEqualTo(FoundText.of(finding("", Relation.NEAR, ClaimVerdict.REPRODUCED, -0.04, 0.06)))
        .startsWith("0.010 apart (-0.040 to 0.060)");
  }

  /** .0009 beside "smaller, or none" is no sign of an effect. */
  @Test
  void whatPTestsIsSaid() {
    assertThat(ClaimText.tested(finding("", ClaimVerdict.REPRODUCED, 0.1, 0.2, NO_SEEDS)))
        .isEqualTo("whether the difference exceeds the margin");
    assertThat(ClaimText.tested(finding("", ClaimVerdict.SMALLER, -0.03, 0.05, NO_SEEDS)))
        .isEqualTo("whether the difference is smaller than claimed, not whether there is one");
    assertThat(ClaimText.tested(finding("", Relation.NEAR, ClaimVerdict.REPRODUCED, -0.01, 0.01)))
        .isEqualTo("whether the difference lies inside or beyond the margin");
  }

  /** A ratio of 0.3 beside a bound of 2.5 is no "2.2 apart". */
  @Test
  void whatIsComparedWithANumberIsPrintedItself() {
    Finding.FoundEffect apart =
        new Finding.FoundEffect.Difference(8, 0, -2.2, -2.239, -2.16, Finding.Test.MEANS);

    assertThat(FoundText.of(beside(Relation.NEAR, 2.5, apart)))
        .isEqualTo("0.300 (0.261 to 0.340) against 2.5");
    Finding.FoundEffect below =
        new Finding.FoundEffect.Difference(8, 0, 0.02, 0.01, 0.03, Finding.Test.RANKS);
    assertThat(FoundText.of(beside(Relation.BELOW, 0.05, below)))
        .isEqualTo("0.030 (0.020 to 0.040; by ranks) against 0.05");
  }

  /** Once: 0.050000 below (0.050000 to 0.050000). */
  @Test
  void equalSeedsHaveNoIntervalToPrint() {
    assertThat(FoundText.of(finding("", ClaimVerdict.REPRODUCED, 0.05, 0.05, NO_SEEDS)))
        .isEqualTo("0.05 below at every seed");
    Finding.FoundEffect equal =
        new Finding.FoundEffect.Difference(8, 0, 0.05, 0.05, 0.05, Finding.Test.MEANS);
    assertThat(FoundText.of(beside(Relation.ABOVE, 0.95, equal)))
        .isEqualTo("1 at every seed, against 0.95");
  }

  @Test
  void whereTooManySeedsFailMoreAreNoAdvice() {
    assertThat(failing(3, Double.NEGATIVE_INFINITY))
        .isEqualTo(
            "inconclusive; more seeds would not decide it while 3 of 8 fail: mend what fails them, and retry");
    assertThat(failing(2, Double.NEGATIVE_INFINITY))
        .as("a quarter does not outweigh the others")
        .isEqualTo("inconclusive");
    assertThat(failing(3, 0)).as("they fail for the claim").isEqualTo("inconclusive");
  }

  private static String failing(int failed, double low) {
    Finding plain = finding("", Relation.ABOVE, ClaimVerdict.INCONCLUSIVE, 0, 1);
    var effect =
        new Finding.FoundEffect.Difference(8 - failed, failed, .12, low, .2, Finding.Test.RANKS);
    Finding failing =
        new Finding(plain.claim(), plain.verdict(), 8, 1, 1, false, effect, NO_SEEDS, false);
    return ClaimText.verdict(failing, OptionalDouble.empty(), ADDED);
  }

  /** Eleven of twelve seeds have no difference, so the interval by ranks is 0 to 0. */
  @Test
  void seedsOfWhichMostAreEqualAreNotAllEqual() {
    Finding of = finding("", Relation.ABOVE, ClaimVerdict.INCONCLUSIVE, 0, 1);
    var effect = new Finding.FoundEffect.Difference(12, 0, 3.5e-5, 0, 0, Finding.Test.RANKS);
    Finding mostlyEqual =
        new Finding(
            of.claim(), of.verdict(), 12, .5, .5, false, effect, OptionalInt.empty(), false);

    assertThat(FoundText.of(mostlyEqual)).isEqualTo("3.5e-5 above (0 to 0; by ranks)");
  }

  @Test
  void whereRanksJudgeForTwoModesTheirCellIsNamed() {
    Finding of = finding("", Relation.ABOVE, ClaimVerdict.INCONCLUSIVE, 0, 1);

    assertThat(FoundText.of(byModes(of, Arm.CONTROL)))
        .isEqualTo("0.20 above (0.10 to 0.30; by ranks: two modes of none)");
    assertThat(FoundText.of(byModes(of, Arm.CELL, Arm.CONTROL)))
        .contains("by ranks: two modes of gate and none)");
  }

  private static Finding byModes(Finding of, Arm... modes) {
    var effect =
        new Finding.FoundEffect.Difference(
            8, 0, .2, .1, .3, Finding.Test.RANKS, Optional.empty(), Set.of(modes));
    return new Finding(of.claim(), of.verdict(), 8, .5, .5, false, effect, NO_SEEDS, false);
  }

  /** Eight seeds have a mean of 82; five of them were surer, about 87.4. */
  @Test
  void anIntervalOfAnEarlierLookSaysSo() {
    Finding.FoundEffect.Difference.EarlierLook look =
        new Finding.FoundEffect.Difference.EarlierLook(5, 87.36, true);
    Finding.FoundEffect effect =
        new Finding.FoundEffect.Difference(
            8, 0, 82, 79.02, 95.7, Finding.Test.MEANS, Optional.of(look), Set.of());
    Finding of = finding("", ClaimVerdict.REPRODUCED, 79, 96, NO_SEEDS);
    Finding earlier =
        new Finding(of.claim(), of.verdict(), 8, 0.01, 0.01, false, effect, NO_SEEDS, false);

    assertThat(FoundText.of(earlier))
        .isEqualTo("82.0 below (79.0 to 95.7 by the first 5 seeds, whose mean is 87.4)");
  }

  private static Finding beside(Relation relation, double number, Finding.FoundEffect effect) {
    Claim of = finding("", relation, ClaimVerdict.REPRODUCED, 0, 1).claim();
    Claim claim =
        new Claim(
            of.says(),
            of.subject(),
            relation,
            new Reference.OfNumber(number),
            0.1,
            of.outcome(),
            "",
            "",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return new Finding(
        claim, ClaimVerdict.REPRODUCED, 8, 0.01, 0.01, false, effect, NO_SEEDS, false);
  }

  private static Finding finding(
      String paper, ClaimVerdict verdict, double low, double high, OptionalInt needed) {
    Finding below = finding(paper, Relation.BELOW, verdict, low, high);
    return new Finding(below.claim(), verdict, 5, 0.01, 0.01, false, below.effect(), needed, false);
  }

  private static Finding finding(
      String paper, Relation relation, ClaimVerdict verdict, double low, double high) {
    Claim claim =
        new Claim(
            "it helps",
            measure("gate"),
            relation,
            new Reference.OfCell(measure("none"), 1),
            0.1,
            new Outcome.PlainValue(),
            paper,
            "",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return new Finding(
        claim,
        verdict,
        5,
        0.01,
        0.01,
        false,
        new Finding.FoundEffect.Difference(5, 0, (low + high) / 2, low, high, Finding.Test.MEANS),
        NO_SEEDS,
        false);
  }

  private static Measure measure(String cell) {
    return new Measure(cell, new Configuration(Map.of("cell", cell)), "loss");
  }
}
