package org.attune.jobs.claims;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.attune.cluster.trial.TrialCatalog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A claim's verdict at the paper's size is recorded, and follows from the ladder's results. */
class TestPredictedVerdicts {

  private static final Path DATA =
      Path.of(System.getProperty("attune.home", ".."), "docs/reproduction/data");
  private static final String CLAIM = "'A gate on what heads read (G1) beats no gate': ";

  @TempDir private Path folder;
  private Path table;

  @BeforeEach
  void copyATable() throws Exception {
    table = folder.resolve("gated-attention");
    FileUtils.copyDirectory(DATA.resolve("gated-attention").toFile(), table.toFile());
  }

  private List<String> problems() throws Exception {
    return new RecordCheck(new TrialCatalog())
        .of(folder).stream().flatMap(result -> result.problems().stream()).toList();
  }

  @Test
  void theyAreAsRecordedAndTheLadderIsNoTableOfItsOwn() throws Exception {
    assertThat(Files.readString(table.resolve(ClaimRecord.FILE)))
        .contains("\"predicted\":{\"verdict\":\"inconclusive\",\"cell\":\"G1\"");
    assertThat(new RecordCheck(new TrialCatalog()).of(folder))
        .containsExactly(new RecordCheck.Result("gated-attention", 5, List.of()));
  }

  @Test
  void anotherLadderOrNoneIsFoundWithTheNameOfTheClaim() throws Exception {
    Path size = table.resolve("sweep.yaml");
    String text = Files.readString(size);
    Files.writeString(size, text.replace("at: 2.5e9", "at: 2.5e6"));
    assertThat(problems())
        .contains(CLAIM + "at is 2.5E9 in the record, and 2500000.0 from the stored files")
        .anyMatch(problem -> problem.startsWith(CLAIM + "high is 0.0386"));

    Files.writeString(size, text);
    FileUtils.deleteDirectory(table.resolve(StoredTable.LADDER).toFile());
    assertThat(problems())
        .contains(CLAIM + "verdict is \"inconclusive\" in the record, and  from the stored files");
  }
}
