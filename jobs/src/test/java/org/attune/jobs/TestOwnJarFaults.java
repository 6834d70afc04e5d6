package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.jobs.OwnJar.attune;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.attune.api.search.OwnSearch;
import org.attune.api.trial.TrialProgram;
import org.attune.jobs.console.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Attune says where a class of the user's jar is wrong, and where its jar changed. */
class TestOwnJarFaults {

  private static final String YAML =
      """
      sweep: own
      task: parabola
      axes: {x: [1, 2]}
      objective: {metric: loss, goal: minimize}
      """;

  private static final String RESULT = "Result(Map.of(\"loss\", loss)";

  @TempDir Path folder;

  private Path spec;

  @BeforeEach
  void write() throws IOException {
    spec = Files.writeString(folder.resolve("own.yaml"), YAML);
  }

  /** The page's program, with one text replaced by another. */
  private Path parabola(String text, String by) throws IOException {
    String source = OwnJar.block("docs/your-own-training.md", "java", "class Parabola");
    assertThat(source).contains(text);
    return OwnJar.pack(folder, "Parabola", source.replace(text, by), TrialProgram.class);
  }

  @Test
  void aProgramWithTheNameOfATaskIsRefused() throws Exception {
    Path jar = parabola("return \"parabola\"", "return \"induction\"");

    Printed printed = attune(ExitCode.WRONG_INPUT, "validate", spec, "--jars", jar);

    assertThat(printed.error())
        .contains(
            "Parabola is a task named 'induction', and there is one already; give it another");
  }

  /** No command but {@code run} has the jar. */
  @Test
  void aMetricBesideTheObjectiveKeepsItsDirectionWithoutTheJar() throws Exception {
    String source =
        OwnJar.block("docs/your-own-training.md", "java", "class Parabola")
            .replace(
                "\"squared distance\")",
                "\"squared distance\"), Metric.higher(\"gain\", \"\", \"x\")")
            .replace(RESULT, "Result(Map.of(\"loss\", loss, \"gain\", x)");
    Path jar = OwnJar.pack(folder, "Parabola", source, TrialProgram.class);
    Path results = folder.resolve("results");
    attune(0, "run", spec, "--out", results, "--jars", jar);

    assertThat(attune(0, "analyze", results, "--metric", "gain").output())
        .contains("gain (higher is better)");
  }

  @Test
  void aWrongDefaultIsRefusedWithItsPlace() throws Exception {
    Path jar = parabola("-10, 10, 0,", "-10, 10, 20,");

    Printed printed = attune(ExitCode.WRONG_INPUT, "validate", spec, "--jars", jar);

    assertThat(printed.error())
        .contains(
            "Cannot use a task of --jars: Parabola: Invalid catalog: the default of 'x': '20' must"
                + " be a number from -10 to 10");
  }

  @Test
  void aWorkThatCannotBeSentIsRefusedBeforeAnythingStarts() throws Exception {
    Path jar =
        parabola(
            "return (trial, reporter) -> {",
            "Object held = new Object();\n    return (trial, reporter) -> {\n      held.hashCode();");

    Printed printed = attune(ExitCode.WRONG_INPUT, "validate", spec, "--jars", jar);

    assertThat(printed.error())
        .contains(
            "Cannot send the work of task 'parabola' to executors: it holds a java.lang.Object");
  }

  @Test
  void aResultWithoutTheObjectiveIsAFault() throws Exception {
    Path jar = parabola(RESULT, "Result(Map.of(\"los\", loss)");
    Path results = folder.resolve("results");

    attune(ExitCode.TRIALS_FAILED, "run", spec, "--out", results, "--jars", jar);

    JsonNode failed = attune(0, "status", results, "--json").json().get("failed_trials").get(0);
    assertThat(failed.get("message").asText())
        .isEqualTo(
            "The result of task 'parabola' lacks the metric 'loss'; it has los; did you mean 'los'?");
    assertThat(failed.get("attempt").asInt()).isEqualTo(1);
  }

  @Test
  void aChangeOfTheJarIsSaidAndExplainsOtherDigits() throws Exception {
    Path results = folder.resolve("results");
    Printed first = attune(0, "run", spec, "--out", results, "--jars", parabola(RESULT, RESULT));
    assertThat(first.error()).doesNotContain("changed since");
    Path jar = parabola(RESULT, "Result(Map.of(\"loss\", loss + 1)");
    Files.writeString(spec, YAML.replace("[1, 2]", "[1, 2, 3]"));

    Printed extended = attune(0, "run", spec, "--extend", "--out", results, "--jars", jar);
    assertThat(extended.error()).containsOnlyOnce("Parabola.jar changed since attempt 1 of trial ");

    Path again = folder.resolve("again.yaml");
    assertThat(attune(0, "best", results, "--confirm", 1, "--to", again, "--jars", jar).output())
        .endsWith(" run %s --jars %s%n".formatted(again, jar));

    JsonNode best = attune(0, "status", results, "--json").json().get("best");
    Printed hashes =
        attune(
            0,
            "sql",
            "--out",
            results,
            "--format",
            "csv",
            "select count(distinct libraries['Parabola.jar']) as n from attempts");
    assertThat(hashes.output().lines().skip(1)).containsExactly("2");
    assertThat(attune(0, "sql", "--out", results, "describe results").output())
        .contains("loss")
        .doesNotContain("task.loss"); // of Attune's own tasks
    String trial = best.get("trial_id").asText();
    assertThat(attune(0, "rerun", results, "--trial", trial, "--jars", jar).output())
        .containsPattern("library.Parabola.jar: [0-9a-f]{64} when recorded, [0-9a-f]{64} now")
        .contains("other digits, as is to be expected elsewhere");
  }

  @Test
  void anExceptionOfASearchNamesItsLine() throws Exception {
    String source = OwnJar.block("docs/adding-a-search-method.md", "java", "class HillClimb");
    String failing = "throw new IllegalStateException(\"cannot begin\");";
    Path jar =
        OwnJar.pack(
            folder,
            "HillClimb",
            source.replace("return new Climb(space);", failing),
            OwnSearch.class);
    Files.writeString(
        spec,
        """
        sweep: own
        task: induction
        train.steps: 1
        axes: {train.learning-rate: {log-uniform: [1e-4, 1e-2]}}
        objective: {metric: validation_loss, goal: minimize}
        search: {method: hill-climb, trials: 2}
        """);

    Printed printed =
        attune(ExitCode.FAILED, "run", spec, "--out", folder.resolve("results"), "--jars", jar);

    assertThat(printed.error())
        .containsPattern("HillClimb.java:\\d+: IllegalStateException: cannot begin");
  }

  /** Also its parameters, which a word that names the task finds. */
  @Test
  void aProgramIsListedWithItsParametersAndMetrics() throws Exception {
    assertThat(attune(0, "list", "tasks", "parabola", "--jars", parabola(RESULT, RESULT)).output())
        .contains("how far x is from 3", "where to look", "squared distance")
        .doesNotContain("induction");
  }

  @Test
  void aWordThatNamesAnOptionShowsAllItsSettings() {
    assertThat(attune(0, "list", "tasks", "mqar").output())
        .contains("task.pairs", "task.symbols", "task.length");
  }

  @Test
  void aWordThatOnlyAMetricHasShowsTheMetric() {
    assertThat(attune(0, "list", "tasks", "letter_accuracy").output())
        .contains("letter_accuracy")
        .doesNotContain("default");
  }

  @Test
  void axesPointToTasksForAKeyOfATask() {
    assertThat(attune(ExitCode.WRONG_INPUT, "list", "axes", "task.pairs").error())
        .contains(
            "'list axes' has 'task.pairs'",
            "description or source. 'list tasks task.pairs' has it.");
    assertThat(attune(ExitCode.WRONG_INPUT, "list", "axes", "nowhere").error())
        .contains("source.")
        .doesNotContain("list tasks");
  }
}
