package org.attune.sweeps.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.attune.api.Metric.Better;
import org.attune.sweeps.statistics.Looks;
import org.junit.jupiter.api.Test;

/** A verdict has an upper bound, and a control that is the paper's. Lower values are better. */
class TestBoundsOfEffects {

  private static final double[] NOISE = {0, 0.02, -0.01, 0.01, -0.02, 0.015, -0.005, 0.005};

  private static double[] near(double mean) {
    return DoubleStream.of(NOISE).map(noise -> mean + noise).toArray();
  }

  private static double[] scattered(double mean) {
    return DoubleStream.of(NOISE).map(noise -> mean - 3 * noise).toArray();
  }

  private static ClaimVerdict verdict(double subject, double control, StatedEffect effect) {
    return verdict(subject, control, Relation.BELOW, effect);
  }

  private static ClaimVerdict verdict(
      double subject, double control, Relation relation, StatedEffect effect) {
    SeedResults results =
        new SeedResults().cell("own", scattered(subject)).cell("other", near(control));
    Claim claim =
        new Claim(
            "",
            loss("own"),
            relation,
            new Reference.OfCell(loss("other"), 1),
            0,
            Outcome.VALUE,
            "",
            "",
            Optional.of(ClaimSource.PAPER),
            Optional.of(effect),
            Optional.empty(),
            Optional.empty());
    return Judge.verdicts(List.of(claim), Looks.once(8), results).get(0);
  }

  private static Measure loss(String cell) {
    return new Measure(
        cell, SeedResults.configuration(cell), "loss", Better.LOWER, Optional.empty());
  }

  /** An effect of 1 has a margin of .25: the interval of 1.5 lies above 1.25, that of 1.2 not. */
  @Test
  void anEffectFarAboveThePapersIsLarger() {
    assertThat(verdict(1.5, 3, StatedEffect.of(1))).isEqualTo(ClaimVerdict.LARGER);
    assertThat(verdict(1.8, 3, StatedEffect.of(1))).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(verdict(2, 3, StatedEffect.of(1))).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(verdict(4.5, 3, Relation.ABOVE, StatedEffect.of(1))).isEqualTo(ClaimVerdict.LARGER);
    assertThat(ClaimVerdict.LARGER.shown()).isTrue();
  }

  /** A direction alone has no size to exceed. */
  @Test
  void aClaimWithoutAnEffectIsNeverLarger() {
    SeedResults results = new SeedResults().cell("own", near(1)).cell("other", scattered(9));
    Claim claim = SeedResults.claim("own", Relation.BELOW, "other", 0.1, Outcome.VALUE);

    assertThat(Judge.verdicts(List.of(claim), Looks.once(8), results))
        .containsExactly(ClaimVerdict.REPRODUCED);
  }

  /** The paper's plain model has 1.3 % errors and an effect of 1.3; ours has 63.7 %. */
  @Test
  void aControlThatFailsWhereThePapersSucceedsReproducesNothing() {
    assertThat(verdict(1.7, 63.7, StatedEffect.of(1.3, 1.3)))
        .isEqualTo(ClaimVerdict.CONTROL_DIFFERS);
    assertThat(verdict(1.7, 63.7, StatedEffect.of(78.2, 78.2))).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(verdict(1.2, 2.3, StatedEffect.of(1.3, 1.3)))
        .as("off by 1.0, less than the effect")
        .isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(verdict(1.7, 63.7, Relation.ABOVE, StatedEffect.of(1.3, 1.3)))
        .as("nor is it the opposite")
        .isEqualTo(ClaimVerdict.CONTROL_DIFFERS);
    assertThat(verdict(9, 20, StatedEffect.of(10, 90)))
        .as("nor where ours succeeds and the paper's fails")
        .isEqualTo(ClaimVerdict.CONTROL_DIFFERS);
    assertThat(verdict(63.7, 63.7, Relation.NEAR, StatedEffect.of(1.3, 1.3)))
        .as("that both are alike says nothing of where they are")
        .isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(ClaimVerdict.CONTROL_DIFFERS.shown()).isFalse();
    assertThat(ClaimVerdict.CONTROL_DIFFERS.decided()).isTrue();
  }

  /** At another size a control lies elsewhere: .2 of 1.4 above a floor of .4 is a fifth. */
  @Test
  void atAnotherSizeTheControlIsNotThePapers() {
    assertThat(verdict(0.8, 1, StatedEffect.share(0.2, 1.4, 0.4, new Layout.Floor.OfNumber(0))))
        .isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(verdict(6.8, 8, StatedEffect.share(0.2, 1.4, 0.4, new Layout.Floor.OfNumber(0))))
        .isEqualTo(ClaimVerdict.REPRODUCED);
  }

  /** On another corpus only the share is the paper's: .1 of ours, which lies 2 above its floor. */
  @Test
  void aShareAloneAsksNothingOfTheControl() {
    StatedEffect tenth = StatedEffect.share(0.1, new Layout.Floor.OfNumber(1));

    assertThat(verdict(2.8, 3, tenth)).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(verdict(2.2, 3, tenth)).isEqualTo(ClaimVerdict.LARGER);
    assertThat(verdict(2.97, 3, tenth)).isEqualTo(ClaimVerdict.SMALLER);
    assertThat(verdict(2.8, 3, StatedEffect.share(0.1, new Layout.Floor.OfNumber(5))))
        .as("a floor above the control is as far from it")
        .isEqualTo(ClaimVerdict.REPRODUCED);
  }

  /** Nulls have another control than the paper's, and a claim that they show says nothing. */
  @Test
  void aNullThatShowsTheClaimIsFoundWhateverTheControl() {
    SeedResults nulls = new SeedResults().cell("own", near(1)).cell("other", scattered(90));
    Claim claim = SeedResults.claim("own", Relation.BELOW, "other", 0, Outcome.VALUE);
    Claim papers =
        claim.about(
            claim.subject(),
            claim.reference(),
            Optional.of(StatedEffect.of(1.3, 1.3)),
            Optional.empty());

    assertThat(NullCheck.verdict(papers, nulls, 8)).isEqualTo(ClaimVerdict.LARGER);
    assertThat(NullCheck.isReproduced(papers, nulls, 8)).isTrue();
  }
}
