package org.attune.sweeps.spec.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.claim.Ladder;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

/** The ladder that a table names. */
class TestLadders {

  private static final String HEAD =
      """
      sweep: s
      objective: {metric: loss, goal: minimize}
      cells: {plain: {}, gated: {attention.gate: learned}}
      claims:
        - {says: it helps, cell: gated, is: below, of: plain, effect: 0.2}
        - {says: it helps by far, cell: gated, is: below, of: plain, effect: {share: 0.2}}
        - {says: it solves, cell: gated, is: above, of: plain, test: {solved: {at-most: 1}}}
      table:
        columns: [{metric: loss, floor: 0.5}]
      """;

  @Test
  void itNamesTheSizeAndTheCellsThatAnswerAClaim() throws Exception {
    Ladder ladder =
        SpecFile.read(
                "s.yaml",
                HEAD + ladder("{says: it helps, cell: G1, of: baseline}"),
                Map.of(),
                SampleCatalog.CATALOG)
            .comparison()
            .layout()
            .ladder()
            .orElseThrow();

    assertThat(ladder.file()).isEqualTo("ladder.yaml");
    assertThat(ladder.along()).isEqualTo("parameters");
    assertThat(ladder.at()).isEqualTo(2.5e9);
    assertThat(ladder.answers()).containsExactly(new Ladder.Answer("it helps", "G1", "baseline"));
  }

  @Test
  void answersToWhatIsNotClaimedAreRefused() {
    refused(
        ladder("{says: it hlps, cell: G1, of: baseline}"),
        "table.ladder.claims: no claim says 'it hlps'; did you mean 'it helps'?");
    refused(
        ladder("{says: it solves, cell: G1, of: baseline}"),
        "table.ladder.claims: 'it solves' counts solved seeds, and a ladder predicts differences");
    refused(
        ladder(
            "{says: it helps, cell: G1, of: baseline},"
                + " {says: it helps by far, cell: G1, of: baseline}"),
        "'it helps by far' has another metric or floor than 'it helps'");
    refused("  ladder: {sweep: a.yaml, along: parameters, at: 1e9}\n", "ladder.claims: is missing");
    refused(ladder("{says: it helps, cell: G1}"), "table.ladder.claims[0].of: is missing");
  }

  private static String ladder(String claims) {
    return "  ladder: {sweep: ladder.yaml, along: parameters, at: 2.5e9, claims: [%s]}\n"
        .formatted(claims);
  }

  private static void refused(String ladder, String message) {
    assertThatThrownBy(
            () -> SpecFile.read("s.yaml", HEAD + ladder, Map.of(), SampleCatalog.CATALOG))
        .hasMessageContaining(message);
  }
}
