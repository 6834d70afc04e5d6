package org.attune.jobs.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class TestSessions {

  private static final String VECTORS = "--add-modules=jdk.incubator.vector";

  @Test
  void executorsGetVectorsBesideWhatTheUserAsksFor() {
    assertThat(Sessions.withVectors("")).isEqualTo(VECTORS);
    assertThat(Sessions.withVectors("-Xss4m")).isEqualTo("-Xss4m " + VECTORS);
  }

  @Test
  void vectorsAreNotAskedForTwice() {
    String asked = "--add-modules jdk.incubator.vector -Xss4m";
    assertThat(Sessions.withVectors(asked)).isEqualTo(asked);
  }

  /** A folder whose name others know before, they can make, or put a link in its place. */
  @Test
  void queriesHaveAPrivateFolderThatGoesWithThem() throws Exception {
    SparkSession queries = Sessions.forQueries();
    Path folder = Path.of(queries.conf().get("spark.sql.warehouse.dir").replaceFirst("^file:", ""));
    try {
      assertThat(folder.getFileName().toString())
          .startsWith("attune-")
          .doesNotContain("-" + ProcessHandle.current().pid() + "-");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
          .isEqualTo("rwx------");
    } finally {
      Sessions.end(queries);
    }
    assertThat(folder).doesNotExist();
  }
}
