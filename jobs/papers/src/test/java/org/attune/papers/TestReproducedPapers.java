package org.attune.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.attune.api.paper.PaperTable;
import org.attune.api.paper.PaperTables;
import org.attune.jobs.session.KnownPapers;
import org.junit.jupiter.api.Test;

class TestReproducedPapers {

  private static final List<PaperTable> TABLES = new ReproducedPapers().tables();

  @Test
  void eachHasAKeyOfItsOwn() {
    assertThat(TABLES).hasSize(22);
    assertThat(TABLES.stream().map(PaperTable::key).distinct()).hasSize(22);
    assertThat(table("neon").file()).isEqualTo("sweeps/papers/neon.yaml");
    assertThat(table("kvq-sine").title()).isEqualTo("Few points of a sine");
  }

  @Test
  void aJarOnTheClassPathBringsThem() {
    assertThat(KnownPapers.all()).extracting(PaperTables::name).containsExactly("attune");
    assertThat(KnownPapers.tables()).isEqualTo(TABLES);
    assertThat(KnownPapers.table("neon")).contains(table("neon"));
    assertThat(KnownPapers.table("nenn")).isEmpty();
  }

  @Test
  void slipsOfThePapersArePrintedBesideTheTablesTheyTouch() {
    assertThat(notes("neon")).contains("9.1 %", "not about 7 %", "overlap");
    assertThat(notes("patterns")).contains("448 tokens", "not at 494");
    assertThat(notes("split-q")).contains("two positions off");
    assertThat(notes("split-q-noise")).contains("its inverse");
    assertThat(notes("kvq-scaling")).contains("literal sigma form");
  }

  private static PaperTable table(String key) {
    return TABLES.stream().filter(table -> table.key().equals(key)).findFirst().orElseThrow();
  }

  private static String notes(String key) {
    String text = table(key).text();
    return text.substring(text.indexOf("notes:"));
  }
}
