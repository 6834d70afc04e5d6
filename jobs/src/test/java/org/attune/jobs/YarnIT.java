package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.attune.cluster.store.Storages;
import org.attune.sweeps.journal.SweepJournal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The submit jar on YARN, by Spark's own SparkSubmit; results on HDFS. */
class YarnIT {

  private static final String TINY =
      """
      sweep: tiny
      task: text
      model: {width: 16, layers: 1, heads: 1}
      train: {steps: 10, batch: 4}
      task.validation-examples: 20
      axes: {attention.gate: [none, learned]}
      objective: {metric: validation_loss, goal: minimize}
      """;

  @TempDir static Path folder;
  private static SmallHadoop hadoop;

  @BeforeAll
  static void start() throws Exception {
    hadoop = SmallHadoop.yarn(folder);
  }

  @AfterAll
  static void stop() {
    hadoop.close();
  }

  /**
   * The driver is in a container too: it reads the sweep file from HDFS, and ends well. Driver and
   * executors know each other by a secret that Spark makes.
   */
  @Test
  void aSweepIsRunByADriverInTheClusterWithAuthenticationAndEncryption() throws Exception {
    String sweep = hadoop.put(Files.writeString(folder.resolve("tiny.yaml"), TINY));
    String out = hadoop.address() + "/runs/secure";

    Launched.Result run = submit(sweep, "cluster", out, "--secure").await();

    assertThat(run.exit()).as(run.error()).isZero();
    ShortSweep.assertComplete(out, 2);
    assertThat(hadoop.containersSaid("authentication enabled")).isTrue();
  }

  @Tag("soak")
  @ParameterizedTest
  @ValueSource(strings = {"client", "cluster"})
  void theQuickstartRuns(String deployMode) throws Exception {
    String sweep = hadoop.put(Launched.HOME.resolve("sweeps/quickstart.yaml"));

    String out = hadoop.address() + "/runs/" + deployMode;

    Launched.Result run = submit(sweep, deployMode, out, "--secure").await();

    assertThat(run.exit()).as(run.error()).isZero();
    ShortSweep.assertComplete(out, 18);
    JsonNode rows =
        ShortSweep.sqlOfProgram(out, "select gate, replicate, validation_loss from results");
    assertThat(rows).as(rows.toString()).hasSize(18);
    rows.forEach(row -> assertThat(row.get("validation_loss").asDouble()).isLessThan(2.5));
  }

  /** YARN starts another, which takes the sweep up where the first was killed. */
  @Tag("soak")
  @Test
  void aDriverThatIsKilledInItsContainerIsSucceeded() throws Exception {
    String sweep = hadoop.put(ShortSweep.write(folder));
    String out = hadoop.address() + "/runs/killed";
    Launched run = submit(sweep, "cluster", out);
    await().atMost(Duration.ofMinutes(20)).until(() -> ShortSweep.finished(out) >= 1);

    ProcessHandle driver =
        ProcessHandle.allProcesses().filter(each -> isDriver(each, out)).findFirst().orElseThrow();
    driver.destroyForcibly();

    Launched.Result end = run.await();
    assertThat(end.exit()).as(end.error()).isZero();
    ShortSweep.assertComplete(out, ShortSweep.TRIALS);
    assertThat(SweepJournal.read(Storages.of(out)).epoch()).as("drivers").isEqualTo(2);
  }

  private static boolean isDriver(ProcessHandle process, String out) {
    ProcessHandle.Info info = process.info();
    return info.command().orElse("").endsWith("java")
        && info.commandLine().orElse("").contains("deploy.yarn.ApplicationMaster")
        && info.commandLine().orElse("").contains(out);
  }

  private static Launched submit(String sweep, String deployMode, String out, String... more)
      throws Exception {
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                "--master",
                "yarn",
                "--deploy-mode",
                deployMode,
                "--conf",
                "spark.yarn.jars=local:" + Launched.SPARK_HOME.resolve("jars/*"),
                "--conf",
                "spark.executor.instances=2",
                "--conf",
                "spark.yarn.submit.waitAppCompletion=true",
                "--conf",
                "spark.yarn.am.waitTime=20m",
                "--executor-memory",
                "1g",
                "--driver-memory",
                "1g",
                "local:" + Launched.HOME.resolve("jobs/target/attune.jar"),
                "run",
                sweep,
                "--out",
                out));
    arguments.addAll(List.of(more));
    return Launched.program(hadoop.environment(), "cluster/bin/spark-submit", arguments.toArray());
  }
}
