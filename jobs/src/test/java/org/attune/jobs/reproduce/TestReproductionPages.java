package org.attune.jobs.reproduce;

import org.attune.jobs.Attune;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestReproductionPages {

  @TempDir private Path folder;

  @Test
  void eachTableHasAPageAndOneHasEveryVerdict() throws Exception {
    reproduce();

    Path page = folder.resolve("pages/kvq-normalisation.md");
    assertThat(page)
        .content()
        .startsWith("# kvq-normalisation (smoke)\n")
        .contains("### weight_variance\n", "| inconclusive", "1 threads each")
        .doesNotContain(folder.toString());
    assertThat(folder.resolve("pages/README.md"))
        .content()
        .contains("| [kvq-normalisation](kvq-normalisation.md) | inconclusive")
        .contains("| [kvq-operators](kvq-operators.md) |")
        .contains("0 reproduced, 0 opposite")
        .containsPattern("Not run yet: neon, .*split-q");

    Files.writeString(page, Files.readString(page) + "\n## Remarks\n\nMeasured at home.\n");
    reproduce();
    assertThat(page).content().endsWith("\n\n## Remarks\n\nMeasured at home.\n");
  }

  private void reproduce() {
    assertThat(
            Attune.execute(
                "reproduce",
                "kvq-normalisation",
                "kvq-operators",
                "--scale=smoke",
                "--out=" + folder.resolve("runs"),
                "--pages=" + folder.resolve("pages")))
        .isZero();
  }
}
