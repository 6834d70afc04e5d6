package org.attune.jobs.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "local",
        "local[2, 4]",
        "local[2 ,4]",
        "local-cluster[2, 1, 1024]",
        "spark://a:7077,b:7077",
        "yarn",
        "k8s://https://here:6443"
      })
  void aMasterThatSparkKnows(String master) {
    System.setProperty("spark.master", master);
    try {
      assertThat(Sessions.master()).isEqualTo(master);
    } finally {
      System.clearProperty("spark.master");
    }
  }

  /** {@code spark-submit} without {@code --name} names an application after its main class. */
  @ParameterizedTest
  @CsvSource({", attune gates", "org.attune.jobs.Attune, attune gates", "mine, mine"})
  void anApplicationHasItsSweepsNameUnlessTheUserNamesIt(String given, String name) {
    SparkConf conf = new SparkConf(false);
    if (given != null) {
      conf.set("spark.app.name", given);
    }

    assertThat(Sessions.named(conf, "attune gates").get("spark.app.name")).isEqualTo(name);
  }

  @Test
  void aLocalMasterMayAllowFailures() {
    assertThat(Sessions.isLocal("local[2, 4]")).isTrue();
    assertThat(Sessions.localSlots("local[2, 4]")).isEqualTo(2);
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
