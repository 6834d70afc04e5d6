package org.attune.jobs.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code run} accepts as a directory, {@code sql} finds. */
class TestOddDirectoryNames {

  private static final Objective LOSS = new Objective("loss", Objective.Goal.MINIMIZE);

  @TempDir private Path folder;

  @Test
  void aDirectoryWithACommaOrABlankAtItsEndIsQueried() throws Exception {
    String all = "";
    for (String name : new String[] {"a,b", "trail ", "c, d"}) {
      try (RecordedSweep sweep = RecordedSweep.in(folder.resolve(name), "s", LOSS)) {
        sweep.finished(Map.of("gate", "none"), 0, Map.of("loss", 2.0)).published();
      }
      assertThat(count(folder + "/" + name)).isEqualTo("n\n1\n");
      all += folder + "/" + name + ",";
    }

    assertThat(count(all)).isEqualTo("n\n3\n");
  }

  private static String count(String directories) {
    String query = "select count(*) as n from trials";
    return Printed.attune("sql", "--out", directories, "--format", "csv", query);
  }
}
