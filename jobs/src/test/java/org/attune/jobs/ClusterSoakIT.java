package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.attune.cluster.store.Storages;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialAttempt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hundred trials on a cluster whose workers and drivers are killed again and again. */
@Tag("soak")
class ClusterSoakIT {

  private static final int TRIALS = 100;
  private static final int KILLS = 20;

  /** Enough that the last worker is killed before the sweep is over. */
  private static final int STEPS = 120;

  @TempDir static Path folder;
  private static StandaloneCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = StandaloneCluster.start();
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  /** Kills are spread over the trials, so that all come while the sweep runs. */
  @Test
  void everyTrialEndsOnceWhoeverIsKilled() throws Exception {
    Path sweep = ShortSweep.write(folder, TRIALS, STEPS);
    Path out = folder.resolve("out");
    Random random = new Random(20);
    Launched run = cluster.submit(List.of(), sweep, "--out", out);
    for (int kill = 1; kill <= KILLS; kill++) {
      int most = kill * (TRIALS - 20) / KILLS;
      Launched alive = run;
      await()
          .atMost(Duration.ofMinutes(20))
          .until(() -> ShortSweep.finished(out) >= most || !alive.alive());
      assertThat(run.alive()).as("at kill %d: %s", kill, run.error()).isTrue();
      Thread.sleep(random.nextInt(1_000));
      cluster.killWorker(1 + random.nextInt(2));
      if (kill == KILLS / 3 || kill == 2 * KILLS / 3) {
        run.kill();
        run = cluster.submit(List.of(), sweep, "--out", out);
      }
      cluster.revive();
    }

    Launched.Result end = run.await();

    assertThat(end.exit()).as(end.error()).isZero();
    ShortSweep.assertComplete(out, TRIALS);
    SweepView view = SweepJournal.read(Storages.of(out.toString()));
    assertThat(view.epoch()).as("drivers").isEqualTo(3);
    long lost =
        view.settledAttempts().stream().filter(of -> of.attempt().cause().isPresent()).count();
    System.err.printf(
        "%d attempts ended, %d of them were lost with a worker%n",
        view.settledAttempts().size(), lost);
    assertThat(lost).isPositive();
    assertThat(view.settledAttempts().stream().map(ClusterSoakIT::executor).distinct())
        .as("executors of revived workers got slots")
        .hasSizeGreaterThan(10);
  }

  private static String executor(TrialAttempt of) {
    String slot = of.attempt().slot();
    return of.attempt().epoch() + ":" + slot.substring(0, slot.indexOf('.'));
  }

  @Test
  void executorsThatComeLateGetSlotsAndIdleOnesGo() throws Exception {
    cluster.killWorker(2);
    Files.writeString(folder.resolve("wait.sh"), "sleep $1\necho '{\"step\": 1, \"loss\": 0.5}'\n");
    Path sweep =
        Files.writeString(
            folder.resolve("elastic.yaml"),
            """
            sweep: elastic
            task:
              command:
                run: 'sh wait.sh {seconds}'
                folder: %s
                parameters: {seconds: {integer: [1, 100]}}
                metrics: {loss: lower}
            axes: {seconds: [6, 7, 8, 9, 10, 11, 12, 13, 60]}
            objective: {metric: loss, goal: minimize}
            """
                .formatted(folder));
    Path out = folder.resolve("elastic");
    Launched run =
        cluster.submit(
            List.of(
                "--conf",
                "spark.dynamicAllocation.enabled=true",
                "--conf",
                "spark.dynamicAllocation.shuffleTracking.enabled=true",
                "--conf",
                "spark.dynamicAllocation.executorIdleTimeout=3s"),
            sweep,
            "--out",
            out);
    await().atMost(Duration.ofMinutes(20)).until(() -> ShortSweep.finished(out) >= 1);
    assertThat(cluster.executors()).isEqualTo(1);

    cluster.revive();

    await().atMost(Duration.ofMinutes(20)).until(() -> cluster.executors() == 2);
    await().atMost(Duration.ofMinutes(20)).until(() -> cluster.executors() == 1);
    assertThat(run.alive()).as("one trial is left").isTrue();
    assertThat(ShortSweep.finished(out)).isEqualTo(8);
    Launched.Result end = run.await();
    assertThat(end.exit()).as(end.error()).isZero();
  }
}
