package org.attune.sweeps.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.attune.api.Checkpoints;
import org.attune.api.Content;
import org.attune.api.Start;
import org.attune.api.trial.Cause;
import org.attune.api.trial.Gpus;
import org.attune.api.trial.Secrets;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialException;
import org.attune.api.trial.TrialWork;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trials that are programs, here the shell's. */
class TestCommandWork {

  @TempDir Path folder;

  private final List<String> reported = new CopyOnWriteArrayList<>();
  private String output = "";
  private String report = "output";
  private String environment = "EXTRA=more";
  private Secrets secrets = Secrets.NONE;
  private Checkpoints checkpoints = Checkpoints.NONE;

  /** What none of these programs needs. */
  private int graceSeconds = 120;

  /** Whether rules end the trial after its first report, while it is silent. */
  private boolean decided;

  /** Stops the trial at a step; 0 for never. */
  private long stopAt;

  @Test
  void aProgramGetsItsParametersInThreeWaysAndReportsByLines() throws Exception {
    TrialWork.Result result =
        run(
            """
            echo "lr $1 seed $ATTUNE_SEED threads $ATTUNE_THREADS $ATTUNE_PARAM_TRAIN_LR $EXTRA"
            cp "$ATTUNE_CONFIG" config.json
            echo '{"step": 10, "loss": 0.5}'
            echo warning >&2
            echo '{"step": 20, "loss": 0.25, "accuracy": 0.75}'
            """,
            "{train.lr}");

    assertThat(reported).containsExactly("10 {loss=0.5}", "20 {accuracy=0.75, loss=0.25}");
    assertThat(result.metrics()).isEqualTo(Map.of("loss", 0.25, "accuracy", 0.75));
    assertThat(output)
        .contains("lr 0.001 seed 7 threads 2 0.001 more\n")
        .contains("warning\n")
        .contains("{\"step\": 20");
    JsonNode config = new ObjectMapper().readTree(folder.resolve("config.json").toFile());
    assertThat(config.path("parameters").path("train.lr").doubleValue()).isEqualTo(0.001);
    assertThat(config.path("parameters").path("deep").booleanValue()).isTrue();
    assertThat(config.path("seed").longValue()).isEqualTo(7);
  }

  @Test
  void aProgramIsToldItsGpusAndSeesNoOthers() throws Exception {
    Files.writeString(
        folder.resolve("run.sh"),
        """
        echo "cards $1 = $ATTUNE_GPUS = $CUDA_VISIBLE_DEVICES"
        cp "$ATTUNE_CONFIG" config.json
        echo '{"loss": 1}'
        """);
    TrialContext leased = context("sh run.sh {gpus}").on(new Gpus(List.of("1", "3"), 1));

    work().run(leased, reporter());

    assertThat(output).contains("cards 1,3 = 1,3 = 1,3\n");
    JsonNode config = new ObjectMapper().readTree(folder.resolve("config.json").toFile());
    assertThat(config.path("gpus").textValue()).isEqualTo("1,3");
  }

  @Test
  void linesWithoutAStepAreCountedAndAFileIsReadAsItGrows() throws Exception {
    report = "file";

    run(
        """
        echo '{not a metric here}'
        printf '{"loss": 3}\\n{"loss"' >> "$1"; sleep 0.2; printf ': 2}\\n' >> "$1"
        printf '{"loss": 1}' >> "$1"
        """,
        "{metrics-file}");

    assertThat(reported).containsExactly("1 {loss=3.0}", "2 {loss=2.0}", "3 {loss=1.0}");
  }

  /** In turn written in place, put in its place, and written shorter. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo \"$2\" > \"$1\"",
        "echo \"$2\" > \"$1.new\"; mv \"$1.new\" \"$1\"",
        "echo \"$2\" | sed 's/ //; s/0[.]1/1e-1/; s/0[.]9/0.9000/' > \"$1\""
      })
  void theResultIsWhatARewrittenFileSaysLast(String write) throws Exception {
    report = "file";

    TrialWork.Result result =
        run(
            """
            write() {
              %s
              sleep 0.2
            }
            write "$1" '{"loss": 0.9}'
            write "$1" '{"loss": 0.5}'
            write "$1" '{"loss": 0.1}'
            """
                .formatted(write),
            "{metrics-file}");

    assertThat(result.metrics()).isEqualTo(Map.of("loss", 0.1));
    assertThat(reported).last().asString().endsWith("{loss=0.1}");
  }

  @Test
  void aLineWithoutAStepBelongsToTheStepBeforeIt() throws Exception {
    run(
        """
        echo '{"step": 10, "loss": 3}'
        echo '{"step": 20, "loss": 2}'
        echo '{"loss": 1}'
        echo '{"step": 5, "loss": 0.5}'
        echo '{"loss": 0.25}'
        """);

    assertThat(reported)
        .containsExactly(
            "10 {loss=3.0}", "20 {loss=2.0}", "20 {loss=1.0}", "5 {loss=0.5}", "5 {loss=0.25}");
  }

  @Test
  void aLineOfMetricsMayHaveAnIndent() throws Exception {
    run("printf '  {\"loss\": 0.5}\n\t{\"step\": 7, \"loss\": 0.25}\n  {\n  {\"of\": \"data\"}\n'");

    assertThat(reported).containsExactly("1 {loss=0.5}", "7 {loss=0.25}");
    assertFault(
        () -> run("echo '  {\"loss\": low}'"),
        "The program ended well but never reported loss; it is to print a line such as"
            + " {\"step\": 100, \"loss\": 0.25}; it printed last:   {\"loss\": low}");
  }

  @Test
  void aResultStandsWhateverBecomesOfTheFolderThatTheTrialRanWith() throws Exception {
    TrialWork.Result result =
        run("echo '{\"loss\": 0.5}'; rm -r \"$(dirname \"$1\")\"", "{checkpoints}");

    assertThat(result.metrics()).isEqualTo(Map.of("loss", 0.5));
  }

  @Test
  void aCrashSaysWhatTheProgramSaidLast() {
    assertThatThrownBy(() -> run("echo start; echo 'no such data' >&2; exit 3"))
        .isInstanceOfSatisfying(
            TrialException.class, e -> assertThat(e.reason()).isEqualTo(Cause.PROGRAM_ERROR))
        .hasMessage("The program ended with exit code 3; it printed last: no such data");
    assertThatThrownBy(() -> run("exit 255"))
        .isInstanceOfSatisfying(
            TrialException.class, e -> assertThat(e.reason()).isEqualTo(Cause.PROGRAM_ERROR))
        .hasMessage("The program ended with exit code 255; it printed nothing");
    assertThatThrownBy(() -> run("exit 75"))
        .isInstanceOfSatisfying(
            TrialException.class, e -> assertThat(e.reason()).isEqualTo(Cause.TRANSIENT));
    assertThatThrownBy(() -> run("kill -9 $$"))
        .isInstanceOfSatisfying(
            TrialException.class, e -> assertThat(e.reason()).isEqualTo(Cause.TRANSIENT))
        .hasMessageStartingWith("The program was ended by signal 9, as the system does where");
    assertThat(output).isEmpty();
  }

  @Test
  void whatCannotGoWellAnotherTimeIsNotTriedAgain() {
    assertFault(
        () -> run("echo '{\"loss\": low}'; exec sleep 6000"), "Cannot read the metrics in '{\"");
    assertFault(() -> run("echo done"), "The program ended well but never reported loss; it is");
    assertFault(
        () -> work().run(context("no-such-interpreter train.py"), this::take),
        "Cannot start 'no-such-interpreter' in " + folder + ": there is no such program on this");
    assertFault(
        () ->
            new CommandWork(List.of(), Map.of(), folder + "/gone", 1)
                .run(context("sh run.sh"), this::take),
        "Cannot run the command in " + folder + "/gone: there is no such folder");
  }

  @Test
  void aProgramIsStoppedWithoutAFurtherLine() {
    decided = true;

    assertThatThrownBy(() -> run("echo '{\"step\": 1, \"loss\": 9}'; exec sleep 6000"))
        .isInstanceOf(TrialWork.StoppedException.class)
        .hasMessage("others do better");

    assertThat(reported).containsExactly("1 {loss=9.0}");
  }

  /** The driver's decision may arrive when the program is done. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aProgramThatEndsWellBeforeItIsStoppedHasItsResult(boolean atReport) throws Exception {
    TrialWork.Reporter late =
        new TrialWork.Reporter() {
          private boolean ended;

          @Override
          public void report(long step, Map<String, Double> values)
              throws TrialWork.StoppedException {
            awaitEndOfTheProgram();
            ended = true;
            if (atReport) {
              checkIn();
            }
          }

          @Override
          public void checkIn() throws TrialWork.StoppedException {
            if (ended) {
              throw new TrialWork.StoppedException("others do better");
            }
          }
        };
    Files.writeString(
        folder.resolve("run.sh"), "echo $$ > pid; echo '{\"step\": 30, \"loss\": 9}'\n");

    assertThat(work().run(context("sh run.sh"), late).metrics()).isEqualTo(Map.of("loss", 9.0));
  }

  /** This process is its parent: while it is a zombie, it is still about to be heard of. */
  private void awaitEndOfTheProgram() {
    try {
      Optional<ProcessHandle> program = ProcessHandle.of(pid("pid"));
      while (program.filter(ProcessHandle::isAlive).isPresent()) {
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aLineWithoutAnEndIsCutAndWhatFollowsIsRead() throws Exception {
    run("head -c 3000000 /dev/zero | tr '\\0' x; echo; echo '{\"loss\": 1}'");

    assertThat(reported).containsExactly("1 {loss=1.0}");
    assertThat(output)
        .contains("xxx ... (cut: the line has 3,000,000 characters)\n")
        .hasSizeLessThan(5_000);
    assertFault(
        () -> run("printf '{\"loss\": '; head -c 3000000 /dev/zero | tr '\\0' 1"),
        "Cannot read the metrics in '{\"loss\": 111");
    report = "file";
    assertFault(
        () -> run("head -c 3000000 /dev/zero | tr '\\0' 1 > \"$1\"", "{metrics-file}"),
        "Cannot read the metrics file: a line of it is longer than 1,048,576 bytes");
  }

  @Test
  void manyLinesAreAllTakenAlsoThoseThatFollowTheProgramsEnd() throws Exception {
    run("i=0; while [ $i -lt 5000 ]; do i=$((i + 1)); echo \"{\\\"loss\\\": $i}\"; done");

    assertThat(reported).hasSize(5_000).last().isEqualTo("5000 {loss=5000.0}");
  }

  @Test
  void aSecretIsHandedOverAndShownNowhere() throws Exception {
    environment = "API_KEY (secret)";
    secrets = new Secrets(new TreeMap<>(Map.of("API_KEY", "sesame-open")));

    run("echo key $API_KEY; echo err $API_KEY >&2; echo ${#API_KEY}; echo '{\"loss\": 1}'");

    assertThat(output).contains("key ***\n").contains("err ***\n").contains("11\n");
    assertThatThrownBy(() -> run("echo \"bad $API_KEY\" >&2; exit 3"))
        .hasMessageEndingWith("it printed last: bad ***");
    assertFault(() -> run("echo \"{ $API_KEY\""), "Cannot read the metrics in '{ ***'");
    assertFault(
        () -> run("printf '{%0193d %s' 0 \"$API_KEY\""), // a message ends after 200 characters
        "Cannot read the metrics in '{" + "0".repeat(193) + " ***'");
    secrets = Secrets.NONE;
    assertFault(() -> run("true"), "Cannot run the command: the secret API_KEY has no value here");
  }

  @Test
  void aStopIsARequestAndThenForceForAllThatWasStarted() throws Exception {
    stopAt = 1;

    assertThatThrownBy(
            () ->
                run(
                    """
                    trap 'touch asked; exit 1' TERM
                    (trap '' TERM; touch ready; exec sleep 6000) &
                    echo $! > child
                    while [ ! -e ready ]; do sleep 0.1; done
                    echo begun
                    echo '{"step": 1, "loss": 1}'
                    while true; do sleep 0.1; done
                    """))
        .isInstanceOf(TrialWork.StoppedException.class);

    assertThat(folder.resolve("asked")).exists();
    assertThat(output).contains("begun");
    awaitEnd(pid("child"));
  }

  @Test
  void aStoppedProgramMayPrintMuchBeforeItSavesAndEnds() throws Exception {
    stopAt = 1;

    assertThatThrownBy(
            () ->
                run(
                    """
trap 'yes "{\\"step\\": 2, \\"loss\\": 1}" | head -n 20000; touch saved; exit 1' TERM
while true; do echo '{"step": 1, "loss": 1}'; done
"""))
        .isInstanceOf(TrialWork.StoppedException.class);

    assertThat(folder.resolve("saved")).as("written before the grace ended").exists();
  }

  /** Else the curve of a trial that resumes from that state has a hole. */
  @ParameterizedTest
  @ValueSource(strings = {"output", "file"})
  void linesPrintedBeforeTheStateThatAStoppedProgramSavesAreTaken(String to) throws Exception {
    report = to;
    Kept kept = new Kept();
    checkpoints = kept;
    stopAt = 1;

    assertThatThrownBy(
            () ->
                run(
                    """
                    [ $2 = file ] && exec >> "$ATTUNE_METRICS_FILE"
                    trap 'echo "{\\"step\\": 3, \\"loss\\": 1}"; echo 3 > "$1/at"; exit' TERM
                    echo '{"step": 1, "loss": 1}
                    {"step": 2, "loss": 1}'
                    while true; do sleep 0.1; done
                    """,
                    "{checkpoints}",
                    to))
        .isInstanceOf(TrialWork.StoppedException.class);

    assertThat(reported).containsExactly("1 {loss=1.0}", "2 {loss=1.0}", "3 {loss=1.0}");
    assertThat(kept.step).isEqualTo(3);
  }

  @Test
  void aProgramThatDoesNotHeedARequestIsEndedByForce() throws Exception {
    stopAt = 1;
    graceSeconds = 1;

    assertThatThrownBy(
            () ->
                run(
                    """
                    trap '' TERM
                    echo $$ > pid
                    echo '{"step": 1, "loss": 1}'
                    exec sleep 6000
                    """))
        .isInstanceOf(TrialWork.StoppedException.class);

    awaitEnd(pid("pid"));
  }

  @Test
  void whatAProgramLeavesBehindIsEndedAndItsOutputNotWaitedFor() throws Exception {
    run("sleep 6000 & echo $! > child; echo '{\"loss\": 1}'");

    assertThat(reported).containsExactly("1 {loss=1.0}");
    awaitEnd(pid("child"));
  }

  @Test
  void whatIsLeftBehindWithoutOutputAndHeedsNoRequestIsEndedByForce() throws Exception {
    graceSeconds = 1;

    run(
        """
        (trap '' TERM; echo x > ready; exec sleep 6000) > /dev/null 2>&1 &
        echo $! > child
        while [ ! -e ready ]; do sleep 0.1; done
        echo '{"loss": 1}'
        """);

    awaitEnd(pid("child"));
  }

  @Test
  void anInterruptedTrialLeavesNoProcessBehind() throws Exception {
    Thread trial =
        new Thread(
            () -> {
              try {
                run("echo $$ > pid; echo '{\"loss\": 1}'; sleep 6000");
              } catch (Exception interrupted) {
                reported.add(interrupted.getClass().getSimpleName());
              }
            });
    trial.start();
    while (reported.isEmpty() && trial.isAlive()) {
      Thread.onSpinWait();
    }
    trial.interrupt();
    trial.join();

    assertThat(reported).containsExactly("1 {loss=1.0}", "InterruptedException");
    awaitEnd(pid("pid"));
  }

  @Test
  void theFolderForCheckpointsIsKeptAndGivenBack() throws Exception {
    Kept kept = new Kept();
    checkpoints = kept;
    String counting =
        """
        start=$(cat "$1/state/at" 2>/dev/null || echo 0)
        at=$start
        mkdir -p "$1/state"
        while [ $at -lt 3 ]; do
          at=$((at + 1)); echo $at > "$1/state/.at"; mv "$1/state/.at" "$1/state/at"
          echo "{\\"step\\": $at, \\"loss\\": $((9 - at))}"
          [ $start != 0 ] || [ $at != 2 ] || exec sleep 6000 # it is stopped here
        done
        """;
    stopAt = 2;
    assertThatThrownBy(() -> run(counting, "{checkpoints}"))
        .isInstanceOf(TrialWork.StoppedException.class);
    assertThat(kept.state).isPresent();

    stopAt = 0;
    reported.clear();
    run(counting, "{checkpoints}");

    assertThat(reported).containsExactly("3 {loss=6.0}");
  }

  /** Stopped after its last line, it has nothing left to report. */
  @Test
  void aResumedProgramThatReportsNothingNewHasTheMetricsOfItsCheckpoint() throws Exception {
    checkpoints = new Kept();
    String once =
        """
        [ ! -e "$1/done" ] || exec ls -A "$1"
        touch "$1/done" # before the line that ends it
        echo '{"step": 8, "loss": 0.5}
        {"step": 9, "lower": -Infinity}'
        exec sleep 6000
        """;
    stopAt = 9;
    assertThatThrownBy(() -> run(once, "{checkpoints}"))
        .isInstanceOf(TrialWork.StoppedException.class);

    stopAt = 0;
    TrialWork.Result result = run(once, "{checkpoints}");

    assertThat(result.metrics()).isEqualTo(Map.of("loss", 0.5, "lower", Double.NEGATIVE_INFINITY));
    assertThat(output).as("the program's files").isEqualTo("done\n");
  }

  @Test
  void metricsOfTheTrialThatAProgramStartsFromAreNotItsOwn() throws Exception {
    Kept kept = new Kept();
    checkpoints = kept;
    run("touch \"$1/done\"; echo '{\"step\": 9, \"loss\": 0.5}'", "{checkpoints}");

    kept.start = new Start(9, "another's", false);

    assertFault(() -> run("true", "{checkpoints}"), "The program ended well but never reported");
  }

  /** Its next attempt goes on from there; a signal to the whole group ends the program first. */
  @ParameterizedTest
  @CsvSource({"exit 75, true", "kill -TERM $$, true", "exit 3, false"})
  void aProgramThatMayGoWellAnotherTimeKeepsWhatItSaved(String end, boolean keeps) {
    Kept kept = new Kept();
    checkpoints = kept;

    assertThatThrownBy(
            () ->
                run(
                    "echo 4 > \"$1/at\"; echo '{\"step\": 4, \"loss\": 1}'; " + end,
                    "{checkpoints}"))
        .isInstanceOf(TrialException.class);

    assertThat(kept.state.isPresent()).isEqualTo(keeps);
    assertThat(kept.step).isEqualTo(keeps ? 4 : 0);
    assertThat(kept.atEnd).as("replaces what was saved at this step before").isEqualTo(keeps);
  }

  @Test
  void aLinkThatCannotBeKeptCostsNoResult() throws Exception {
    Kept kept = new Kept();
    checkpoints = kept;

    TrialWork.Result result =
        run(
            "echo w > \"$1/weights\"; ln -s /etc/hostname \"$1/host\"; echo '{\"loss\": 1}'",
            "{checkpoints}");

    assertThat(result.metrics()).isEqualTo(Map.of("loss", 1.0));
    assertThat(result.facts().get("unwritten_checkpoint"))
        .startsWith("Cannot keep the link 'host' of the folder for checkpoints")
        .contains("'/etc/hostname'");
    assertThat(kept.state).isEmpty();
  }

  /** What it had said before stands; the file holds the beginning of that. */
  @Test
  void aProgramThatIsKilledWhileItWritesItsFileAgainReportsNothingTwice() {
    report = "file";

    assertThatThrownBy(
            () ->
                run(
                    """
                    for i in 3 2 1; do echo "{\\"loss\\": $i}"; done > "$1.new"
                    mv "$1.new" "$1"
                    sleep 0.3
                    echo '{"loss": 3}' > "$1"
                    kill -9 $$
                    """,
                    "{metrics-file}"))
        .hasMessageContaining("signal 9");

    assertThat(reported).containsExactly("1 {loss=3.0}", "2 {loss=2.0}", "3 {loss=1.0}");
  }

  /** Else the next attempt takes an earlier state, or trains trained weights from step 0. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aResumedProgramThatEndsBeforeItsFirstLineSavesAtTheStepWhereItBegan(boolean own) {
    Kept kept = new Kept();
    kept.start = new Start(100, "checkpoints/earlier", own);
    checkpoints = kept;

    assertThatThrownBy(() -> run("echo 100 > \"$1/at\"; kill -TERM $$", "{checkpoints}"))
        .isInstanceOf(TrialException.class);

    assertThat(kept.state).isPresent();
    assertThat(kept.step).isEqualTo(100);
  }

  @Test
  void aResumedProgramsLinesWithoutAStepAreCountedOn() throws Exception {
    Kept kept = new Kept();
    kept.start = new Start(100, "checkpoints/earlier", true);
    checkpoints = kept;

    run("echo '{\"loss\": 1}'");

    assertThat(reported).containsExactly("101 {loss=1.0}");
  }

  private static void awaitEnd(long pid) {
    Awaitility.await().atMost(Duration.ofMinutes(20)).until(() -> gone(pid));
  }

  /** Whether a process has ended; nobody may have waited for one whose parent was ended too. */
  private static boolean gone(long pid) {
    boolean alive = ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    try {
      return !alive || Files.readString(Path.of("/proc", "" + pid, "stat")).contains(") Z ");
    } catch (IOException reaped) {
      return true;
    }
  }

  /** The number of a process, as the program wrote it down. */
  private long pid(String file) throws IOException {
    return Long.parseLong(Files.readString(folder.resolve(file)).strip());
  }

  private interface Run {
    void run() throws Exception;
  }

  private static void assertFault(Run run, String message) {
    assertThatThrownBy(run::run)
        .isInstanceOfSatisfying(
            TrialException.class, e -> assertThat(e.reason()).isEqualTo(Cause.TRIAL_FAULT))
        .hasMessageStartingWith(message);
  }

  private TrialWork.Result run(String script, String... arguments) throws Exception {
    Files.writeString(folder.resolve("run.sh"), script);
    return work().run(context("sh run.sh " + String.join(" ", arguments)), reporter());
  }

  private CommandWork work() {
    return new CommandWork(List.of("loss"), Map.of(), folder.toString(), graceSeconds);
  }

  private TrialContext context(String command) {
    Map<String, String> configuration = new TreeMap<>();
    configuration.put("task", "command");
    configuration.put("task.run", command);
    configuration.put("task.report", report);
    configuration.put("task.environment", environment);
    configuration.put("train.lr", "0.001");
    configuration.put("deep", "true");
    return new TrialContext("t-0", 1, new TreeMap<>(configuration), 7, 2).with(secrets);
  }

  private void take(long step, Map<String, Double> values) throws TrialWork.StoppedException {
    reported.add(step + " " + new TreeMap<>(values));
    if (step == stopAt) {
      throw new TrialWork.StoppedException("enough");
    }
  }

  private TrialWork.Reporter reporter() {
    return new TrialWork.Reporter() {
      @Override
      public void report(long step, Map<String, Double> values) throws TrialWork.StoppedException {
        take(step, values);
      }

      @Override
      public void checkIn() throws TrialWork.StoppedException {
        if (decided && !reported.isEmpty()) {
          throw new TrialWork.StoppedException("others do better");
        }
      }

      @Override
      public Checkpoints checkpoints() {
        return checkpoints;
      }

      @Override
      public void output(String text) {
        output = text;
      }
    };
  }

  /** Keeps the latest state, asked for only at the end. */
  private static final class Kept implements Checkpoints {
    private Optional<byte[]> state = Optional.empty();
    private long step;
    private boolean atEnd;
    private Start start = Start.BEGINNING;

    @Override
    public Start start() {
      return start;
    }

    @Override
    public Optional<InputStream> open() throws IOException {
      return state.map(java.io.ByteArrayInputStream::new);
    }

    @Override
    public boolean due(long step) {
      return false;
    }

    @Override
    public boolean dueAtEnd() {
      return true;
    }

    @Override
    public void save(long step, Content content) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      assertThatCode(() -> content.writeTo(bytes)).doesNotThrowAnyException();
      state = Optional.of(bytes.toByteArray());
      this.step = step;
    }

    @Override
    public void saveAtEnd(long step, Content content) {
      save(step, content);
      atEnd = true;
    }
  }
}
