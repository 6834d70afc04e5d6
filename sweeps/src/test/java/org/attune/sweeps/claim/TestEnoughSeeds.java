package org.attune.sweeps.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.statistics.Looks;
import org.junit.jupiter.api.Test;

/** Seeds that cannot decide a claim are named before they are spent. */
class TestEnoughSeeds {

  private static Optional<String> warning(int claims, Looks looks) {
    Measure gate = new Measure("gate", new Configuration(Map.of("cell", "gate")), "loss");
    Measure none = new Measure("none", new Configuration(Map.of("cell", "none")), "loss");
    Claim claim =
        new Claim(
            "it helps",
            gate,
            Relation.BELOW,
            new Reference.OfCell(none, 1),
            0,
            new Outcome.PlainValue(),
            "",
            "",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return EnoughSeeds.warning(Collections.nCopies(claims, claim), Judge.LEVEL, looks);
  }

  @Test
  void fiveSeedsDecideNothingByRanks() {
    assertThat(warning(1, Looks.once(5)))
        .contains(
            "replicates: 5 seeds may not decide a claim: if a seed fails or the values are"
                + " bimodal, ranks give p .0625 at best, and a verdict needs p .0500 or less;"
                + " use 6 or more");
    assertThat(warning(1, Looks.once(6))).isEmpty();
  }

  @Test
  void twoSeedsDecideNothingAtAll() {
    assertThat(warning(1, Looks.once(2)))
        .contains(
            "replicates: 2 seeds cannot decide a claim: at best they give p .13, and a verdict"
                + " needs p .0500 or less; use 3 or more");
  }

  @Test
  void moreClaimsNeedMoreSeeds() {
    assertThat(warning(4, Looks.once(6)))
        .get()
        .asString()
        .contains("p .0125 or less (.05 shared by 4 claims); use 8 or more");
    assertThat(warning(4, Looks.once(8))).isEmpty();
  }

  @Test
  void laterLooksCount() {
    assertThat(warning(1, Looks.STANDARD)).isEmpty();
  }

  @Test
  void noClaimsNoWarning() {
    assertThat(EnoughSeeds.warning(List.of(), Judge.LEVEL, Looks.once(1))).isEmpty();
  }
}
