package org.attune.papers.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.attune.api.paper.PaperTable;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.run.Plan;
import org.attune.jobs.session.KnownPapers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a table is said to cost, beside what the finished tables of the documentation spent. */
class TestScaleCosts {

  private final TrialCatalog catalog = new TrialCatalog();
  private final SpentFlops spent = new SpentFlops(catalog, Path.of("../../docs/reproduction"));

  static Stream<String> finished() {
    SpentFlops spent = new SpentFlops(new TrialCatalog(), Path.of("../../docs/reproduction"));
    return KnownPapers.tables().stream().filter(spent::has).map(PaperTable::key);
  }

  /** Most trials of kvq-scaling are of cells that no claim tunes, and far larger than those. */
  @ParameterizedTest
  @ValueSource(strings = {"kvq-scaling", "kvq-outlier", "kvq-policy"})
  void aTableSpentWhatItIsPricedWithinAThird(String key) throws Exception {
    PaperTable table = KnownPapers.table(key).orElseThrow();
    Plan plan = Plan.of(spent.spec(table, "small"), catalog);
    double flops = spent.of(table, "small").orElseThrow();

    assertThat((plan.leastFlops() + plan.flops()) / 2).isBetween(flops * 2 / 3, flops * 4 / 3);
    assertThat(flops).isBetween(plan.leastFlops() * 2 / 3, plan.flops() * 4 / 3);
  }

  @ParameterizedTest
  @MethodSource("finished")
  @Tag("soak")
  void everyFinishedTableSpentWhatItIsPricedWithinAThird(String key) throws Exception {
    aTableSpentWhatItIsPricedWithinAThird(key);
  }

  @Test
  void aFolderWithoutResultsHasNothingSpent() throws Exception {
    PaperTable table = KnownPapers.table("kvq-scaling").orElseThrow();
    SpentFlops none = new SpentFlops(catalog, Path.of("../../docs"));

    assertThat(none.of(table, "small")).isEmpty();
  }
}
