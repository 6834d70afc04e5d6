package org.attune.sweeps.paper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestPaperTable {

  @Test
  void thereAreTwentyWithAKeyEach() {
    assertThat(PaperTable.all()).hasSize(20);
    assertThat(PaperTable.all().stream().map(PaperTable::key).distinct()).hasSize(20);
    assertThat(PaperTable.named("neon").orElseThrow().file()).isEqualTo("sweeps/papers/neon.yaml");
    assertThat(PaperTable.named("nenn")).isEmpty();
    assertThat(PaperTable.named("kvq-sine").orElseThrow().title())
        .isEqualTo("Few points of a sine");
  }

  @Test
  void slipsOfThePapersArePrintedBesideTheTablesTheyTouch() {
    assertThat(notes("neon")).contains("9.1 %", "not about 7 %", "overlap");
    assertThat(notes("patterns")).contains("448 tokens", "not at 494");
    assertThat(notes("split-q")).contains("two positions off");
    assertThat(notes("split-q-noise")).contains("its inverse");
    assertThat(notes("kvq-scaling")).contains("literal sigma form");
  }

  private static String notes(String key) {
    String text = PaperTable.named(key).orElseThrow().text();
    return text.substring(text.indexOf("notes:"));
  }
}
