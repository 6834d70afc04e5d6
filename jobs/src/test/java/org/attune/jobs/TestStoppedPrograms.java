package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.attune.cluster.store.Storages;
import org.attune.jobs.console.ExitCode;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.store.Digest;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program saves when its run is stopped is where the next run resumes it. */
class TestStoppedPrograms {

  @TempDir Path folder;

  @Test
  void whatAProgramSavesWhenItsRunIsStoppedIsWhereItResumes() throws Exception {
    Path script =
        Files.writeString(
            folder.resolve("train.sh"),
            """
        if [ -e "$ATTUNE_CHECKPOINTS/state" ]; then
          cat "$ATTUNE_CHECKPOINTS/state" > resumed
          echo '{"step": 2, "loss": 1}'
          exit
        fi
        trap 'sleep 1; echo saved at the end > "$ATTUNE_CHECKPOINTS/state"; echo goodbye; exit 1' TERM
        echo '{"step": 1, "loss": 2}'
        touch begun
        while true; do sleep 0.1; done
        """);
    String before = Digest.of(Files.newInputStream(script)).sha256();
    Path spec =
        Files.writeString(
            folder.resolve("mine.yaml"),
            """
            sweep: mine
            task:
              command:
                run: sh train.sh
                folder: %s
                grace: 5m
                parameters: {lr: {real: [1e-5, 1], default: 1e-3}}
                metrics: {loss: lower}
            axes: {lr: [0.01]}
            objective: {metric: loss, goal: minimize}
            execution: {slots: 1, retries: 0}
            """
                .formatted(folder));
    Path results = folder.resolve("results");
    Launched run = Launched.attuneAsHere("run", spec, "--out", results);
    Awaitility.await()
        .atMost(Duration.ofMinutes(5))
        .until(() -> !run.alive() || Files.exists(folder.resolve("begun")));

    assertThat(Printed.of("stop", results).exit()).isZero();
    Launched.Result end = run.await();

    assertThat(end.exit()).as(end.error()).isEqualTo(ExitCode.INTERRUPTED);
    SweepView left = SweepJournal.read(Storages.of(results.toString()));
    String trial = left.trials().get(0).trial().id();
    Attempt stopped = left.trials().get(0).attempts().get(0);
    assertThat(stopped.state()).isEqualTo(TrialState.ABANDONED);
    assertThat(stopped.provenance()).containsEntry(Provenance.PROGRAM_HASH, before);
    assertThat(Printed.of("logs", results, "--trial", trial).output()).contains("goodbye");
    Files.writeString(script, "# changed\n" + Files.readString(script));
    Printed resumed = Printed.of("run", spec, "--out", results);
    assertThat(resumed.exit()).as(resumed.error()).isZero();
    assertThat(folder.resolve("resumed")).hasContent("saved at the end");
    assertThat(Printed.of("logs", results, "--trial", trial).output())
        .containsPattern("attempt 1 on \\S+, from \\S+: abandoned")
        .containsPattern("attempt 2 on \\S+, from \\S+, resumed after step 1: finished");
    assertThat(resumed.error())
        .containsOnlyOnce("train.sh changed since attempt 1 of trial " + trial);
  }
}
