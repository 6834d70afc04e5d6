package org.attune.papers.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.api.paper.PaperTable;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.session.KnownPapers;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

class TestUntrainedNetworks {

  @Test
  void onlyStoredSeedsAndTuningSeedsHaveEnded() throws Exception {
    UntrainedNetworks untrained = UntrainedNetworks.read();
    PaperTable table = KnownPapers.table("kvq-cost").orElseThrow();
    Measure stored =
        SpecFile.read(table.file(), table.text(), Map.of("scale", "small"), new TrialCatalog())
            .comparison()
            .claims()
            .stream()
            .filter(claim -> untrained.seeds(claim) > 0)
            .findFirst()
            .orElseThrow()
            .subject();
    Configuration cell = stored.cell();

    assertThat(untrained.ended(cell)).isEqualTo(3);
    for (int seed = 0; seed < 3; seed++) {
      assertThat(untrained.ended(cell, seed)).isTrue();
      assertThat(untrained.value(cell, seed, stored.metric())).isPresent();
    }
    assertThat(untrained.ended(cell, 3)).isFalse();
    assertThat(untrained.value(cell, 3, stored.metric())).isEmpty();
    assertThat(untrained.ended(cell, Tuning.FIRST_SEED)).isTrue();
    assertThat(untrained.value(cell, Tuning.FIRST_SEED, stored.metric()))
        .isEqualTo(untrained.value(cell, 0, stored.metric()));
  }
}
