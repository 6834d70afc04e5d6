package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.analysis.PredictedClaims.PredictedClaim;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Ladder;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.claim.StatedEffect;
import org.junit.jupiter.api.Test;

/** Claims at the paper's size, as ladders predict them whose truth is known. */
class TestPredictedClaims {

  private static final String WIDTH = "model.width";
  private static final String RATE = "train.learning-rate";
  private static final List<String> WIDTHS = List.of("10", "100", "1000");
  private static final String CELL = "gate=learned";
  private static final String CONTROL = "gate=a";

  /**
   * By hand: the widths have the logarithms 1, 2 and 3, and 100,000 has 5. A line through three
   * such values comes there to (-7 first + 2 second + 11 third) / 6. The four seeds' lines come to
   * -0.40, -0.44, -0.36 and -0.40: the mean is -0.40, the standard deviation 0.032660, the error of
   * the mean 0.016330, and t of 3 degrees of freedom at 97.5 % is 3.1824. So the loss is lower by
   * 0.40, from 0.3480 to 0.4520. A claim must exceed a quarter of its effect.
   */
  @Test
  void aWorkedExample() {
    double[][] bySeed = {
      {0, -.10, -.20}, {0, -.11, -.22}, {0, -.09, -.18}, {-.02, -.10, -.20 - .14 / 11}
    };
    // The last: (7 * .02 - 2 * .10 - 11 * .20 - .14) / 6 = -0.40.
    PredictedClaim claim = predicted(bySeed, claim(Relation.BELOW, .4));

    assertThat(claim.found().orElseThrow().mean()).isCloseTo(.40, within(1e-9));
    assertThat(claim.found().orElseThrow().low()).isCloseTo(.3480, within(1e-4));
    assertThat(claim.found().orElseThrow().high()).isCloseTo(.4520, within(1e-4));
    assertThat(verdict(bySeed, Relation.BELOW, .4)).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(verdict(bySeed, Relation.BELOW, 1.39)).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(verdict(bySeed, Relation.BELOW, 1.40)).isEqualTo(ClaimVerdict.SMALLER);
    assertThat(verdict(bySeed, Relation.BELOW, .27)).isEqualTo(ClaimVerdict.LARGER);
    assertThat(verdict(bySeed, Relation.BELOW, 2)).isEqualTo(ClaimVerdict.NO_DIFFERENCE);
    assertThat(verdict(bySeed, Relation.ABOVE, .4)).isEqualTo(ClaimVerdict.OPPOSITE);
    assertThat(verdict(bySeed, Relation.NEAR, 2)).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(verdict(bySeed, Relation.NEAR, 1)).isEqualTo(ClaimVerdict.OPPOSITE);
  }

  /** The interval reaches below the margin, although the mean is beyond it: nothing is shown. */
  @Test
  void anIntervalThatHoldsTheMarginAndTheEffectShowsNothing() {
    double[][] bySeed = {{0, -.10, -.20}, {0, -.20, -.40}, {0, -.02, -.04}, {0, -.08, -.16}};
    assertThat(verdict(bySeed, Relation.BELOW, .4)).isEqualTo(ClaimVerdict.INCONCLUSIVE);
  }

  @Test
  void whereSeedsShowABendThereIsNoVerdict() {
    double[][] bent = {
      {-.10, -.05, -.10}, {-.11, -.05, -.10}, {-.10, -.06, -.11}, {-.10, -.05, -.10}
    };
    PredictedClaim claim = predicted(bent, claim(Relation.BELOW, .4));
    assertThat(claim.finding()).isEmpty();
    assertThat(claim.verdict()).isEqualTo("none: it bends");
  }

  /** Two claims share the error, and a cell that the ladder lacks is named. */
  @Test
  void claimsShareTheErrorAlsoWithThoseThatHaveNoTrend() {
    Claim one = claim(Relation.BELOW, .4);
    Ladder ladder =
        new Ladder(
            "ladder.yaml",
            WIDTH,
            1e5,
            List.of(
                new Ladder.Answer(one.says(), CELL, CONTROL),
                new Ladder.Answer(one.says(), "gate=mapped", CONTROL)));
    double[][] bySeed = {{0, -.10, -.20}, {0, -.11, -.22}, {0, -.09, -.18}, {0, -.10, -.20}};

    PredictedClaims both =
        PredictedClaims.of(
            ladder, List.of(one), observed(bySeed), Optional.empty(), Optional.empty());

    assertThat(both.claims().get(0).trend().orElseThrow().prediction().orElseThrow().error())
        .isCloseTo(.025, within(1e-12));
    assertThat(both.claims().get(1).verdict()).isEqualTo("none: no line");
    assertThat(both.trends().notes())
        .contains("gate=mapped beside gate=a has no trend: the sweep's cells are gate=a, " + CELL);
  }

  /**
   * Equal gates at every size, each at the best of three equal rates: the claim is reproduced in at
   * most one of twenty ladders, and its opposite too, whatever margin it has.
   */
  @Test
  void aNullLadderReproducesAtMostOneClaimInTwenty() {
    assertThat(reproduced(cell -> 2, claim(Relation.BELOW, 0))).isBetween(2, 30);
    assertThat(reproduced(cell -> 2, claim(Relation.BELOW, .01))).isLessThanOrEqualTo(30);
  }

  /** A gain of 0.02 for each tenfold width is found, so that the rule can show something. */
  @Test
  void aGrowingGainIsReproduced() {
    assertThat(
            reproduced(
                cell ->
                    cell.get("attention.gate").equals("a")
                        ? 2
                        : 2 - .02 * Math.log10(Double.parseDouble(cell.get(WIDTH))),
                claim(Relation.BELOW, .1)))
        .isGreaterThan(500);
  }

  private static int reproduced(ToDoubleFunction<Map<String, String>> truth, Claim claim) {
    Random random = new Random(7);
    KnownSweep known =
        new KnownSweep(
            Map.of(
                "attention.gate",
                List.of("a", "learned"),
                WIDTH,
                WIDTHS,
                RATE,
                List.of("0.001", "0.003", "0.01")),
            truth,
            8,
            .05,
            .01);
    int reproduced = 0;
    for (int ladder = 0; ladder < 600; ladder++) {
      reproduced +=
          predicted(known.run(random), claim)
                  .finding()
                  .filter(finding -> finding.verdict() == ClaimVerdict.REPRODUCED)
                  .isPresent()
              ? 1
              : 0;
    }
    return reproduced;
  }

  private static ClaimVerdict verdict(double[][] bySeed, Relation relation, double effect) {
    return predicted(bySeed, claim(relation, effect)).finding().orElseThrow().verdict();
  }

  private static PredictedClaim predicted(double[][] bySeed, Claim claim) {
    return predicted(observed(bySeed), claim);
  }

  private static PredictedClaim predicted(Observations observations, Claim claim) {
    Ladder ladder =
        new Ladder(
            "ladder.yaml", WIDTH, 1e5, List.of(new Ladder.Answer(claim.says(), CELL, CONTROL)));
    return PredictedClaims.of(
            ladder, List.of(claim), observations, Optional.empty(), Optional.empty())
        .claims()
        .get(0);
  }

  private static Observations observed(double[][] bySeed) {
    List<Run> runs = new ArrayList<>();
    for (int seed = 0; seed < bySeed.length; seed++) {
      for (int size = 0; size < WIDTHS.size(); size++) {
        double control = 2 + .1 * seed - .2 * size;
        add(runs, "a", WIDTHS.get(size), seed, control);
        add(runs, "learned", WIDTHS.get(size), seed, control + bySeed[seed][size]);
      }
    }
    return Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE);
  }

  private static void add(List<Run> runs, String gate, String width, int seed, double loss) {
    Configuration cell = new Configuration(Map.of("attention.gate", gate, WIDTH, width));
    runs.add(new Run("t" + runs.size(), cell, seed, loss));
  }

  /** A claim about losses, with a paper's effect if that is above 0. */
  private static Claim claim(Relation relation, double effect) {
    Measure cell = new Measure("learned", new Configuration(Map.of()), "loss");
    return new Claim(
        "a learned gate helps",
        cell,
        relation,
        new Reference.OfNumber(0),
        0,
        Outcome.VALUE,
        "",
        "",
        Optional.empty(),
        effect > 0 ? Optional.of(StatedEffect.of(effect)) : Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
