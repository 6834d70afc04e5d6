package org.attune.papers.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.attune.api.paper.PaperTable;
import org.attune.api.search.Objective;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.session.KnownPapers;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

/** What a table's page says besides its numbers. */
class TestTablePage {

  @Test
  void theCommandNamesTheUsersData() {
    DataFile data = new DataFile("my text.txt", "00ff");
    Map<String, String> set = Map.of("scale", "small");

    assertThat(RunFacts.command("neon", set, header(Map.of()), ""))
        .isEqualTo("./attune reproduce neon --scale small");
    assertThat(RunFacts.command("neon", set, header(data.provenance()), " --jars ours.jar"))
        .isEqualTo("./attune reproduce neon --scale small --data \"my text.txt\" --jars ours.jar");
  }

  private static SweepHeader header(Map<String, String> provenance) {
    return new SweepHeader(
        "neon-1",
        "neon",
        "",
        0,
        1,
        new Objective("loss", Objective.Goal.MINIMIZE),
        0,
        1,
        new TreeMap<>(provenance));
  }

  @Test
  void nullResultsStandBesideTheClaims() throws Exception {
    PaperTable table = KnownPapers.table("neon").orElseThrow();
    Comparison comparison =
        SpecFile.read(table.file(), table.text(), Map.of("scale", "small"), new TrialCatalog())
            .comparison();

    String text = nulls(comparison, 3);

    assertThat(text)
        .contains("| A learned gate beats no gate | 6.4", " against 6.4")
        .contains("0 of 8 claims are reproduced")
        .doesNotContain("| reproduced |");
    assertThat(List.of(text.split("\n"))).hasSize(2 + 8 + 2);
  }

  /** Four seeds are judged, and untrained networks have three. */
  @Test
  void nullsOnFewerSeedsThanTheJudgedArmSayNothing() throws Exception {
    PaperTable table = KnownPapers.table("neon").orElseThrow();
    Comparison comparison =
        SpecFile.read(table.file(), table.text(), Map.of("scale", "small"), new TrialCatalog())
            .comparison();

    assertThat(nulls(comparison, 4))
        .contains("| A learned gate beats no gate | not run at the judged settings and seeds | n/a")
        .doesNotContain(" against 6.4");
  }

  private static String nulls(Comparison comparison, int seeds) throws Exception {
    Outcomes alike = Outcomes.ended(seeds, (cell, seed, metric) -> OptionalDouble.of(1));
    return new NullText(comparison, alike, UntrainedNetworks.read()).markdown();
  }
}
