package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.jobs.OwnJar.attune;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.attune.api.search.OwnSearch;
import org.attune.api.stopping.OwnStoppingRule;
import org.attune.api.trial.TrialProgram;
import org.attune.jobs.console.ExitCode;
import org.attune.model.task.Task;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Attune says where a class of the user's jar returns null, or what does not fit. */
class TestOwnJarNulls {

  private static final String SWEEP =
      """
      sweep: own
      task: parabola
      axes: {x: {uniform: [1, 3]}}
      objective: {metric: loss, goal: minimize}
      search: {method: %s, trials: 2}
      """;

  private static final String OF_MODELS =
      """
      sweep: own
      task: %s
      model: {width: 16, layers: 1, heads: 2}
      train: {steps: 4, batch: 2}
      axes: {attention.gate: [none, %s]}
      objective: {metric: validation_loss, goal: minimize}
      """;

  private static final String METHODS = "docs/adding-a-search-method.md";

  @TempDir Path folder;

  /** A class of a page, with one text replaced by another. */
  private Path jar(String page, String name, Class<?> service, String text, String by)
      throws IOException {
    String source = OwnJar.block(page, "java", "class " + name);
    assertThat(source).contains(text);
    return OwnJar.pack(folder, name, source.replace(text, by), service);
  }

  private Path parabola(String text, String by) throws IOException {
    return jar("docs/your-own-training.md", "Parabola", TrialProgram.class, text, by);
  }

  private void refused(String yaml, Object jars, String why) throws IOException {
    Path spec = Files.writeString(folder.resolve("own.yaml"), yaml);
    Printed printed = attune(ExitCode.WRONG_INPUT, "validate", spec, "--jars", jars);
    assertThat(printed.error()).contains(why);
  }

  @Test
  void whatAClassSaysOfItselfIsNeverNull() throws Exception {
    Path jar = parabola("return \"how far x is from 3\"", "return null");
    String why = "describes() returned null; return a value of type String";

    refused(
        SWEEP.formatted("random"),
        jar,
        "Cannot use Parabola of Parabola.jar (%s): %s"
            .formatted(TrialProgram.class.getName(), why));
    assertThat(attune(ExitCode.WRONG_INPUT, "list", "tasks", "--jars", jar).error()).contains(why);
  }

  @Test
  void aListWithNullIsRefused() throws Exception {
    refused(
        SWEEP.formatted("random"),
        parabola("List.of(Metric.lower", "java.util.Arrays.asList(null, Metric.lower"),
        "metrics() returned a list with null; leave the null out");
  }

  @Test
  void aProgramWithoutWorkIsRefused() throws Exception {
    refused(
        SWEEP.formatted("random"),
        parabola(
            "return (trial, reporter) -> {",
            "if (true) return null; return (trial, reporter) -> {"),
        "Parabola of Parabola.jar: work() returned null; return a value of type TrialWork");
  }

  @Test
  void anOwnMethodThatBeginsOrAnswersNullIsRefused() throws Exception {
    for (String[] wrong :
        new String[][] {
          {"return new Climb(space)", "begin() returned null; return a value of type Search"},
          {
            "return replicates.isEmpty() ? Proposal.DONE : replicates.remove(0)",
            "ask() returned null; return a value of type Proposal"
          }
        }) {
      Path method = jar(METHODS, "HillClimb", OwnSearch.class, wrong[0], "return null");
      refused(
          SWEEP.formatted("hill-climb"),
          parabola("3", "3") + "," + method,
          (wrong[1].startsWith("begin") ? "HillClimb" : "HillClimb$Climb")
              + " of HillClimb.jar: "
              + wrong[1]);
    }
  }

  @Test
  void aVerdictThatIsNullEndsTheRunWithItsClass() throws Exception {
    Path rule = jar(METHODS, "GoodEnough", OwnStoppingRule.class, ": Verdict.GO_ON", ": null");
    Path spec =
        Files.writeString(
            folder.resolve("own.yaml"),
            SWEEP.formatted("random") + "stop: {good-enough: {value: -1}}\n");

    Printed printed =
        attune(
            ExitCode.WRONG_INPUT,
            "run",
            spec,
            "--out",
            folder.resolve("results"),
            "--jars",
            parabola("3", "3") + "," + rule);

    assertThat(printed.error())
        .contains(
            "GoodEnough$1 of GoodEnough.jar: report() returned null; return a value of type Verdict");
  }

  @Test
  void aReasonThatIsNullNamesTheLine() throws Exception {
    Path rule =
        jar(
            METHODS,
            "GoodEnough",
            OwnStoppingRule.class,
            "Stop(\"%s is better than %s\".formatted(metric(), goodEnough))",
            "Stop(null)");
    Path spec =
        Files.writeString(
            folder.resolve("own.yaml"),
            SWEEP.formatted("random") + "stop: {good-enough: {value: 100}}\n");

    Printed printed =
        attune(
            ExitCode.FAILED,
            "run",
            spec,
            "--out",
            folder.resolve("results"),
            "--jars",
            parabola("3", "3") + "," + rule);

    assertThat(printed.error())
        .containsPattern("GoodEnough.java:\\d+: .*The reason of a verdict is null");
  }

  /** Only the trial fails, once; a null in a result ended the sweep, and no resume helped. */
  @Test
  void aMetricThatIsNullFailsItsTrial() throws Exception {
    failsOnce(
        parabola(
            "Result(Map.of(\"loss\", loss)",
            "Result(java.util.Collections.singletonMap(\"loss\", null)"),
        "Parabola \\(Parabola.java:\\d+\\): The result's metric 'loss' is null; .*");
  }

  @Test
  void aResultThatIsNullFailsItsTrial() throws Exception {
    failsOnce(
        parabola("return new TrialWork.Result(Map.of(\"loss\", loss), Map.of())", "return null"),
        "Parabola of Parabola.jar: its work returned null; return a value of type Result");
  }

  @Test
  void aReportOfNullFailsItsTrial() throws Exception {
    failsOnce(
        parabola("report(1, Map.of(\"loss\", loss))", "report(1, null)"),
        "Parabola \\(Parabola.java:\\d+\\): .*");
  }

  private void failsOnce(Path jar, String message) throws IOException {
    Path spec = Files.writeString(folder.resolve("own.yaml"), SWEEP.formatted("random"));
    Path results = folder.resolve("results");

    attune(ExitCode.TRIALS_FAILED, "run", spec, "--out", results, "--jars", jar);

    JsonNode failed = attune(0, "status", results, "--json").json().get("failed_trials");
    assertThat(failed).hasSize(2);
    assertThat(failed.get(0).get("message").asText()).matches(message);
    assertThat(failed.get(0).get("attempt").asInt()).isEqualTo(1);
    assertThat(failed.get(0).get("cause").asText()).isEqualTo("trial-fault");
  }

  @Test
  void anOwnTaskIsTriedBeforeTheSweepRuns() throws Exception {
    String[][] wrong = {
      {"Signature.tokens(LENGTH, settings.integer(MODULUS))", "null", "signature() returned null"},
      {
        "new Sums(settings.integer(MODULUS), seed, HeldOutPart.SHARED)",
        "null",
        "open() returned null"
      },
      {"draw(new SplittableRandom(31 * seed + step), size)", "null", "training() returned a batch"},
      {"return batches;", "return null;", "validation() returned null"},
      {"return batches;", "return List.of();", "validation() returned no batch"},
      {
        "Signature.tokens(LENGTH,",
        "Signature.tokens(LENGTH + 1,",
        "training() returned examples of 16 rows, and signature() says 17"
      },
      {
        "random.nextInt(modulus)",
        "modulus",
        "training() returned the token 5, and signature() says 0 to 4"
      },
      {"sum % modulus", "-1", "training() returned the label -1, and signature() says 0 to 4"},
      {
        "Nd4j.createFromArray(weights)",
        "Nd4j.createFromArray(weights[0])",
        "validation() returned 1024 labels and 16 weights"
      }
    };
    for (String[] each : wrong) {
      refused(
          OF_MODELS.formatted("running-sum", "learned"),
          jar("docs/tasks.md", "RunningSum", Task.class, each[0], each[1]),
          "RunningSum of RunningSum.jar: " + each[2]);
    }
  }

  @Test
  void columnsAndMetricsOfAJarAreChecked() throws Exception {
    String yaml = SWEEP.formatted("random");
    String of = "Cannot use a task of --jars: Parabola: ";
    refused(
        yaml,
        parabola("\"x\", \"x\"", "\"x\", \"loss\""),
        of + "the parameter 'x': its column 'loss' would hide the metric 'loss'");
    refused(
        yaml,
        parabola("\"x\", \"x\"", "\"x\", \"state\""),
        of + "the parameter 'x': its column 'state' is one that every sweep's table results has");
    refused(
        yaml,
        parabola("Metric.lower(\"loss\"", "Metric.lower(\"Log Loss\""),
        of + "the metric 'Log Loss' must be lower-case letters");
    String tasks = OF_MODELS.formatted("running-sum", "learned");
    refused(
        tasks,
        jar("docs/tasks.md", "RunningSum", Task.class, "\"modulus\"", "\"validation_loss\""),
        "the parameter 'task.modulus': its column 'validation_loss' would hide the metric");
    refused(
        tasks,
        jar(
            "docs/tasks.md",
            "RunningSum",
            Task.class,
            "plain(\"floor_validation_loss\"",
            "plain(\"validation_loss\""),
        "RunningSum: the metric 'validation_loss' is declared twice");
  }
}
