package org.attune.sweeps.spec.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.attune.api.Metric.Better;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimSource;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

/** What claims state beside the test: who says it, the effect, tuned arms. */
class TestStatedClaims {

  private static final String HEAD =
      """
      sweep: s
      objective: {metric: loss, goal: minimize}
      cells: {plain: {}, gated: {attention.gate: learned}, wide: {model.width: 128}}
      """;

  @Test
  void theMarginFollowsFromTheEffect() throws Exception {
    Claim claim =
        claim(
            """
            claims:
              - {says: it helps, source: paper, where: Table 1, cell: gated, is: below, of: plain,
                 effect: 0.2}
            """);

    assertThat(claim.source()).contains(ClaimSource.PAPER);
    assertThat(claim.expected()).isEqualTo(0.2);
    assertThat(claim.margin()).isCloseTo(0.05, within(1e-12)).isLessThan(claim.expected());
    assertThat(claim.subject().better()).isEqualTo(Better.LOWER);
  }

  @Test
  void anEffectAtAnotherSizeIsAShareOfTheDistanceToTheFloor() throws Exception {
    Claim claim =
        claim(
            """
            claims:
              - {says: it helps, source: paper, cell: gated, is: below, of: plain,
                 effect: {difference: 0.2, control: 1.4, floor: 0.4}}
            table: {columns: [{metric: loss, floor: 0.5}]}
            """);

    assertThat(claim.expected()).isCloseTo(0.2, within(1e-12));
    assertThat(claim.floor()).contains(new Layout.Floor.OfNumber(0.5));
    refused(
        "{says: x, cell: gated / layers=1, is: below, of: plain / layers=1,"
            + " effect: {difference: 0.2, control: 1.4, floor: 0.4}}",
        "claims[0].effect.floor: the table's column of loss has no floor");
  }

  @Test
  void aMarginBesideAnEffectIsRefused() {
    refused(
        "{says: x, cell: gated / layers=1, is: below, of: plain / layers=1, effect: 0.2, by: 0.2}",
        "claims[0].by: follows from effect: a claim must exceed 0.25 of it; remove by");
  }

  @Test
  void claimsOfTheFirstVersionAreStillRead() throws Exception {
    Claim claim =
        claim("claims: [{says: it helps, cell: gated, is: below, of: plain, by: 0.02}]\n");

    assertThat(claim.margin()).isEqualTo(0.02);
    assertThat(claim.source()).isEmpty();
    assertThat(claim.effect()).isEmpty();
  }

  @Test
  void stoppingRulesBesideClaimsAreRefused() {
    assertThatThrownBy(
            () ->
                read(
                    HEAD
                        + "stop: {patience: {reports: 2}}\n"
                        + "claims: [{says: x, cell: gated, is: below, of: plain}]\n"))
        .hasMessageContaining("claims: cannot be judged where stop: ends trials early");
  }

  @Test
  void armsOfUnequalSizeSpendEquallyManyTrialsOnTuning() throws Exception {
    Claim claim =
        claim(
            """
            axes: {model.layers: [1, 2, 3]}
            claims:
              - {says: x, cell: {cell: gated, best-over: [model.layers]}, is: below,
                 of: {cell: plain, best-over: [layers, model.width]}, effect: 0.1}
            """);
    Tuning gated = claim.measures().get(0).tuning().orElseThrow();
    Tuning plain = claim.measures().get(1).tuning().orElseThrow();

    assertThat(gated.settings()).hasSize(3);
    assertThat(plain.settings()).as("wide differs in its width alone").hasSize(6);
    assertThat(plain.seeds()).isEqualTo(2);
    assertThat(gated.seeds()).isEqualTo(4);
    assertThat(gated.trials()).isEqualTo(plain.trials());
    assertThat(gated.minimize()).isTrue();
  }

  @Test
  void aTunedArmIsNotComparedWithAnUntunedCell() {
    refused(
        "{says: x, cell: wide / layers=1, is: below, of: {cell: plain, best-over: [model.layers]}}",
        "'wide / layers=1' is not tuned and 'plain' is; give both best-over");
    refused(
        "{says: x, cell: {cell: plain, best-over: [layers, attention.query]}, is: below, of: 1}",
        "'attention.query' has one value in the cells that are like 'plain'");
  }

  @Test
  void anArmThatLeavesAnAxisOpenNamesTheAxis() {
    assertThatThrownBy(
            () ->
                read(
                    HEAD
                        + "axes: {model.layers: [1, 2], train.batch: [4, 8]}\n"
                        + "claims:\n"
                        + "  - {says: x, cell: {cell: gated, best-over: [model.layers]}, is: below,"
                        + " of: 1}\n"))
        .hasMessageContaining(
            "'gated' fits cells that also differ in batch; add that to best-over, or name one value in cell");
  }

  @Test
  void anArmWithoutKeysIsRefusedAndNotLeftOut() {
    refused(
        "{says: x, cell: {cell: gated, best-over: []}, is: below, of: plain}",
        "claims[0].cell.best-over: must be a list of keys, such as [train.learning-rate]");
    refused(
        "{says: x, cell: gated, is: near, of: plain, effect: 1, null-cell: {cell: plain, best-over: x}}",
        "claims[0].null-cell.best-over: must be a list of keys, such as [train.learning-rate]");
  }

  private static void refused(String claim, String message) {
    assertThatThrownBy(
            () -> read(HEAD + "axes: {model.layers: [1, 2]}\n" + "claims:\n  - " + claim + "\n"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }

  private static Claim claim(String rest) throws SpecException {
    return read(HEAD + rest).comparison().claims().get(0);
  }

  private static SweepSpec read(String yaml) throws SpecException {
    return SpecFile.read("s.yaml", yaml, Map.of(), SampleCatalog.CATALOG);
  }
}
