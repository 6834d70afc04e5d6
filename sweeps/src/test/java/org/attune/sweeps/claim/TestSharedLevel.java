package org.attune.sweeps.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.Metric.Better;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.statistics.Looks;
import org.junit.jupiter.api.Test;

/** Claims of a lab are judged, and get seeds, at the level that the lab gives them. */
class TestSharedLevel {

  private static final Looks LOOKS = Looks.between(5, 8);
  private static final Configuration OWN = SeedResults.configuration("own");

  /** Differences of which five give p .024 over all looks. */
  private final SeedResults results =
      new SeedResults()
          .cell("own", new double[] {.5, .75, 1, 1.25, 1.5})
          .cell("other", new double[5]);

  private final Claim claim =
      new Claim(
          "",
          loss("own"),
          Relation.ABOVE,
          new Reference.OfCell(loss("other"), 1),
          0,
          Outcome.VALUE,
          "",
          "",
          Optional.of(ClaimSource.OURS),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  private static Measure loss(String cell) {
    return new Measure(
        cell, SeedResults.configuration(cell), "loss", Better.LOWER, Optional.empty());
  }

  @Test
  void aVerdictNeedsTheLevel() {
    Finding at5 = finding(.05);
    Finding at1 = finding(.01);

    assertThat(at5.verdict()).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(at1.verdict()).isEqualTo(ClaimVerdict.INCONCLUSIVE);
    assertThat(at1.probability()).isEqualTo(at5.probability()).isBetween(.01, .05);
    assertThat(((Finding.FoundEffect.Difference) at1.effect()).low()).isNegative();
    assertThat(((Finding.FoundEffect.Difference) at5.effect()).low()).isPositive();
  }

  private Finding finding(double level) {
    return Judge.findings(List.of(claim), level, 0, LOOKS, results).get(0);
  }

  @Test
  void anOpenClaimGetsSeedsUntilItsLevelDecidesIt() {
    assertThat(wanted(.05)).isEqualTo(5);
    assertThat(wanted(.01)).isEqualTo(8);
  }

  private int wanted(double level) {
    return Judge.wanted(List.of(claim), level, LOOKS, results, Map.of(OWN, 5)).get(OWN);
  }
}
