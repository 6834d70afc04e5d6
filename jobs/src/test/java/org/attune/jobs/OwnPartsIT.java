package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.attune.model.attention.OwnParts;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The attention part that {@code docs/adding-an-attention-part.md} puts into a jar. Commands run in
 * processes of their own, for parts are looked for once in a process.
 */
class OwnPartsIT {

  private static final String PAGE = "docs/adding-an-attention-part.md";

  @TempDir Path folder;

  private Path jar;
  private Path spec;

  @BeforeEach
  void pack() throws IOException {
    spec = Files.writeString(folder.resolve("mine.yaml"), block("yaml", "sweep: mine"));
    jar = OwnJar.pack(folder, "MyParts", block("java", "class MyParts"), OwnParts.class);
  }

  @Test
  void isSweptAndTrained() throws Exception {
    Path results = folder.resolve("results");

    assertThat(attune("run", spec, "--out", results, "--jars", jar, "--cpu")).contains("tempered");

    SweepView sweep = SweepJournal.read(new LocalStorage(results));
    assertThat(sweep.counts().finished()).isEqualTo(3);
    assertThat(sweep.trials())
        .extracting(trial -> trial.trial().configuration().values().get("attention.gate"))
        .containsExactlyInAnyOrder("none", "tempered", "tempered");
    // One gate opens wider than the other: losses are of three models, not of one.
    assertThat(sweep.trials().stream().map(trial -> trial.objective().orElseThrow()).distinct())
        .hasSize(3);
  }

  @Test
  void isListedWithItsSource() throws Exception {
    assertThat(attune("list", "axes", "tempered", "--jars", jar))
        .contains("tempered", "sigmoid of what heads read, over a temperature", "mine");
  }

  /** The examples of four pages in one jar, which the project of {@code your-own-jar.md} builds. */
  @Test
  void isSweptWithATaskASearchMethodAndAStoppingRuleOfTheUser() throws Exception {
    Path all = OwnMavenProject.jar(folder.resolve("my-attune"), OwnJar.ofPages());
    Path results = folder.resolve("all");
    Path four =
        Files.writeString(
            folder.resolve("all.yaml"),
            """
            sweep: all
            task: running-sum
            model: {width: 16, layers: 1, heads: 2}
            train: {steps: 40, batch: 8, evaluate-every: 2}
            axes:
              attention.gate: [none, {tempered: {temperature: {uniform: [0.5, 2]}}}]
            objective: {metric: validation_loss, goal: minimize}
            search: {method: hill-climb, trials: 4}
            stop: {good-enough: {value: 100}}
            """);

    attune("run", four, "--out", results, "--jars", all, "--cpu");

    SweepView sweep = SweepJournal.read(new LocalStorage(results));
    assertThat(sweep.trials())
        .extracting(trial -> trial.trial().configuration().values().get("attention.gate"))
        .contains("tempered");
    assertThat(sweep.counts().stopped()).isEqualTo(4);
    assertThat(attune("list", "tasks", "modulus", "--jars", all)).contains("task.modulus", "mine");
    assertThat(attune("list", "axes", "tempered", "--jars", all)).contains("tempered");
  }

  /** What a command prints, in a process of its own. */
  private static String attune(Object... arguments) throws IOException, InterruptedException {
    Launched.Result result = Launched.attuneAsHere(arguments).await();
    assertThat(result.exit()).as(result.error()).isZero();
    return result.output();
  }

  private static String block(String language, String within) throws IOException {
    return OwnJar.block(PAGE, language, within);
  }
}
