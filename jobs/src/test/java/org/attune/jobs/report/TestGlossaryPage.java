package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.analysis.CellPair.PairVerdict;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimSource;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.junit.jupiter.api.Test;

/** Whoever meets a verdict finds it in the glossary. */
class TestGlossaryPage {

  private static final Path PAGE =
      Path.of(System.getProperty("attune.home", "..")).resolve("docs/glossary.md");

  @Test
  void itHasEveryVerdict() {
    for (ClaimVerdict verdict : ClaimVerdict.values()) {
      for (ClaimSource source : ClaimSource.values()) {
        assertThat(PAGE).content().contains("`" + verdict.words(claim(source)) + "`");
      }
    }
    for (PairVerdict verdict : PairVerdict.values()) {
      assertThat(PAGE).content().contains("`" + verdict.label() + "`");
    }
  }

  private static Claim claim(ClaimSource source) {
    return new Claim(
        "It is lower",
        new Measure("a", new Configuration(Map.of()), "loss"),
        Relation.BELOW,
        new Reference.OfNumber(1),
        0,
        Outcome.VALUE,
        "",
        "",
        Optional.of(source),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
