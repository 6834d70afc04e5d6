package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.attune.jobs.console.ExitCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on sweeps whose trials are a program of the user's, on a real Spark in this process. */
class TestOwnTraining {

  private static final String PROGRAM =
      """
      echo "a line for the logs of $1"
      for step in 1 2 3; do
        echo "{\\"step\\": $step, \\"loss\\": $1$step}"
      done
      [ "$1" != 3 ] || { echo 'no data for 3' >&2; exit 4; }
      """;

  @TempDir Path folder;

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private Path spec;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("train.sh"), PROGRAM);
    spec = Files.writeString(folder.resolve("own.yaml"), yaml("sh train.sh {size}"));
    System.setOut(new PrintStream(printed, true, UTF_8));
    System.setErr(new PrintStream(said, true, UTF_8));
  }

  @AfterEach
  void restore() {
    System.setOut(out);
    System.setErr(err);
  }

  private String yaml(String run) {
    return """
    sweep: own
    task:
      command:
        run: '%s'
        folder: %s
        parameters: {size: {integer: [1, 9]}}
        metrics: {loss: lower}
    axes: {size: [1, 2, 3]}
    objective: {metric: loss, goal: minimize}
    execution: {retries: 1, slots: 2}
    """
        .formatted(run, folder);
  }

  private static void assertIsMyOwn(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      assertThat(all)
          .as("programs print secrets")
          .anyMatch(file -> file.toString().endsWith(".txt"))
          .anyMatch(file -> file.toString().endsWith(".log"))
          .filteredOn(file -> !file.endsWith("report.html")) // for others: in a folder that is mine
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .endsWith("------"));
    }
  }

  private String attune(int exit, Object... arguments) {
    printed.reset();
    said.reset();
    String[] words = new String[arguments.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = arguments[i].toString();
    }
    assertThat(Attune.execute(words)).as("%s%n%s", said, printed).isEqualTo(exit);
    OutputCheck.of(List.of(words), exit, printed.toString(UTF_8));
    return printed.toString(UTF_8);
  }

  @Test
  void aProgramIsSweptAndItsFailuresAndOutputAreShown() throws Exception {
    Path results = folder.resolve("results");

    attune(ExitCode.TRIALS_FAILED, "run", spec, "--out", results);

    JsonNode status = new ObjectMapper().readTree(attune(0, "status", results, "--json"));
    assertThat(status.get("finished").asInt()).isEqualTo(2);
    assertThat(status.get("best").get("objective").asDouble()).isEqualTo(13);
    JsonNode failed = status.get("failed_trials").get(0);
    assertThat(failed.get("cause").asText()).isEqualTo("program-error");
    assertThat(failed.get("attempt").asInt()).isEqualTo(2);
    assertThat(failed.get("message").asText())
        .isEqualTo("The program ended with exit code 4; it printed last: no data for 3");
    assertThat(attune(0, "logs", results, "--trial", failed.get("trial_id").asText()))
        .contains("a line for the logs of 3", "no data for 3")
        .doesNotContain("org.attune");
    attune(0, "report", results);
    assertIsMyOwn(results);
    assertThat(attune(0, "validate", spec, "--out", results))
        .as("the third trial failed, and its time is not that of a training")
        .containsPattern(
            "time +about \\d+ s here, [12] at a time; 2 trials of %s took ".formatted(results));

    String best = status.get("best").get("trial_id").asText();
    assertThat(attune(0, "rerun", results, "--trial", best, "--yes"))
        .contains("loss", "13.0", "the same digits");
    assertThat(
            attune(
                0, "rerun", results, "--trial", best.substring(0, 6), "--folder", folder, "--yes"))
        .contains("the same digits");
    Path script = folder.resolve("train.sh");
    String before = sha(script);
    Files.writeString(script, PROGRAM.replace("$1$step", "$1$step.5"));
    assertThat(attune(0, "rerun", results, "--trial", best, "--yes"))
        .contains("13.5", "other digits: the program is another than then")
        .contains(
            "train.sh changed since this trial (sha %s -> %s)"
                .formatted(before.substring(0, 8), sha(script).substring(0, 8)));
  }

  @Test
  void eachAttemptHasItsScriptsHashAndRevisionAndAChangeIsSaidOnce() throws Exception {
    Path results = folder.resolve("results");
    Path script = folder.resolve("train.sh");
    git("init", "-q");
    git("add", "train.sh");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one");
    attune(ExitCode.TRIALS_FAILED, "run", spec, "--out", results);
    assertThat(said.toString(UTF_8)).doesNotContain("changed since");
    String before = sha(script);
    Files.writeString(script, PROGRAM.replace("!= 3", "!= 4"));
    String after = sha(script);

    attune(0, "retry", results, "--failed");
    attune(0, "run", spec, "--out", results);

    assertThat(said.toString(UTF_8))
        .containsOnlyOnce("train.sh changed since attempt 1 of trial ")
        .contains("(sha %s -> %s)".formatted(before.substring(0, 8), after.substring(0, 8)));
    String mixed = "results are of 2 versions of train.sh: ";
    assertThat(attune(0, "status", results)).containsOnlyOnce(mixed);
    assertThat(attune(0, "analyze", results))
        .containsOnlyOnce(mixed)
        .contains("1 trial of " + after.substring(0, 8), "2 trials of " + before.substring(0, 8));
    for (String command : List.of("status", "analyze")) {
      JsonNode versions =
          new ObjectMapper()
              .readTree(attune(0, command, results, "--json"))
              .at("/mixed_programs/train.sh");
      assertThat(versions.path(after).intValue()).as(command).isEqualTo(1);
      assertThat(versions.path(before).intValue()).as(command).isEqualTo(2);
    }
    String attempts =
        attune(
            0,
            "sql",
            "--out",
            results,
            "--format",
            "csv",
            "select state, program, program_hash, program_version from attempts order by"
                + " started_at");
    assertThat(attempts.lines().skip(1))
        .hasSize(5)
        .allMatch(row -> row.contains(",train.sh,"))
        .filteredOn(row -> row.contains(before))
        .hasSize(4)
        .allMatch(row -> row.matches(".*,[0-9a-f]{40}"))
        .filteredOn(row -> row.startsWith("failed"))
        .hasSize(2);
    assertThat(attempts.lines().filter(row -> row.contains(after)))
        .singleElement()
        .asString()
        .startsWith("finished")
        .endsWith("-dirty");
  }

  private void git(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(words));
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
  }

  private static String sha(Path file) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }

  @Test
  void aPlanAndASimulationNeedNoProgramToRun() {
    assertThat(attune(0, "validate", spec))
        .contains("3: 3 cells x 1 seed", "unknown: trials are")
        .contains("time        unknown: only trials of your program tell it")
        .contains("once one has ended in runs/own");
    String simulated = attune(0, "simulate", spec, "--workers", 2);
    assertThat(simulated).contains("grid", "random", "auto").doesNotContain("best");
    assertThat(said.toString(UTF_8))
        .contains(
            "assumed: each trial takes 1,000 steps and 60 s (1 trial in 20 takes four times as"
                + " long); its")
        .contains("--trial-seconds", "--from DIR");
    assertThat(attune(0, "simulate", spec, "--json")).contains("\"best\" : null");
  }

  @Test
  void resultsThatAreNotFiniteAreCountedAndSmallOnesHaveDigits() throws Exception {
    Files.writeString(
        folder.resolve("train.sh"),
        """
        [ "$1" = 2 ] && loss=NaN || loss=0.00000012$1
        echo "{\\"step\\": 1, \\"loss\\": $loss}"
        """);
    Path results = folder.resolve("results");

    String end = attune(0, "run", spec, "--out", results);

    assertThat(end).contains("1.210e-7").doesNotContain("0.0000");
    assertThat(said.toString(UTF_8)).contains("best loss 1.210e-7");
    assertThat(end)
        .contains(
            "3 trials: 3 finished (1 without a finite loss, which counts as a failed seed), 0"
                + " stopped");
    assertThat(attune(0, "status", results))
        .contains("3 finished (1 without a finite loss, which counts as a failed seed), 0 stopped");
    assertThat(attune(0, "watch", results))
        .contains("3/3 done, 0 running, 1 without a finite loss");
    JsonNode status = new ObjectMapper().readTree(attune(0, "status", results, "--json"));
    assertThat(status.get("finished").asInt()).isEqualTo(3);
    assertThat(status.get("not_finite").asInt()).isEqualTo(1);
    assertThat(attune(0, "retry", results, "--failed"))
        .contains("has failed; 1 without a finite loss, which is a result");
  }

  /** Else each cell would stand at the rate with its lowest accuracy. */
  @Test
  void aMetricBesideTheObjectiveKeepsItsDeclaredDirection() throws Exception {
    Files.writeString(
        folder.resolve("train.sh"),
        "echo \"{\\\"step\\\": 1, \\\"latency\\\": $1, \\\"accuracy\\\": 0.$1$2}\"\n");
    Files.writeString(
        spec,
        yaml("sh train.sh {size} {train.lr}")
            .replace("[1, 9]}}", "[1, 9]}, train.lr: {integer: [1, 9]}}")
            .replace("loss: lower", "accuracy: higher, latency: lower")
            .replace("size: [1, 2, 3]", "size: [1, 2], train.lr: [3, 5]")
            .replace("metric: loss", "metric: latency"));
    Path results = folder.resolve("results");
    attune(0, "run", spec, "--out", results);

    assertThat(attune(0, "analyze", results, "--metric", "accuracy"))
        .contains("accuracy (higher is better)")
        .containsPattern("size=2 +size=1 +lr=5 +lr=5 +\\+0\\.1");
    assertThat(
            new ObjectMapper()
                .readTree(attune(0, "analyze", results, "--metric", "accuracy", "--json"))
                .path("goal")
                .asText())
        .isEqualTo("maximize");
    assertThat(attune(0, "export", results, "--metric", "accuracy", "--format", "markdown"))
        .containsPattern("\\*\\*0\\.25");
  }

  /** Its own file of data is not a part of the script's hash. */
  @Test
  void otherDigitsOfTheSameScriptMayComeFromItsData() throws Exception {
    Files.writeString(folder.resolve("data.csv"), "1");
    Files.writeString(
        folder.resolve("train.sh"),
        "echo \"{\\\"step\\\": 1, \\\"loss\\\": $1.$(cat data.csv)}\"\n");
    Path results = folder.resolve("results");
    attune(0, "run", spec, "--out", results);
    String best =
        new ObjectMapper()
            .readTree(attune(0, "status", results, "--json"))
            .at("/best/trial_id")
            .asText();
    Files.writeString(folder.resolve("data.csv"), "2");

    assertThat(attune(1, "rerun", results, "--trial", best, "--yes"))
        .contains("A file that the program reads may have changed");
  }

  @Test
  void aSweepWithoutAFiniteResultHasNoBestAndSaysWhy() throws Exception {
    Files.writeString(folder.resolve("train.sh"), "echo '{\"step\": 1, \"loss\": NaN}'");
    Path results = folder.resolve("results");
    attune(0, "run", spec, "--out", results);

    attune(2, "best", results);

    assertThat(said.toString(UTF_8))
        .contains("has no best trial: 3 finished, 3 without a finite loss;");
  }

  @Test
  void aScriptThatIsNotThereIsWarnedOfAndAProgramRefused() throws Exception {
    attune(0, "validate", spec);
    assertThat(said.toString(UTF_8)).doesNotContain("there is no");
    Files.writeString(spec, yaml("sh trian.sh {size}")); // a shell may find it on the PATH

    attune(0, "validate", spec);
    assertThat(said.toString(UTF_8))
        .containsOnlyOnce(
            "warning: task.command.run: there is no trian.sh in %s on this machine; did you mean"
                    .formatted(folder)
                + " 'train.sh'?");

    Files.writeString(spec, yaml("./trian.sh {size}"));
    attune(2, "validate", spec);
    assertThat(printed.toString(UTF_8)).as("one answer").doesNotContain("is valid");
    assertThat(said.toString(UTF_8))
        .containsOnlyOnce(
            "'attune run' would refuse the sweep on this machine: task.command.run: there is no"
                + " ./trian.sh in %s on this machine".formatted(folder));

    Files.writeString(spec, yaml("shh train.sh {size}"));
    attune(2, "run", spec, "--dry-run");
    attune(2, "run", spec, "--out", folder.resolve("results"));
    assertThat(said.toString(UTF_8)).contains("there is no program 'shh' on this machine's PATH");
    assertThat(folder.resolve("results")).doesNotExist();
  }

  @Test
  void onAClusterTheWorkersDecideWhatIsThere() throws Exception {
    Files.writeString(spec, yaml("shh train.sh {size}"));
    System.setProperty("spark.master", "spark://127.0.0.1:7077");
    try {
      attune(0, "validate", spec);
    } finally {
      System.clearProperty("spark.master");
    }
    assertThat(said.toString(UTF_8))
        .contains(
            "warning: task.command.run: there is no program 'shh' on this machine's PATH",
            "here a worker lacks it too, every trial fails");
  }

  @Test
  void aDeclarationThatIsWrongIsRefusedWithItsPlace() throws Exception {
    Files.writeString(
        spec,
        yaml("sh train.sh {sise}")
            .replace(
                "{integer: [1, 9]}", "{integr: [1, 9]}, seed: {flag: true}, threads: {flag: true}")
            .replace("loss: lower", "loss: less"));

    attune(ExitCode.WRONG_INPUT, "validate", spec);

    assertThat(said.toString(UTF_8))
        .contains("own.yaml:4:", "{sise} is not declared; declare it under parameters, or use one")
        .contains("must say one of real, integer, choice, flag, text")
        .contains("'seed' is a section of the sweep file")
        .contains("'threads' is reserved (passed as {threads}); rename the parameter")
        .contains("'less' must say which way is better: one of lower, higher, neither");
  }
}
