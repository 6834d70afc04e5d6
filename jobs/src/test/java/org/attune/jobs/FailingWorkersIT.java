package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.attune.api.trial.Cause;
import org.attune.cluster.store.Storages;
import org.attune.sweeps.journal.NoSweepException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.Artifact;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Two worker processes, of which one fails whatever it is given, or dies. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FailingWorkersIT {

  private static final int TRIALS = 8;

  /**
   * What runs it says where it is: its parent is the executor, in the worker's folder. No trial
   * fails before another runs on the good one, and none ends there before three have failed.
   */
  private static final String PROGRAM =
      """
      case "$(readlink /proc/$PPID/cwd)" in
        */worker-1/*)
          while [ ! -e met ]; do sleep 0.1; done
          echo x >> failed
          echo 'no space left on this device' >&2
          exit 1 ;;
      esac
      touch met
      while [ ! -e failed ] || [ "$(wc -l < failed)" -lt 3 ]; do sleep 0.1; done
      echo '{"step": 1, "loss": 0.5}'
      """;

  private static final String WAITING =
      """
      while [ ! -e go ]; do sleep 0.1; done
      echo '{"step": 1, "loss": 0.5}'
      """;

  @TempDir static Path folder;
  private static StandaloneCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = StandaloneCluster.start("--cores", "2");
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  @Test
  @Order(1)
  void anExecutorOnWhichTrialsFailIsGivenNoMoreAndTheSweepEndsOnTheOther() throws Exception {
    Files.writeString(folder.resolve("train.sh"), PROGRAM);
    Path sweep =
        Files.writeString(
            folder.resolve("own.yaml"),
            """
            sweep: own
            task:
              command:
                run: sh train.sh
                folder: %s
                metrics: {loss: lower}
            replicates: %d
            objective: {metric: loss, goal: minimize}
            execution: {retries: 1}
            """
                .formatted(folder, TRIALS));
    Path out = folder.resolve("own");

    Launched.Result run = cluster.submit(List.of(), sweep, "--out", out).await();

    assertThat(run.exit()).as(run.error()).isZero();
    assertThat(run.error())
        .containsPattern(
            "executor \\d on .* is given no trials for 60 s: \\d trials failed on it in a row");
    SweepView view = SweepJournal.read(Storages.of(out.toString()));
    assertThat(view.counts().finished()).isEqualTo(TRIALS);
    assertThat(view.resting()).hasSize(1);
    assertThat(view.settledAttempts())
        .filteredOn(of -> of.attempt().cause().isPresent())
        .as("three to know it by, and what its other slot was at")
        .hasSizeBetween(3, 4);
  }

  @Test
  @Order(2)
  void anAveragedTrialThatLosesAWorkerGoesOnFromItsCheckpointOnTheOther() throws Exception {
    Path sweep =
        Files.writeString(
            folder.resolve("averaged.yaml"),
            """
            sweep: averaged
            task: text
            model: {width: 32, layers: 1, heads: 2}
            train: {steps: 500, batch: 8}
            execution:
              mode: parameter-averaging
              workers: 2
              averaging-frequency: 4
              retries: 0
              checkpoints: {every-steps: 20}
            objective: {metric: validation_loss, goal: minimize}
            """);
    Path out = folder.resolve("averaged");
    Launched run = cluster.submit(StandaloneCluster.ALL_AT_ONCE, sweep, "--out", out);
    await().atMost(Duration.ofMinutes(20)).until(() -> checkpointed(out) >= 40);

    SweepView running = SweepJournal.read(Storages.of(out.toString()));
    String slot = running.trials().get(0).attempts().get(0).slot();
    cluster.killWorkerOfExecutor(slot.substring(0, slot.indexOf('.')));

    Launched.Result survived = run.await();
    assertThat(survived.exit()).as(survived.error()).isZero();
    SweepView view = SweepJournal.read(Storages.of(out.toString()));
    List<Attempt> attempts = view.trials().get(0).attempts();
    assertThat(attempts).hasSize(2);
    assertThat(attempts.get(0).cause()).contains(Cause.INFRASTRUCTURE);
    assertThat(attempts.get(1).state()).isEqualTo(TrialState.FINISHED);
    List<Long> saved = saved(view, 1);
    assertThat(saved(view, 2).get(0)).isEqualTo(saved.get(saved.size() - 1) + 20);
  }

  /** The master reads from its recovery folder which workers and runs there are. */
  @Test
  @Order(3)
  void aRunGoesOnWithItsMasterStartedAgain() throws Exception {
    cluster.revive(); // the worker that the test before has killed
    Files.writeString(folder.resolve("wait.sh"), WAITING);
    Path sweep =
        Files.writeString(
            folder.resolve("outlives.yaml"),
            """
            sweep: outlives
            task:
              command:
                run: sh wait.sh
                folder: %s
                metrics: {loss: lower}
            replicates: %d
            objective: {metric: loss, goal: minimize}
            """
                .formatted(folder, TRIALS));
    Path out = folder.resolve("outlives");
    Launched run = cluster.submit(StandaloneCluster.ALL_AT_ONCE, sweep, "--out", out);
    await().atMost(Duration.ofMinutes(20)).until(() -> running(out) == 4);

    cluster.kill("master");
    cluster.revive();
    cluster.killWorker(1);
    cluster.revive();
    await().atMost(Duration.ofMinutes(20)).until(() -> cluster.executors() == 2);
    Files.createFile(folder.resolve("go"));

    Launched.Result survived = run.await();
    assertThat(survived.exit()).as(survived.error()).isZero();
    SweepView view = SweepJournal.read(Storages.of(out.toString()));
    assertThat(view.counts().finished()).isEqualTo(TRIALS);
    assertThat(view.settledAttempts())
        .as("those of the worker that was killed")
        .filteredOn(of -> of.attempt().cause().isPresent())
        .hasSize(2)
        .allMatch(of -> of.attempt().cause().equals(Optional.of(Cause.INFRASTRUCTURE)));
  }

  private static int running(Path out) throws IOException {
    try {
      return SweepJournal.read(Storages.of(out.toString())).counts().running();
    } catch (NoSweepException notYet) {
      return 0;
    }
  }

  private static List<Long> saved(SweepView view, int attempt) {
    return view.artifacts().stream()
        .filter(file -> file.attempt() == attempt)
        .map(Artifact::step)
        .toList();
  }

  /** The step of the newest checkpoint; 0 before the first. */
  private static long checkpointed(Path out) throws IOException {
    if (!Files.isDirectory(out.resolve("checkpoints"))) {
      return 0;
    }
    return SweepJournal.read(Storages.of(out.toString())).artifacts().stream()
        .mapToLong(Artifact::step)
        .max()
        .orElse(0);
  }
}
