package org.attune.sweeps.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.statistics.Looks;
import org.junit.jupiter.api.Test;

/** Claims about cells whose values differ by the rounding of their arithmetic. */
class TestRoundedClaims {

  private static Measure measure(String name, boolean network) {
    Map<String, String> values = new HashMap<>(Map.of("cell", name, "task", "text"));
    if (network) {
      values.put("model.kind", "decoder");
    }
    return new Measure(name, new Configuration(values), "loss");
  }

  /** The subject is lower by 4e-7 to 8e-7 in ten seeds. */
  private static Finding judged(boolean network, Relation relation, double margin) {
    return judged(network, network, relation, margin);
  }

  private static Finding judged(boolean network, boolean other, Relation relation, double margin) {
    return judged(network, other, relation, margin, 4e-7);
  }

  private static Finding judged(
      boolean network, boolean other, Relation relation, double margin, double lower) {
    Claim claim =
        new Claim(
            "one is " + relation.label(),
            measure("one", network),
            relation,
            new Reference.OfCell(measure("other", other), 1),
            margin,
            Outcome.VALUE,
            "",
            "",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    Outcomes outcomes =
        Outcomes.ended(
            10,
            (cell, seed, metric) -> {
              double less = cell.text("cell").equals("one") ? lower * (1 + seed / 10.0) : 0;
              return OptionalDouble.of(4 + 0.01 * seed - less);
            });
    return Judge.findings(List.of(claim), Judge.LEVEL, 0, Looks.once(10), outcomes).get(0);
  }

  @Test
  void roundingReproducesNoClaim() {
    for (Relation relation : Relation.values()) {
      Finding finding = judged(true, relation, 0);
      assertThat(finding.verdict()).as(relation.label()).isEqualTo(ClaimVerdict.ROUNDING);
      assertThat(finding.probability()).isEqualTo(1);
      assertThat(finding.needed()).as("more seeds do not help").isEmpty();
    }
    assertThat(ClaimVerdict.ROUNDING.shown()).isFalse();
    assertThat(ClaimVerdict.ROUNDING.decided()).isTrue();
  }

  @Test
  void aMarginIsShownAsBetweenEqualCells() {
    assertThat(judged(true, Relation.BELOW, 0.1).verdict()).isEqualTo(ClaimVerdict.NO_DIFFERENCE);
    assertThat(judged(true, Relation.NEAR, 0.1).verdict()).isEqualTo(ClaimVerdict.REPRODUCED);
  }

  @Test
  void aProgramsNumbersCountAsTheyAreWritten() {
    assertThat(judged(false, Relation.BELOW, 0).verdict()).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(judged(false, Relation.ABOVE, 0).verdict()).isEqualTo(ClaimVerdict.OPPOSITE);
  }

  @Test
  void besideAProgramANetworksNumbersCountAsTheyAre() {
    assertThat(judged(true, false, Relation.BELOW, 0).verdict()).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(judged(false, true, Relation.BELOW, 0).verdict()).isEqualTo(ClaimVerdict.REPRODUCED);
  }

  /** A setting between the cells takes no effect. */
  @Test
  void identicalCellsReproduceNothingHoweverManySeedsThereAre() {
    for (Relation relation : Relation.values()) {
      Finding finding = judged(true, true, relation, 0, 0);
      assertThat(finding.verdict()).as(relation.label()).isEqualTo(ClaimVerdict.ROUNDING);
      assertThat(finding.needed()).isEmpty();
    }
  }
}
