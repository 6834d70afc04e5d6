package org.attune.jobs.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.jobs.Printed.attune;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.jobs.OddSweeps;
import org.attune.jobs.OddSweepsOnce;
import org.attune.jobs.sweep.Sweeps;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real MLflow 3 takes an export into its own database, and its own client reads it back: the one
 * of the Python that the variable {@code ATTUNE_MLFLOW_PYTHON} names, or of {@code python3} on the
 * path, else the test is skipped.
 */
@ExtendWith(OddSweepsOnce.class)
class TestMlflow3 {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String CLIENT =
      """
      import json, sys
      from mlflow import MlflowClient
      client = MlflowClient(sys.argv[1])
      for experiment in client.search_experiments():
          for run in client.search_runs([experiment.experiment_id]):
              metrics = {key: [[m.timestamp, str(m.value), m.step]
                               for m in client.get_metric_history(run.info.run_id, key)]
                         for key in run.data.metrics}
              print(json.dumps({"experiment": experiment.name, "name": run.info.run_name,
                                "status": run.info.status, "start": run.info.start_time,
                                "end": run.info.end_time, "params": run.data.params,
                                "tags": run.data.tags, "metrics": metrics}))
      """;

  @TempDir Path folder;

  @Test
  void itsOwnClientReadsAnExport(OddSweeps odd) throws Exception {
    assumeTrue(
        python("-c", "import mlflow, sys; sys.exit(mlflow.__version__ < '3')").waitFor() == 0,
        "no MLflow 3 on this machine");
    int port = freePort();
    String address = "http://127.0.0.1:" + port;
    String database = "sqlite:///" + folder.resolve("mlflow.db");
    Process server =
        python(
            "-m",
            "mlflow",
            "server",
            "--backend-store-uri",
            database,
            "--artifacts-destination",
            folder.resolve("artifacts").toString(),
            "--port",
            String.valueOf(port),
            "--workers",
            "1");
    try {
      await().atMost(Duration.ofMinutes(4)).until(() -> !server.isAlive() || answers(address));
      for (String name : OddSweeps.ALL) {
        attune("export", odd.run(name), "--format", "mlflow", "--to", address);
        assertThat(attune("export", odd.run(name), "--format", "mlflow", "--to", address))
            .as(name)
            .endsWith(" as before, 0 replaced\n");
      }
    } finally {
      server.descendants().forEach(ProcessHandle::destroy);
      server.destroy();
    }
    requireSame(odd, read(database));
  }

  private static void requireSame(OddSweeps odd, Map<String, JsonNode> read) throws IOException {
    int runs = 0;
    for (String name : OddSweeps.ALL) {
      for (MlflowRun sent : MlflowRun.of(Sweeps.read(odd.run(name).toString())).toList()) {
        JsonNode there = read.get(sent.tags().get("attune.sweep_id") + sent.trialId());
        assertThat(there).as(name + ": " + sent.name()).isNotNull();
        assertThat(there.path("name").asText()).isEqualTo(sent.name());
        assertThat(there.path("status").asText()).isEqualTo(sent.status().name());
        assertThat(there.path("start").asLong()).isEqualTo(sent.start());
        assertThat(there.path("end").asLong()).isEqualTo(sent.end().orElse(0L));
        assertThat(texts(there.path("params"))).isEqualTo(sent.params());
        assertThat(texts(there.path("tags"))).containsAllEntriesOf(sent.tags());
        assertThat(metrics(there.path("metrics"))).isEqualTo(metrics(sent));
        runs++;
      }
    }
    assertThat(read).hasSize(runs);
  }

  private static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new TreeMap<>();
    object.fields().forEachRemaining(field -> texts.put(field.getKey(), field.getValue().asText()));
    return texts;
  }

  private static Map<String, List<String>> metrics(MlflowRun run) {
    Map<String, List<String>> metrics = new TreeMap<>();
    run.metrics()
        .forEach(
            (name, points) ->
                metrics.put(
                    name,
                    points.stream()
                        .map(point -> text(point.time(), point.value(), point.step()))
                        .sorted()
                        .toList()));
    return metrics;
  }

  private static Map<String, List<String>> metrics(JsonNode run) {
    Map<String, List<String>> metrics = new TreeMap<>();
    run.fields()
        .forEachRemaining(
            metric -> {
              List<String> points = new ArrayList<>();
              for (JsonNode point : metric.getValue()) {
                double value =
                    point.get(1).asText().equals("nan")
                        ? Double.NaN
                        : Double.parseDouble(point.get(1).asText());
                points.add(text(point.get(0).asLong(), value, point.get(2).asLong()));
              }
              metrics.put(metric.getKey(), points.stream().sorted().toList());
            });
    return metrics;
  }

  /** A point; MLflow's databases have the largest number in place of an infinite one. */
  private static String text(long time, double value, long step) {
    double kept = Double.isInfinite(value) ? Math.copySign(1.7976931348623157e308, value) : value;
    return time + " " + kept + " " + step;
  }

  private Map<String, JsonNode> read(String database) throws Exception {
    Process client = python("-c", CLIENT, database);
    Map<String, JsonNode> runs = new TreeMap<>();
    assertThat(client.waitFor()).as(Files.readString(printed("stderr"))).isZero();
    for (String line : Files.readAllLines(printed("stdout"), UTF_8)) {
      JsonNode run = JSON.readTree(line);
      JsonNode tags = run.path("tags");
      String id = tags.path("attune.sweep_id").asText() + tags.path("attune.trial").asText();
      assertThat(runs.put(id, run)).as(id).isNull();
    }
    return runs;
  }

  private Process python(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getenv().getOrDefault("ATTUNE_MLFLOW_PYTHON", "python3"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectOutput(printed("stdout").toFile())
        .redirectError(printed("stderr").toFile())
        .start();
  }

  private Path printed(String stream) {
    return folder.resolve(stream);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static boolean answers(String address) throws InterruptedException {
    try {
      HttpRequest health = HttpRequest.newBuilder(URI.create(address + "/health")).build();
      return HttpClient.newHttpClient().send(health, BodyHandlers.ofString()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }
}
