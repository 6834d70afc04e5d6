package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Commands of jars beside the program's without these jars, as where {@code attune.jar} is alone.
 */
class TestMissingCommand {

  private static final String NO_PAPERS =
      "attune: There are no papers here: attune.jar has none. Add attune-papers.jar to the class"
          + " path, under spark-submit by --jars; ./attune finds it in a checkout and in the"
          + " distribution.\n";

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
  void saysWhichJarHasThePapers() {
    Printed printed = Printed.of("reproduce", "neon", "--scale", "smoke", "--pages=pages");

    assertThat(printed.exit()).isEqualTo(2);
    assertThat(printed.output()).isEmpty();
    assertThat(printed.error()).isEqualTo(NO_PAPERS);
  }

  @Test
  void thePapersClaimsAreNotListedWithoutTheirJar() {
    Printed printed = Printed.of("list", "papers");

    assertThat(printed.exit()).isEqualTo(2);
    assertThat(printed.error()).isEqualTo(NO_PAPERS);
  }

  @Test
  void theHelpListsNoneOfThem() {
    assertThat(Printed.attune("--help"))
        .contains("claims", "schema")
        .doesNotContain("reproduce", "bench");
    assertThat(Printed.attune("help", "reproduce")).contains("attune-papers.jar");
  }
}
