package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.console.LogFile;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names, texts and devices that someone means harm with, or that went wrong. */
class TestHostileInput {

  private static final String ESCAPE = "\u001b[2Jgone";
  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);

  @TempDir Path folder;

  @Test
  void aSweepsNameIsAFoldersName() throws Exception {
    assertNameRefused(".", "'.' names a folder that exists already");
    assertNameRefused("..", "'..' names a folder that exists already");
    assertNameRefused("a".repeat(5_000), "the name has 5,000 characters; it becomes a folder's");
    assertThat(validated("a".repeat(255)).exit()).isZero();
    assertThat(validated("..a").exit()).isZero();
  }

  private void assertNameRefused(String name, String why) throws Exception {
    Ran ran = validated(name);
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.error()).contains(why);
  }

  private Ran validated(String name) throws Exception {
    Path spec =
        Files.writeString(
            folder.resolve("named.yaml"),
            """
            sweep: %s
            task: {command: {run: "true", metrics: {loss: lower}}}
            objective: {metric: loss, goal: minimize}
            """
                .formatted(name));
    return Ran.attune("validate", spec.toString());
  }

  @Test
  void whatAFileSaysDoesNotReachTheTerminalAsItIs() throws Exception {
    Path spec =
        Files.writeString(
            folder.resolve("s.yaml"), "sweep: s\ntask: \"\\e[2Jgone\"\n\"\\e[2Jkey\": 1\n");

    Ran ran = Ran.attune("validate", spec.toString());

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.error()).contains("\\u001b[2J").doesNotContain("\u001b");
  }

  @Test
  void whatAProgramPrintedDoesNotReachTheTerminalAsItIs() throws Exception {
    String trial;
    try (RecordedSweep sweep = RecordedSweep.in(folder, "s", LOSS)) {
      sweep.finished(Map.of("gate", "a"), 0, Map.of("validation_loss", 1.0)).flush();
      trial = Sweeps.read(folder.toString()).trials().get(0).trial().id();
    }
    Path output = folder.resolve(SweepLayout.output(1, trial, 1));
    Files.createDirectories(output.getParent());
    Files.writeString(output, "a\tline\n" + ESCAPE + "\n");

    Ran ran = Ran.attune("logs", folder.toString(), "--trial", trial);

    assertThat(ran.output()).contains("  a\tline\n  \\u001b[2Jgone\n").doesNotContain("\u001b");
  }

  @Test
  void aFullDiskIsSaidInOneLine() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "s", LOSS)) {
      sweep.finished(Map.of("gate", "a"), 0, Map.of("validation_loss", 1.0)).flush();
    }

    Ran ran = Ran.attune("report", folder.toString(), "--html", "/dev/full");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.error().strip())
        .startsWith("attune: ")
        .contains(
            "/dev/full: the disk is full. What was written before is safe: make room, and run the")
        .hasLineCount(1);
  }

  @Test
  void theLogOfAProcessHasANameThatNobodyCanPlantALinkAt() throws Exception {
    String before = System.getProperty("attune.log");
    Path log;
    try {
      System.clearProperty("attune.log");
      log = LogFile.path().orElseThrow();
    } finally {
      if (before != null) {
        System.setProperty("attune.log", before);
      }
    }

    assertThat(log.getFileName().toString())
        .doesNotContain("-" + ProcessHandle.current().pid() + ".")
        .startsWith("attune-");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
        .isEqualTo("rw-------");
  }

  @Test
  void theReportReadsTheFileOfASweepOverAProgram() throws Exception {
    Path spec =
        Files.writeString(
            folder.resolve("mine.yaml"),
            """
            sweep: mine
            task:
              command:
                run: "echo '{\\"loss\\": {x}}'"
                parameters: {x: {integer: [1, 9]}}
                metrics: {loss: lower}
            axes: {x: [1, 2]}
            objective: {metric: loss, goal: minimize}
            replicates: 1
            """);
    Path results = folder.resolve("results");
    Printed run = Printed.of("run", spec, "--out", results);
    assertThat(run.exit()).as(run.error()).isZero();

    Ran ran = Ran.attune("report", results.toString(), "--spec", spec.toString());

    assertThat(ran.exit()).as(ran.error()).isZero();
    assertThat(results.resolve("report.html")).exists();
  }
}
