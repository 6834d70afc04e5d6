package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The submit jar, built on Spark 3.5, on Spark 4.2; skipped where its jars are not assembled. */
@Tag("soak") // each start of Spark costs seconds; LinkIT checks every call in every build
class Spark4IT {

  private static final Path SPARK = Launched.HOME.resolve("cluster/target/spark4-home");
  private static final Map<String, String> SHELL = Map.of("ATTUNE_SPARK_HOME", SPARK.toString());
  private static final int TRIALS = 4;
  private static final int STEPS = 200; // a worker dies while the sweep runs

  private static final String ROWS =
      "select gate, replicate, seed, validation_loss from results order by gate, replicate";

  @TempDir static Path folder;
  private static Path sweep;
  private static JsonNode rows;
  private static JsonNode metrics;

  /** The sweep on Spark 3.5. */
  @BeforeAll
  static void run() throws Exception {
    assumeThat(SPARK.resolve("jars")).as("mvn -Pspark4 makes it").isDirectory();
    sweep = ShortSweep.write(folder, TRIALS, STEPS);
    Path before = folder.resolve("spark-3");
    Launched.Result run = Launched.attune("run", sweep, "--out", before).await();
    assertThat(run.exit()).as(run.error()).isZero();
    rows = ShortSweep.sql(before, ROWS);
    metrics = ShortSweep.sql(before, ShortSweep.METRICS);
    assertThat(metrics).hasSizeGreaterThan(TRIALS);
  }

  @Test
  void thisMachineGivesTheSameRows() throws Exception {
    Path results = folder.resolve("alone");

    Launched.Result run = attune("run", sweep, "--out", results);

    assertThat(run.exit()).as(run.error()).isZero();
    assertThat(run.error()).doesNotContain("Exception", "\tat ");
    assertSame(results);
    Launched.Result sql = attune("sql", "--out", results, "--format", "json", ROWS);
    assertThat(sql.exit()).as(sql.error()).isZero();
    assertThat(new ObjectMapper().readTree(sql.output())).isEqualTo(rows);
    Launched.Result spark =
        attune(
            "sql",
            "--out",
            results,
            "--format",
            "csv",
            "select distinct libraries['spark'] spark from attempts");
    assertThat(spark.output()).startsWith("spark\n4.");
    Launched.Result refused =
        attune(
            "sql", "--out", results, "select from_protobuf(gate, 'M', '/etc/passwd') from results");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.error()).contains("from_protobuf can read any file");
  }

  @Test
  void aClusterGivesTheSameRowsAlsoWhenAWorkerDies() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "0123456789abcdef0123456789abcdef");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    Path results = folder.resolve("hurt");
    try (StandaloneCluster cluster = StandaloneCluster.start(SHELL, "--secret", secret)) {
      Launched run =
          cluster.submit(
              StandaloneCluster.ALL_AT_ONCE, sweep, "--out", results, "--secure", secret);
      await().atMost(Duration.ofMinutes(20)).until(() -> ShortSweep.finished(results) >= 1);
      assertThat(Files.readString(cluster.files().resolve("master.log")))
          .as("a port at which anybody submits")
          .doesNotContain("REST server", "6066");
      cluster.killWorker(1);
      Launched.Result survived = run.await();

      assertThat(survived.exit()).as(survived.error()).isZero();
      assertThat(survived.error()).doesNotContain(" INFO ", " WARN ", "log4j profile");
    }
    ShortSweep.assertComplete(results, TRIALS);
    assertSame(results);
  }

  private static void assertSame(Path results) throws Exception {
    assertThat(ShortSweep.sql(results, ROWS)).isEqualTo(rows);
    assertThat(ShortSweep.sql(results, ShortSweep.METRICS)).isEqualTo(metrics);
  }

  private static Launched.Result attune(Object... arguments) throws Exception {
    return Launched.program(SHELL, "attune", arguments).await();
  }
}
