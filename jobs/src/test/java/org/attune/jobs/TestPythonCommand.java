package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialWork;
import org.attune.sweeps.command.CommandWork;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real scripts run with the module that {@code attune python} prints. */
class TestPythonCommand {

  private static final Path PAGE = Path.of("..", "docs", "your-own-training.md");

  /** So long no script takes that heeds the signal. */
  private static final int GRACE_SECONDS = 300;

  @TempDir Path folder;

  @BeforeEach
  void saveTheModule() throws IOException {
    boolean python =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(path -> Files.isExecutable(Path.of(path, "python3")));
    if (!python) {
      System.out.println("TestPythonCommand is skipped: no python3 on the PATH");
    }
    assumeTrue(python, "no python3 on the PATH");
    Files.writeString(folder.resolve("attune.py"), Printed.attune("python"));
  }

  @Test
  void theScriptOfThePageIsSwept() throws Exception {
    script(
        ofThePage()
            + """
            assert p == {"train.lr": p["train.lr"], "layers": 2, "deep": True, "kind": "adam"}, p
            assert type(p["train.lr"]) is float and type(p["layers"]) is int
            assert type(attune.seed()) is int and attune.start_step() == 0
            assert (attune.checkpoint_dir() / "state.json").is_file()
            """);
    Path spec =
        Files.writeString(
            folder.resolve("mine.yaml"),
            """
            sweep: mine
            task:
              command:
                run: python3 train.py
                folder: %s
                parameters:
                  train.lr: {real: [1e-5, 1], default: 1e-3}
                  layers: {integer: [1, 12], default: 2}
                  deep: {choice: ["true", "false"]}
                  kind: {choice: [adam, sgd]}
                metrics: {loss: lower}
            axes: {train.lr: [0.01, 1]}
            objective: {metric: loss, goal: minimize}
            search: {method: grid}
            """
                .formatted(folder));
    Path results = folder.resolve("results");

    Printed run = Printed.of("run", spec, "--out", results);

    assertThat(run.exit()).as("%s%n%s", run.error(), run.output()).isZero();
    JsonNode status = Printed.of("status", results, "--json").json();
    assertThat(status.get("finished").asInt()).isEqualTo(2);
    assertThat(status.get("best").get("objective").asDouble()).isEqualTo(Math.pow(0.5, 30));
  }

  /** The files are of step 15 and the last report is of step 18. */
  @Test
  void aScriptThatIsKilledBetweenItsSavesTakesEachUpdateOnce() throws Exception {
    script(
        """
        import attune, os, signal
        printed = attune.report
        def dies(step, **metrics):
            printed(step, **metrics)
            if step == 18 and os.environ["ATTUNE_ATTEMPT"] == "1":
                os.kill(os.getpid(), signal.SIGKILL)
        attune.report = dies
        print("starts after", attune.start_step())
        """
            + ofThePage());
    Path spec =
        Files.writeString(
            folder.resolve("mine.yaml"),
            """
            sweep: mine
            task:
              command:
                run: python3 train.py
                folder: %s
                parameters: {train.lr: {real: [1e-5, 1]}}
                metrics: {loss: lower}
            axes: {train.lr: [1]}
            objective: {metric: loss, goal: minimize}
            """
                .formatted(folder));
    Path results = folder.resolve("results");

    Printed run = Printed.of("run", spec, "--out", results);

    assertThat(run.exit()).as("%s%n%s", run.error(), run.output()).isZero();
    JsonNode best = Printed.of("status", results, "--json").json().get("best");
    assertThat(best.get("objective").asDouble()).isEqualTo(Math.pow(0.5, 30)); // halved 30 times
    String steps = "select step from metrics where attempt = 2 order by step";
    assertThat(Printed.of("sql", "--out", results, "--format", "csv", steps).output().lines())
        .startsWith("step", "15", "16")
        .hasSize(17);
  }

  /** Without the handler SIGTERM ends the script before it saves. */
  @Test
  void aScriptThatIsStoppedSavesAndLeaves() throws Exception {
    script(
        """
        import attune, pathlib
        step = attune.start_step()
        while not attune.should_stop():
            step += 1
            attune.report(step, loss=1 / step)
        pathlib.Path("saved").write_text(f"{attune.seed()} {attune.params()['lr']} in order")
        """);
    Map<String, String> configuration =
        Map.of("task", "command", "task.run", "python3 train.py", "lr", "0.5");
    TrialContext trial = new TrialContext("t-0", 1, new TreeMap<>(configuration), 7, 1);
    TrialWork.Reporter stopsAtTen =
        (step, values) -> {
          if (step == 10) {
            throw new TrialWork.StoppedException("others do better");
          }
        };

    assertThatThrownBy(
            () ->
                new CommandWork(List.of("loss"), Map.of(), folder.toString(), GRACE_SECONDS)
                    .run(trial, stopsAtTen))
        .isInstanceOf(TrialWork.StoppedException.class);

    assertThat(folder.resolve("saved")).hasContent("7 0.5 in order");
  }

  /** A misspelt name would train every trial at the default. */
  @Test
  void aDefaultThatIsNoParameterIsNoted() throws Exception {
    script(
        """
        import attune
        p = attune.params({"learning_rate": 0.1, "lr": 0.1})
        attune.report(1, loss=p["learning_rate"])
        """);
    Map<String, String> configuration =
        Map.of("task", "command", "task.run", "python3 train.py", "lr", "0.5");
    TrialContext trial = new TrialContext("t-0", 1, new TreeMap<>(configuration), 7, 1);
    List<String> output = new ArrayList<>();

    new CommandWork(List.of("loss"), Map.of(), folder.toString(), GRACE_SECONDS)
        .run(
            trial,
            new TrialWork.Reporter() {
              @Override
              public void report(long step, Map<String, Double> values) {}

              @Override
              public void output(String text) {
                output.add(text);
              }
            });

    assertThat(output.toString()).contains("attune: no parameters of the trial: learning_rate\n");
  }

  @Test
  void withoutAttuneAScriptHasItsDefaultsAndPrints() throws Exception {
    script(
        """
        import attune
        assert attune.params() == {}
        assert attune.params({"lr": 0.1}) == {"lr": 0.1}
        assert attune.checkpoint_dir() is None
        assert (attune.seed(), attune.start_step(), attune.should_stop()) == (0, 0, False)
        attune.report(1, loss=float("nan"), accuracy=2)
        attune.report(2, loss=float("-inf"))
        """);

    assertThat(outside())
        .isEqualTo(
            """
            {"step": 1, "loss": NaN, "accuracy": 2.0}
            {"step": 2, "loss": -Infinity}
            """);
  }

  /** An alarm ends a script or worker that waits for ever, so the test fails and does not hang. */
  @Test
  void theSignalEndsAForkedWorkerAtOnceAndOneThatAsksSavesFirst() throws Exception {
    script(
        """
        import attune, os, signal
        signal.alarm(300)
        attune.should_stop()

        def ended(work, ready):
            reads, writes = os.pipe()
            worker = os.fork()
            if worker == 0:
                signal.alarm(120)
                work(writes)
            os.close(writes)
            if ready:
                assert os.read(reads, 1) == b"r"
            os.kill(worker, signal.SIGTERM)
            status = os.waitpid(worker, 0)[1]
            os.close(reads)
            return -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)

        def waits(writes):
            os.write(writes, b"r")
            while True:
                signal.pause()

        def saves(writes):
            attune.should_stop()
            os.write(writes, b"r")
            while not attune.should_stop():
                pass
            os._exit(7)

        print({ended(waits, False) for _ in range(100)}, ended(waits, True), ended(saves, True))
        print(attune.should_stop())
        os.kill(os.getpid(), signal.SIGTERM)
        while not attune.should_stop():
            pass
        """);

    assertThat(outside()).isEqualTo("{-15} -15 7\nFalse\n");
  }

  @Test
  void theSignalReachesTheScriptsOwnHandlerToo() throws Exception {
    script(
        """
        import attune, os, signal
        signal.alarm(120)
        signal.signal(signal.SIGTERM, lambda number, frame: print("own", flush=True))
        attune.should_stop()
        os.kill(os.getpid(), signal.SIGTERM)
        while not attune.should_stop():
            pass
        """);

    assertThat(outside()).isEqualTo("own\n");
  }

  private static String ofThePage() throws IOException {
    String page = Files.readString(PAGE);
    String section = page.substring(page.indexOf("## A module for Python"));
    String block = section.substring(section.indexOf("```python\n") + 10);
    return block.substring(0, block.indexOf("```"));
  }

  private void script(String text) throws IOException {
    Files.writeString(folder.resolve("train.py"), text);
  }

  /** Runs the script by hand and returns its output. */
  private String outside() throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("python3", "train.py")
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().remove("ATTUNE_CONFIG");
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }
}
