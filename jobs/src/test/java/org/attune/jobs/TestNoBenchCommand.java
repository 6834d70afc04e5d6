package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@code bench} without its jar, as where {@code attune.jar} is alone. */
class TestNoBenchCommand {

  @Test
  void saysWhereTheBenchmarksAre() {
    Printed printed = Printed.of("bench", "cuda", "--nodes");

    assertThat(printed.exit()).isEqualTo(2);
    assertThat(printed.output()).isEmpty();
    assertThat(printed.error())
        .startsWith("attune: There are no benchmarks here")
        .contains("./attune bench", "checkout")
        .hasLineCount(1);
  }

  @Test
  void theHelpDoesNotListIt() {
    assertThat(Printed.attune("--help")).contains("reproduce").doesNotContain("bench");
  }
}
