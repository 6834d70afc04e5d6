package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Row;
import org.apache.xbean.asm9.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The one jar against the jars of each Spark that it runs on: it calls nothing that one lacks. */
class LinkIT {

  private static final Path JAR = Launched.HOME.resolve("jobs/target/attune.jar");
  private static final String OURS = "org/attune/";
  private static final String AVERAGING = "org/deeplearning4j/spark/";
  private static final String NOT_CALLED = AVERAGING + "ordering/DataSetOrdering";

  /** Of the other Spark's pages: Spark loads them by name, each only its own. */
  private static final List<String> OF_ONE_SPARK =
      List.of(
          "org/attune/cluster/standalone/PageFilter",
          "org/attune/cluster/standalone/JakartaPageFilter");

  @ParameterizedTest
  @ValueSource(strings = {"spark-home", "spark4-home"})
  void attuneCallsNothingThatASparkLacks(String home) throws IOException {
    try (Linkage link = new Linkage(JAR, jars(home))) {
      List<String> ours = link.classes(OURS);
      assertThat(ours).hasSizeGreaterThan(500);

      Map<String, TreeSet<String>> absent = link.absent(ours);

      absent.values().forEach(users -> users.removeAll(OF_ONE_SPARK));
      absent.values().removeIf(TreeSet::isEmpty);
      assertThat(absent).as("what %s lacks, and who names it", home).isEmpty();
    }
  }

  /** DL4J's averaging names much that neither has, such as DataVec, and does not reach it. */
  @Test
  void averagingMissesNothingOnSpark4ThatItHasOnSpark3() throws IOException {
    Set<String> before = absentOfAveraging("spark-home").keySet();
    Map<String, TreeSet<String>> now = absentOfAveraging("spark4-home");

    now.keySet().removeAll(before);
    now.values().forEach(users -> users.remove(NOT_CALLED));
    now.values().removeIf(TreeSet::isEmpty);
    assertThat(now).isEmpty();
  }

  private static Map<String, TreeSet<String>> absentOfAveraging(String home) throws IOException {
    try (Linkage link = new Linkage(JAR, jars(home))) {
      List<String> averaging = link.classes(AVERAGING);
      assertThat(averaging).hasSizeGreaterThan(50);
      return link.absent(averaging);
    }
  }

  @Test
  void aCallThatSpark4LacksIsFound() throws Exception {
    assumeThat(Row.class.getMethod("toSeq").getReturnType().getName())
        .as("this class is compiled on 3.5")
        .isEqualTo("scala.collection.Seq");
    String name = Type.getInternalName(CallsWhatSpark4Lacks.class);
    byte[] code;
    try (InputStream in = getClass().getResourceAsStream("LinkIT$CallsWhatSpark4Lacks.class")) {
      code = in.readAllBytes();
    }

    try (Linkage link = new Linkage(JAR, jars("spark4-home"))) {
      assertThat(link.absent(name, code))
          .containsOnlyKeys("member org/apache/spark/sql/Row.toSeq()Lscala/collection/Seq;");
    }
  }

  private static final class CallsWhatSpark4Lacks {
    @SuppressWarnings("UnusedMethod") // the test reads its bytes
    static Object values(Row row) {
      return row.toSeq();
    }
  }

  private static Path jars(String home) {
    Path jars = Launched.HOME.resolve("cluster/target").resolve(home).resolve("jars");
    assumeThat(jars).as("mvn -Pspark4 makes the second").isDirectory();
    return jars;
  }
}
