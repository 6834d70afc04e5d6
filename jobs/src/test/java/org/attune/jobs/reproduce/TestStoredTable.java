package org.attune.jobs.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.attune.cluster.trial.TrialCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestStoredTable {

  private static final Path PAGES =
      Path.of(System.getProperty("attune.home", "..")).resolve("docs/reproduction");

  @TempDir private Path empty;

  /** Every verdict of the published overview follows from the raw results beside the pages. */
  @Test
  void thePublishedVerdictsFollowFromTheRawResults() throws Exception {
    List<ReproducedTable> tables =
        StoredTable.others(PAGES, List.of(), "small", new TrialCatalog());

    assertThat(tables).hasSizeGreaterThanOrEqualTo(17);
    assertThat(PAGES.resolve("README.md"))
        .content()
        .contains(
            new Verdicts(tables)
                .byPaper(table -> "[%1$s](%1$s.md)".formatted(table.table().key())));
  }

  @Test
  void aFolderWithoutPagesOrOfAnotherScaleHasNone() throws Exception {
    assertThat(StoredTable.others(empty, List.of(), "small", new TrialCatalog())).isEmpty();
    assertThat(StoredTable.others(PAGES, List.of(), "smoke", new TrialCatalog())).isEmpty();
    Files.createDirectories(empty.resolve("data/neon"));
    assertThat(StoredTable.others(empty, List.of(), "small", new TrialCatalog())).isEmpty();
  }
}
