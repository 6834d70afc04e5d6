package org.attune.jobs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.attune.cluster.trial.ModelCatalog;
import org.attune.cluster.trial.UserData;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.search.Trial;
import org.attune.sweeps.spec.SpecFile;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.trial.Cause;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Input that is wrong ends with exit code 2 and one message that says what to do; nothing is
 * written, and Spark is not started.
 */
@Timeout(30)
class TestWrongInput {

  private static final String MASTER = "spark.master";
  private static final String LISTENERS = "spark.extraListeners";
  private static final AtomicBoolean SPARK_STARTED = new AtomicBoolean();
  private static final String VALID =
      """
      sweep: small
      task: text
      model: {width: 16, layers: 1, heads: 2}
      train: {steps: 2, batch: 2}
      axes:
        attention.gate: [none, learned]
      objective: {metric: validation_loss, goal: minimize}
      """;

  @TempDir Path folder;

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private Path spec;
  private Path results;

  @BeforeEach
  void listen() throws IOException {
    spec = Files.writeString(folder.resolve("small.yaml"), VALID);
    results = folder.resolve("results");
    SPARK_STARTED.set(false);
    System.setProperty(LISTENERS, Witness.class.getName());
    System.setOut(new PrintStream(printed, true, UTF_8));
    System.setErr(new PrintStream(said, true, UTF_8));
  }

  @AfterEach
  void stopListening() {
    System.setOut(out);
    System.setErr(err);
    System.clearProperty(MASTER);
    System.clearProperty(LISTENERS);
  }

  /** Made by every Spark that starts, also by one that is stopped again. */
  public static final class Witness extends SparkListener {
    public Witness() {
      SPARK_STARTED.set(true);
    }
  }

  @Test
  void noCommand() throws Exception {
    assertRefused("Missing a command", new Object[] {});
  }

  @Test
  void unknownCommand() throws Exception {
    assertRefused("'rum'", "rum", spec);
    assertThat(said.toString(UTF_8)).contains("run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "validate"})
  void anObjectiveThatTheTaskDoesNotHave(String command) throws Exception {
    Files.writeString(spec, VALID.replace("validation_loss", "validation_los"));

    assertRefused(
        "small.yaml:7:21: objective.metric: 'validation_los' is not a metric that trials report",
        command,
        spec);
    assertThat(said.toString(UTF_8)).contains("did you mean 'validation_loss'?");
  }

  @Test
  void unknownOption() throws Exception {
    assertRefused("--ouput", "run", spec, "--ouput", results);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "validate"})
  void noSweepFile(String command) throws Exception {
    assertRefused("Missing required parameter: 'SPEC.yaml'", command);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "validate"})
  void aSweepFileThatIsNotThere(String command) throws Exception {
    assertRefused(
        "Cannot find the sweep file " + folder.resolve("other.yaml"),
        command,
        folder.resolve("other.yaml"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "validate"})
  void aDirectoryForASweepFile(String command) throws Exception {
    assertRefused(folder + " is a directory", command, folder);
  }

  @Test
  void aSweepFileThatMayNotBeRead() throws Exception {
    assertThat(spec.toFile().setReadable(false)).isTrue();
    assumeFalse(Files.isReadable(spec), "root reads everything");
    assertRefused("Cannot read " + spec + ": permission denied", "run", spec, "--out", results);
  }

  @Test
  void aSweepFileThatIsNoText() throws Exception {
    Files.write(spec, "sweep: \u00e9t\u00e9".getBytes(ISO_8859_1));
    assertRefused("Cannot read " + spec + ": it is not UTF-8 text", "validate", spec);
  }

  @Test
  void aSweepFileThatIsFarTooLong() throws Exception {
    Files.write(spec, new byte[2_000_000]);
    assertRefused("a sweep file has at most 1000000", "run", spec, "--out", results);
  }

  @Test
  void aDirectoryThatTheSystemDoesNotLetBeMade() throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc")), "only Linux has /proc");
    assertRefused("Cannot write to /proc/attune", "run", spec, "--out", "/proc/attune");
  }

  @Test
  void anUnknownKey() throws Exception {
    Files.writeString(spec, VALID.replace("  attention.gate:", "  attention.gait:"));
    assertRefused(
        spec + ":6:3: axes.attention.gait: unknown parameter", "run", spec, "--out", results);
    assertThat(said.toString(UTF_8)).contains("did you mean 'attention.gate'?");
  }

  @Test
  void everyProblemOfAFileAtOnce() throws Exception {
    Files.writeString(
        spec,
        VALID.replace("width: 16", "width: wide").replace("goal: minimize", "goal: minimise"));
    assertRefused(spec + ":3:16: model.width: 'wide' must be a whole number", "validate", spec);
    assertThat(said.toString(UTF_8)).contains(spec + ":7:", "did you mean 'minimize'?");
  }

  @Test
  void anUnknownKeyToSet() throws Exception {
    assertRefused(
        "--set train.stepps=7: train.stepps: unknown",
        "run",
        spec,
        "--out",
        results,
        "--set",
        "train.stepps=7");
    assertThat(said.toString(UTF_8)).contains("did you mean 'train.steps'?");
  }

  @Test
  void aValueToSetThatIsOutOfRange() throws Exception {
    assertRefused(
        "--set model.heads=-1: model.heads: '-1' must be a whole number",
        "validate",
        spec,
        "--set",
        "model.heads=-1");
  }

  @Test
  void aKeyToSetWithoutAValue() throws Exception {
    assertRefused("KEY=VALUE", "run", spec, "--out", results, "--set", "train.steps");
  }

  @Test
  void dataThatIsNotThere() throws Exception {
    Path text = folder.resolve("text.txt");
    assertRefused("Cannot read --data " + text, "run", spec, "--out", results, "--data", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "validate"})
  void dataThatTheTaskCannotRead(String command) throws Exception {
    byte[] noise = new byte[100_000];
    new Random(1).nextBytes(noise);
    Path empty = Files.write(folder.resolve("empty.txt"), new byte[0]);
    Path five = Files.writeString(folder.resolve("five.txt"), "five.");
    Path random = Files.write(folder.resolve("random.bin"), noise);
    String text = "(the task 'text' reads a text file in UTF-8)";

    assertRefusedData(command, empty, "it is empty", text);
    assertRefusedData(command, five, "Cannot cut examples", text);
    assertRefusedData(command, random, "this is no text", text);
    assertRefusedData(command, folder, "it is a folder", text);
  }

  private void assertRefusedData(String command, Path data, String... messages) throws Exception {
    assertRefused("Cannot use --data " + data + ": ", command, spec, "--data", data);
    assertThat(said.toString(UTF_8)).contains(messages);
  }

  @Test
  void dataForATaskThatMakesItsOwn() throws Exception {
    Path text = Files.writeString(folder.resolve("text.txt"), "a text\n".repeat(100));
    Files.writeString(spec, VALID.replace("task: text", "task: induction"));

    assertRefused(
        "Cannot use --data %s: the task 'induction' makes its own data".formatted(text),
        "run",
        spec,
        "--data",
        text);
  }

  @Test
  void aTaskThatReadsDataWithoutAny() throws Exception {
    Files.writeString(spec, VALID.replace("task: text", "task: {text: {corpus: data}}"));

    assertRefused(
        "The task 'text' reads a text file in UTF-8; name it with --data.", "validate", spec);
  }

  @Test
  void aSweepThatWasBegunOnOtherData() throws Exception {
    Path red = Files.writeString(folder.resolve("red.txt"), "a red text\n".repeat(500));
    Path blue = Files.writeString(folder.resolve("blue.txt"), "a blue text\n".repeat(500));
    begin(VALID.replace("task: text", "task: {text: {corpus: data}}"), red).close();

    assertRefused(
        results + " holds this sweep on red.txt (SHA-256 ",
        "run",
        spec,
        "--out",
        results,
        "--data",
        blue);
    assertThat(said.toString(UTF_8)).contains("not on blue.txt (SHA-256 ");
  }

  @Test
  void aFileForADirectory() throws Exception {
    Files.writeString(results, "my notes");
    assertRefused(results + " is a file", "run", spec, "--out", results);
  }

  @Test
  void aDirectoryBelowAFile() throws Exception {
    Files.writeString(results, "my notes");
    assertRefused(results + " is a file", "run", spec, "--out", results.resolve("first"));
  }

  @Test
  void aDirectoryWithSomethingElse() throws Exception {
    Files.createDirectory(results);
    Files.writeString(results.resolve("thesis.tex"), "my thesis");
    assertRefused("is not empty and holds no sweep", "run", spec, "--out", results);
  }

  @Test
  void aDirectoryThatMayNotBeWritten() throws Exception {
    Files.createDirectory(results);
    assertThat(results.toFile().setWritable(false)).isTrue();
    assumeFalse(Files.isWritable(results), "root writes everywhere");
    assertRefused("no permission", "run", spec, "--out", results.resolve("first"));
  }

  @Test
  void aDirectoryWithAnotherSweep() throws Exception {
    begin(VALID.replace("steps: 2", "steps: 3")).close();
    assertRefused("holds another sweep", "run", spec, "--out", results);
    assertThat(said.toString(UTF_8)).contains("train.steps: 3", "train.steps: 2");
  }

  @Test
  void aTrialThatDoesNotFitIntoMemory() throws Exception {
    Files.writeString(
        spec,
        VALID
            .replace("{width: 16, layers: 1, heads: 2}", "{width: 16384, layers: 64, heads: 128}")
            .replace("task: text", "task: {name: text, length: 4096}"));

    assertRefused("A trial does not fit into memory", "run", spec, "--out", results);
    assertThat(said.toString(UTF_8))
        .contains("model.width=16384, model.layers=64", "ATTUNE_HEAP=")
        .containsPattern("about \\d+\\.\\d GB");
  }

  @Test
  void aSweepFileByItsHadoopPath() throws Exception {
    assertThat(Attune.execute("validate", spec.toUri().toString()))
        .as(said.toString(UTF_8))
        .isZero();
    assertThat(printed.toString(UTF_8)).contains("sweep small is valid");
    printed.reset();

    assertRefused("there is no such file", "validate", folder.resolve("none.yaml").toUri());
    assertRefused("Cannot read the sweep file nosuch://host/a.yaml", "run", "nosuch://host/a.yaml");
  }

  @Test
  void aPlanSaysTimeMemoryAndRows() {
    assertThat(Attune.execute("validate", spec.toString())).as(said.toString(UTF_8)).isZero();

    assertThat(printed.toString(UTF_8))
        .containsPattern("time +about \\d+ s here, \\d+ at a time")
        .containsPattern("memory +\\d+ MB for the largest trial")
        .containsPattern("rows +2 trials, some \\d+ metrics");
  }

  @Test
  void moreThanAnExtension() throws Exception {
    begin(VALID).close();
    Files.writeString(spec, VALID.replace("[none, learned]", "[none, learned, computed]"));
    assertRefused("to add to it, use --extend", "run", spec, "--out", results);

    Files.writeString(spec, VALID.replace("[none, learned]", "[none, computed]"));
    assertRefused("Cannot extend", "run", spec, "--out", results, "--extend");
    assertThat(said.toString(UTF_8))
        .contains("- axes.attention.gate[1]: learned", "+ axes.attention.gate[1]: computed");
  }

  @Test
  void aSweepThatAnotherDriverRuns() throws Exception {
    try (SweepJournal running = begin(VALID)) {
      assertThat(running.epoch()).isEqualTo(1);
      awaitQuiet(); // its driver still notes that the first events are on disk
      assertRefused("take the sweep over with --take-over", "run", spec, "--out", results);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"yarn", "spark://otherhost:7077", "k8s://https://otherhost"})
  void aLocalDirectoryForExecutorsOnOtherHosts(String master) throws Exception {
    System.setProperty(MASTER, master);
    assertRefused("use --out hdfs://", "run", spec, "--out", results);
    assertRefused("use --out hdfs://", "run", spec, "--out", "file:" + results);
    assertRefused("use --out hdfs://", "run", spec, "--out", "file://" + results);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3a://bucket/sweep", "gopher://host/sweep"})
  void aFileSystemThatCannotHoldASweep(String directory) throws Exception {
    assertRefused("Cannot keep a sweep in " + directory, "run", spec, "--out", directory);
  }

  @Test
  void queriesOfADirectoryThatIsNotThere() throws Exception {
    assertRefused(
        "There is no directory " + results, "sql", "--out", results, "select 1 from trials");
  }

  @Test
  void queriesOfADirectoryWithoutASweep() throws Exception {
    Files.createDirectories(results.resolve("empty"));
    assertRefused(results + " holds no sweep", "sql", "--out", results, "select 1 from trials");
  }

  @Test
  void queriesOfSeveralDirectoriesOfWhichOneIsNotThere() throws Exception {
    begin(VALID).close();
    Path other = folder.resolve("other");
    assertRefused(
        "There is no directory " + other, "sql", "--out", results + "," + other, "select 1");
  }

  @Test
  void aGlobIsLeftToTheReader() {
    assertThatCode(() -> Sweeps.requireTables(folder + "/{results,other}"))
        .doesNotThrowAnyException();
  }

  @Test
  void queriesWithoutADirectory() throws Exception {
    assertRefused("Missing required option: '--out=DIR'", "sql", "select 1");
  }

  @Test
  void aStatementThatWrites() throws Exception {
    begin(VALID).close();
    Path kept =
        Files.writeString(Files.createDirectory(folder.resolve("mine")).resolve("kept"), "");

    assertRefused(
        "runs SELECT statements only (and SHOW, DESCRIBE, EXPLAIN), and this has insert into dir",
        "sql",
        "--out",
        results,
        "insert overwrite directory '" + kept.getParent() + "' using csv select 1");
    assertThat(kept).exists();
  }

  @Test
  void aQueryThatIsNotSql() throws Exception {
    begin(VALID).close();
    assertRefused(
        "Invalid query at line 1, column 1: Syntax error at or near 'selec'; did you mean"
            + " 'select'?",
        "sql",
        "--out",
        results,
        "selec 1");
  }

  @Test
  void rowsInAnUnknownFormat() throws Exception {
    begin(VALID).close();
    assertRefused("expected one of", "sql", "--out", results, "--format", "xml", "select 1");
  }

  @Test
  void theStatusOfADirectoryThatIsNotThere() throws Exception {
    assertRefused("There is no directory " + results, "status", results);
  }

  @Test
  void theStatusOfADirectoryWithoutASweep() throws Exception {
    assertRefused(folder + " holds no sweep", "status", folder);
  }

  @Test
  void aListOfSomethingElse() throws Exception {
    assertRefused("expected one of", "list", "papers-of-others");
  }

  @Test
  void aDryRunWritesNothing() throws Exception {
    Map<Path, String> before = listing();

    assertThat(Attune.execute("run", spec.toString(), "--out", results.toString(), "--dry-run"))
        .as(said.toString(UTF_8))
        .isZero();

    assertThat(printed.toString(UTF_8)).contains("sweep small is valid", "2 cells x 1 seeds");
    assertThat(listing()).isEqualTo(before);
    assertThat(SPARK_STARTED).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run --dry-run", "validate"})
  void aRandomSearchOverAnIntervalIsValid(String command) throws Exception {
    Files.writeString(
        spec,
        VALID.replace(
            "  attention.gate: [none, learned]",
            "  train.learning-rate: {log-uniform: [1e-4, 1e-2]}\n"
                + "search: {method: random, trials: 5}"));

    int exit = Attune.execute((command + " " + spec).split(" "));

    assertThat(exit).as(said.toString(UTF_8)).isZero();
    assertThat(printed.toString(UTF_8))
        .containsPattern("train.learning-rate +any from 1.0E-4 to 0.01")
        .contains("5: 5 cells x 1 seeds");
  }

  @Test
  void theStatusOfASweepWhoseDriverIsGoneSaysSo() throws Exception {
    try (SweepJournal journal = begin(VALID)) {
      Trial trial = Trial.of(0, begun(VALID).base(), 0, 7);
      journal.append(new Event.Suggested(trial, 0, Instant.now())).join();
      journal
          .append(new Event.Started(trial.id(), 1, "0.0", "here", "cpu", Map.of(), Instant.now()))
          .join();
      assertThat(status()).contains(", running\n", "0 finished, 0 stopped, 1 running");
    }

    assertThat(status())
        .contains(", interrupted\n", "0 finished, 0 stopped, 0 running", "its driver is gone")
        .containsPattern("attempt 1 on here, at step 0 when its driver ended");
    printed.reset();
    assertThat(Attune.execute("status", results.toString(), "--json")).isZero();
    JsonNode object = new ObjectMapper().readTree(printed.toString(UTF_8));
    assertThat(object.get("state").asText()).isEqualTo("interrupted");
    assertThat(object.get("running").asInt()).isZero();
    assertThat(object.get("pending").asInt()).isEqualTo(2); // one of them not proposed yet
    assertThat(object.get("running_trials")).isEmpty();
    assertThat(object.get("interrupted_trials")).hasSize(1);
  }

  @Test
  void logsOfATrialShowWhereItFailed() throws Exception {
    Trial trial;
    try (SweepJournal journal = begin(VALID)) {
      trial = Trial.of(0, begun(VALID).base(), 0, 7);
      journal.append(new Event.Suggested(trial, 0, Instant.now())).join();
      journal
          .append(new Event.Started(trial.id(), 1, "0.0", "here", "cpu", Map.of(), Instant.now()))
          .join();
      journal
          .append(new Event.Failed(trial.id(), 1, Cause.TRIAL_FAULT, "it broke", Instant.now()))
          .join();
    }
    Path envelope = results.resolve("envelopes/1/" + trial.id() + ".1.json");
    Files.createDirectories(envelope.getParent());
    Files.writeString(
        envelope,
        """
        {"sweep": "s", "epoch": 1, "trial": "%s", "attempt": 1, "samples": [], "lastStep": 0,
         "ending": {"state": "FAILED", "cause": "TRIAL_FAULT", "message": "it broke",
                    "trace": "some.Exception: it broke\\n\\tat some.Place(Place.java:7)"},
         "startedAt": 0, "endedAt": 0, "seconds": 0}
        """
            .formatted(trial.id()));

    int exit = Attune.execute("logs", results.toString(), "--trial", trial.id().substring(0, 6));

    assertThat(exit).as(said.toString(UTF_8)).isZero();
    assertThat(printed.toString(UTF_8))
        .contains("attempt 1 on here", "failed (trial-fault)", "it broke", "Place.java:7");
    printed.reset();
    assertRefused(results + " has no trial 'other'", "logs", results, "--trial", "other");
  }

  private void awaitQuiet() throws Exception {
    Map<Path, String> before;
    do {
      before = listing();
      Thread.sleep(100);
    } while (!listing().equals(before));
  }

  private String status() {
    printed.reset();
    assertThat(Attune.execute("status", results.toString())).isZero();
    return printed.toString(UTF_8);
  }

  private void assertRefused(String message, Object... arguments) throws IOException {
    said.reset();
    Map<Path, String> before = listing();

    int exit = Attune.execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));

    String error = said.toString(UTF_8);
    assertThat(exit).as(error).isEqualTo(2);
    assertThat(error).contains(message).doesNotContain("Exception", "\tat ");
    assertThat(error.lines()).hasSizeLessThanOrEqualTo(5);
    assertThat(printed.size()).isZero();
    assertThat(listing()).isEqualTo(before);
    assertThat(Path.of("runs")).doesNotExist();
    assertThat(SPARK_STARTED).as("Spark was started").isFalse();
  }

  /** Begins a sweep in the directory for results, as its driver. */
  private SweepJournal begin(String yaml) throws Exception {
    return begin(yaml, Map.of());
  }

  /** The same on a file of the user's. */
  private SweepJournal begin(String yaml, Path data) throws Exception {
    return begin(yaml, UserData.at(data.toString()).fingerprint().provenance());
  }

  private SweepJournal begin(String yaml, Map<String, String> provenance) throws Exception {
    return SweepJournal.open(
        new LocalStorage(results), SweepHeader.of(begun(yaml), 2, 1, provenance), false);
  }

  private static SweepSpec begun(String yaml) throws Exception {
    return SpecFile.read("begun.yaml", yaml, Map.of(), new ModelCatalog());
  }

  /** Every file below the test's folder, with its length and when it was written. */
  private Map<Path, String> listing() throws IOException {
    Map<Path, String> listing = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        String length = Files.isDirectory(file) ? "folder" : Files.size(file) + " bytes";
        listing.put(file, length + " at " + Files.getLastModifiedTime(file));
      }
    }
    return listing;
  }
}
