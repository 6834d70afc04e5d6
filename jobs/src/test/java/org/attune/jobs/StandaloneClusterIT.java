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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The submit jar, by Spark's own SparkSubmit, on a standalone master with two worker processes. */
class StandaloneClusterIT {

  private static final Path PIDS = Launched.HOME.resolve("cluster/target/standalone");
  private static final String ROWS =
      "select gate, replicate, seed, validation_loss from results order by gate, replicate";

  @TempDir static Path folder;
  private static Path sweep;
  private static String master;

  @BeforeAll
  static void startCluster() throws Exception {
    sweep = ShortSweep.write(folder);
    Launched.Result started = Launched.program("cluster/bin/standalone", "start").await();
    assertThat(started.exit()).as(started.error()).isZero();
    master = started.output().strip();
  }

  @AfterAll
  static void stopCluster() throws Exception {
    Launched.program("cluster/bin/standalone", "stop").await();
  }

  @Test
  void theClusterGivesTheSameRowsAsThisMachineAlsoWhenAWorkerDies() throws Exception {
    Path alone = folder.resolve("alone");
    assertThat(Launched.attune("run", sweep, "--out", alone).await().exit()).isZero();
    JsonNode rows = ShortSweep.sql(alone, ROWS);

    Path whole = folder.resolve("whole");
    Launched.Result submitted = submit(whole).await();
    assertThat(submitted.exit()).as(submitted.error()).isZero();
    assertThat(submitted.error())
        .doesNotContain(" INFO ", "\tat ")
        .contains("one a core, at most 8");
    try (var logs = Files.list(whole.resolve("logs"))) {
      assertThat(logs)
          .hasSize(1)
          .allMatch(log -> submitted.error().contains("log: " + log))
          .allMatch(log -> log.toFile().length() > 1000);
    }
    ShortSweep.assertComplete(whole);
    assertThat(ShortSweep.sql(whole, ROWS)).isEqualTo(rows);

    Path hurt = folder.resolve("hurt");
    Launched run = submit(hurt);
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                Files.isDirectory(hurt.resolve("epochs"))
                    && SweepJournal.read(Storages.of(hurt.toString())).counts().finished() >= 1);
    killWorker();
    Launched.Result survived = run.await();
    assertThat(survived.exit()).as(survived.error()).isZero();
    ShortSweep.assertComplete(hurt);
    assertThat(ShortSweep.sql(hurt, ROWS)).isEqualTo(rows);
  }

  @Test
  void aClusterThatHasNoRoomIsWaitedForAloud() throws Exception {
    Launched run = submit(folder.resolve("waiting"), "--executor-memory", "900g");

    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> run.error().contains("no executor has taken a trial for 15 s; waiting."));
    assertThat(run.alive()).isTrue();
    run.kill();
  }

  private static Launched submit(Path results, String... options) throws Exception {
    List<Object> arguments = new ArrayList<>(List.of("--master", master));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("jobs/target/attune.jar", "run", sweep, "--out", results));
    return Launched.program("cluster/bin/spark-submit", arguments.toArray());
  }

  private static void killWorker() throws Exception {
    long pid = Long.parseLong(Files.readString(PIDS.resolve("worker-1.pid")).strip());
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }
}
