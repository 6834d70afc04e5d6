package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep whose {@code checkpoints} are a link: a run deletes and writes nothing of another's. */
class TestLinkedCheckpoints {

  @TempDir Path folder;
  private Path spec;
  private Path run;

  @BeforeEach
  void write() throws IOException {
    spec =
        Files.writeString(
            folder.resolve("saving.yaml"),
            """
            sweep: saving
            task:
              command:
                run: sh train.sh {checkpoints} {x}
                parameters: {x: {integer: [1, 9]}}
                metrics: {loss: lower}
                folder: %s
            axes: {x: [1, 2]}
            objective: {metric: loss, goal: minimize}
            replicates: 1
            execution: {retries: 0, checkpoints: {keep: all}}
            """
                .formatted(folder));
    Files.writeString(
        folder.resolve("train.sh"),
        "touch $1/state; test -e %s/ready && echo \"{\\\"loss\\\": $2}\"\n".formatted(folder));
    run = folder.resolve("run");
  }

  @Test
  void aRunAfterRetryLeavesAnothersFolderAsItIs() throws Exception {
    Path thesis = Files.createDirectory(folder.resolve("thesis"));
    Files.writeString(thesis.resolve("chapter.tex"), "years of work");
    assertThat(Printed.of("run", spec, "--out", run).exit()).isEqualTo(3);
    Files.createSymbolicLink(run.resolve("checkpoints"), thesis);
    Files.createFile(folder.resolve("ready"));
    assertThat(Printed.of("retry", run, "--failed").exit()).isZero();

    Printed again = Printed.of("run", spec, "--out", run);

    assertThat(again.exit()).as(again.error()).isEqualTo(2);
    assertThat(again.error())
        .contains(
            "attune: Cannot use %s/checkpoints: it is a link to %s, which has files that may be another's; link an empty folder, or, if it is this sweep's, mark it: echo %s > %s/.attune-sweep."
                .formatted(run, thesis, run, thesis));
    assertThat(thesis.toFile().list()).containsExactly("chapter.tex");
    assertThat(thesis.resolve("chapter.tex")).hasContent("years of work");
  }

  @Test
  void aScratchFolderOfTheSweepIsUsedAndItsOtherFilesStay() throws Exception {
    Path scratch = Files.createDirectory(folder.resolve("scratch"));
    Files.createDirectory(run);
    Files.createSymbolicLink(run.resolve("checkpoints"), scratch);
    assertThat(Printed.of("run", spec, "--out", run).exit()).isEqualTo(3);
    assertThat(scratch.resolve(".attune-sweep")).hasContent(run.toRealPath().toString());
    Files.writeString(scratch.resolve("notes.txt"), "mine");
    Path left = Files.createFile(scratch.resolve("ab-0.1.1.5.sha256.zip"));
    Files.createFile(folder.resolve("ready"));
    assertThat(Printed.of("retry", run, "--failed").exit()).isZero();

    Printed again = Printed.of("run", spec, "--out", run);

    assertThat(again.exit()).as(again.error()).isZero();
    assertThat(scratch.resolve("notes.txt")).hasContent("mine");
    assertThat(left).doesNotExist();
    assertThat(scratch.toFile().list((at, name) -> name.endsWith(".sha256.zip"))).hasSize(2);
  }

  @Test
  void aLinkInPlaceOfAnotherFolderIsRefusedBeforeAnythingRuns() throws Exception {
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.createDirectory(run);
    Files.createSymbolicLink(run.resolve("logs"), other);
    Files.createDirectory(run.resolve("epochs"));
    Files.createFile(folder.resolve("ready"));

    Printed refused = Printed.of("run", spec, "--out", run);

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.error())
        .contains(
            "attune: Cannot use %s/logs: it is a link, and in a sweep's directory Attune follows only checkpoints; put the folder here, or link the whole directory."
                .formatted(run));
    assertThat(other).isEmptyDirectory();
  }
}
