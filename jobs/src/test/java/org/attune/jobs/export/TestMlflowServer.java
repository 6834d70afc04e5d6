package org.attune.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.jobs.Printed.attune;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.jobs.OddSweeps;
import org.attune.jobs.OddSweepsOnce;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.console.InputException;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(OddSweepsOnce.class)
class TestMlflowServer {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);

  @TempDir Path folder;
  private StrictMlflow mlflow;

  @BeforeEach
  void start() throws Exception {
    mlflow = new StrictMlflow();
  }

  @AfterEach
  void stop() {
    mlflow.close();
  }

  private Path gates() throws Exception {
    Path runs = folder.resolve("gates");
    try (RecordedSweep sweep = RecordedSweep.in(runs, "gates", LOSS)) {
      for (int seed = 0; seed < 2; seed++) {
        sweep.finished(Map.of("gate", "none"), seed, Map.of("validation_loss", 3.0), 4, 3);
        sweep.finished(Map.of("gate", "learned"), seed, Map.of("validation_loss", 2.0), 4, 2);
      }
      sweep.failed(Map.of("gate", "wide"), 0, Cause.DIVERGENCE, "the loss is not finite");
      sweep.running(Map.of("gate", "wide"), 1, 9);
    }
    return runs;
  }

  @Test
  void runsAreNamedByCellAndReplicate() throws Exception {
    Path runs = gates();

    assertThat(attune("export", runs, "--format", "mlflow", "--to", mlflow.address() + "/"))
        .isEqualTo("6 runs in %s/#/experiments/1%n".formatted(mlflow.address()));

    assertThat(mlflow.experiments()).containsOnlyKeys("gates-00000000");
    assertThat(byName())
        .containsOnlyKeys(
            "gate=none, replicate 0",
            "gate=none, replicate 1",
            "gate=learned, replicate 0",
            "gate=learned, replicate 1",
            "gate=wide, replicate 0",
            "gate=wide, replicate 1");
    StrictMlflow.Run run = byName().get("gate=learned, replicate 1");
    assertThat(run.info()).containsEntry("status", "FINISHED").containsKeys("start", "end");
    assertThat(run.params()).containsEntry("gate", "learned").containsEntry("replicate", "1");
    assertThat(run.metrics().get("validation_loss"))
        .extracting(MlflowRun.Point::value)
        .containsExactly(4.0, 2.0);
    assertThat(run.tags())
        .containsEntry("attune.sweep", "gates")
        .containsEntry("attune.sweep_id", "gates-00000000")
        .containsEntry("attune.cell", "gate=learned")
        .containsEntry("attune.code_version", "0123456")
        .containsEntry("attune.state", "finished")
        .hasEntrySatisfying("attune.config_hash", hash -> assertThat(hash).hasSize(64));
    assertThat(byName().get("gate=wide, replicate 0").info()).containsEntry("status", "FAILED");
    assertThat(byName().get("gate=wide, replicate 1").info())
        .containsEntry("status", "RUNNING")
        .doesNotContainKey("end");
  }

  /** Metrics that are not numbers, 400 parameters, names of other alphabets: MLflow takes all. */
  @Test
  void oddSweepsReadBackFieldByField(OddSweeps odd) throws Exception {
    for (String name : List.of(OddSweeps.NAN, OddSweeps.WIDE, OddSweeps.NAMES)) {
      attune("export", odd.run(name), "--format", "mlflow", "--to", mlflow.address());
      SweepView sweep = Sweeps.read(odd.run(name).toString());
      Map<String, StrictMlflow.Run> read =
          mlflow.runs().stream()
              .filter(run -> sweep.header().sweepId().equals(run.tags().get("attune.sweep_id")))
              .collect(Collectors.toMap(run -> run.tags().get("attune.trial"), run -> run));
      List<MlflowRun> sent = MlflowRun.of(sweep).toList();
      assertThat(read).as(name).hasSameSizeAs(sent);
      for (MlflowRun run : sent) {
        StrictMlflow.Run there = read.get(run.trialId());
        assertThat(there.params()).isEqualTo(run.params());
        assertThat(there.metrics()).isEqualTo(run.metrics());
        assertThat(there.tags()).containsAllEntriesOf(run.tags());
        assertThat(there.info())
            .containsEntry("name", run.name())
            .containsEntry("start", String.valueOf(run.start()))
            .containsEntry("status", run.status().name());
        assertThat(Optional.ofNullable(there.info().get("end")).map(Long::valueOf))
            .isEqualTo(run.end());
      }
    }
  }

  @Test
  void aSecondExportReplacesOnlyRunsThatChanged() throws Exception {
    Path runs = gates();
    attune("export", runs, "--format", "mlflow", "--to", mlflow.address());
    Map<String, StrictMlflow.Run> first = byName();
    try (RecordedSweep sweep = RecordedSweep.in(runs, "gates", LOSS)) {
      sweep.finished(Map.of("gate", "wide"), 1, Map.of("validation_loss", 9.0), 9, 9);
    }

    String said = attune("export", runs, "--format", "mlflow", "--to", mlflow.address());

    assertThat(said).endsWith("/#/experiments/1; 5 as before, 1 replaced\n");
    assertThat(byName().get("gate=none, replicate 1"))
        .isSameAs(first.get("gate=none, replicate 1"));
    assertThat(byName().get("gate=wide, replicate 1").info()).containsEntry("status", "FINISHED");
    assertThat(byName()).hasSize(6);
  }

  /** A run of which only a part was written is not taken for a whole one. */
  @Test
  void anExportThatBrokeOffIsCompletedByTheNext() throws Exception {
    Path runs = gates();
    for (int requests : List.of(3, 7)) {
      mlflow.breaksAfter(requests);
      Printed broken = Printed.of("export", runs, "--format", "mlflow", "--to", mlflow.address());
      assertThat(broken.exit()).isEqualTo(1);
      assertThat(broken.error())
          .contains("with status 500: database or disk is full; export again to complete the runs");
    }
    mlflow.worksAgain();

    attune("export", runs, "--format", "mlflow", "--to", mlflow.address());

    assertThat(byName()).hasSize(6);
    assertThat(mlflow.runs()).hasSize(6).allMatch(run -> run.tags().containsKey("attune.export"));
  }

  @Test
  void addressesThatAreNoneAreRefused() throws Exception {
    Path runs = gates();
    Map<String, String> messages = new TreeMap<>();
    messages.put(
        "sqlite:///mlflow.db",
        "--to sqlite:///mlflow.db: only MLflow itself writes there. Start mlflow server"
            + " --backend-store-uri sqlite:///mlflow.db --port 5000, and write --to"
            + " http://127.0.0.1:5000");
    messages.put(
        "http://me:secret@host:5000",
        "--to: leave user and password out of the address; set MLFLOW_TRACKING_USERNAME and"
            + " MLFLOW_TRACKING_PASSWORD.");
    messages.put(
        "http:/host:5000",
        "--to http:/host:5000: this is not an address of a server; write it as http://HOST:PORT");
    messages.put(
        "https://host:5000?x=1",
        "--to https://host:5000?x=1: this is not an address of a server; write it as"
            + " http://HOST:PORT");
    messages.put(
        "http://127.0.0.1:1",
        "http://127.0.0.1:1: no server answers: the connection was refused. Start one, such as:"
            + " mlflow server --backend-store-uri sqlite:///mlflow.db --port 5000");
    messages.put(
        mlflow.address() + "/elsewhere",
        mlflow.address()
            + "/elsewhere: this is not an MLflow server, or it is broken: it answers"
            + " /api/2.0/mlflow/experiments/get-by-name with status 404: <h1>404 Not Found</h1>No"
            + " context found for request");
    messages.forEach(
        (to, message) -> {
          Printed refused = Printed.of("export", runs, "--format", "mlflow", "--to", to);
          assertThat(refused.exit()).as(to).isEqualTo(2);
          assertThat(refused.error()).isEqualTo("attune: " + message + "\n");
        });
    assertThat(mlflow.experiments()).isEmpty();
    assertThat(Files.exists(Path.of("http:"))).isFalse();
  }

  @Test
  void credentialsAreThoseOfMlflowsOwnClient() throws Exception {
    SweepView sweep = Sweeps.read(gates().toString());
    mlflow.takesOnly("ada:secret");
    URI address = URI.create(mlflow.address());

    assertThatThrownBy(() -> MlflowServer.write(sweep, address, Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "%s: the server refuses with status 401: MLflow would not take this. Set MLFLOW_TRACKING_USERNAME and MLFLOW_TRACKING_PASSWORD, or MLFLOW_TRACKING_TOKEN, as for MLflow's own client",
            address);
    assertThat(
            MlflowServer.write(
                    sweep,
                    address,
                    Map.of("MLFLOW_TRACKING_USERNAME", "ada", "MLFLOW_TRACKING_PASSWORD", "secret"))
                .runs())
        .isEqualTo(6);
  }

  @Test
  void anExperimentThatWasDeletedIsNotBroughtBack() throws Exception {
    Path runs = gates();
    attune("export", runs, "--format", "mlflow", "--to", mlflow.address());
    mlflow.deleted();

    Printed refused = Printed.of("export", runs, "--format", "mlflow", "--to", mlflow.address());

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.error())
        .isEqualTo(
            "attune: %s: someone deleted the experiment 'gates-00000000' there; restore it with: mlflow experiments restore --experiment-id 1%n"
                .formatted(mlflow.address()));
  }

  private Map<String, StrictMlflow.Run> byName() {
    return mlflow.runs().stream()
        .collect(Collectors.toMap(run -> run.info().get("name"), Function.identity()));
  }
}
