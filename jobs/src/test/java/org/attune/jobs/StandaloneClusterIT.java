package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.model.task.Task;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The submit jar, by Spark's own SparkSubmit, on a standalone master with two worker processes;
 * with authentication and encryption, which no row may show.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StandaloneClusterIT {

  private static final String ROWS =
      "select gate, replicate, seed, validation_loss from results order by gate, replicate";

  /** Enough that a worker dies while the sweep runs. */
  private static final int STEPS = 400;

  private static final int TRIALS = 4;

  @TempDir static Path folder;
  private static Path sweep;
  private static StandaloneCluster cluster;
  private static String secret;
  private static Path secretFile;
  private static int uiPort; // of drivers
  private static Launched outsider; // has no secret; Spark tries for a minute
  private static Launched roomless; // asks for more memory than there is, and says so in a minute

  @BeforeAll
  static void startCluster() throws Exception {
    sweep = ShortSweep.write(folder, TRIALS, STEPS);
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    secret = HexFormat.of().formatHex(random);
    secretFile = Files.writeString(folder.resolve("of-the-cluster"), secret + "\n");
    Files.setPosixFilePermissions(secretFile, PosixFilePermissions.fromString("rw-------"));
    cluster = StandaloneCluster.start("--secret", secretFile);
    outsider = cluster.submit(List.of(), sweep, "--out", folder.resolve("outside"));
    roomless = submit(folder.resolve("waiting"), "--executor-memory", "900g");
  }

  @AfterAll
  static void stopCluster() throws Exception {
    outsider.kill();
    roomless.kill();
    cluster.close();
  }

  @Test
  void theClusterGivesTheSameRowsAsThisMachineAlsoWhenAWorkerDies() throws Exception {
    Path alone = folder.resolve("alone");
    assertThat(Launched.attune("run", sweep, "--out", alone).await().exit()).isZero();
    JsonNode rows = ShortSweep.sql(alone, ROWS);
    JsonNode metrics = ShortSweep.sql(alone, ShortSweep.METRICS);
    assertThat(metrics).hasSizeGreaterThan(TRIALS);

    Path hurt = folder.resolve("hurt");
    Launched run = submit(hurt);
    await().atMost(Duration.ofMinutes(20)).until(() -> ShortSweep.finished(hurt) >= 1);
    cluster.killWorker(1);
    Launched.Result survived = run.await();
    assertThat(survived.exit()).as(survived.error()).isZero();
    assertThat(survived.error())
        .doesNotContain(" INFO ", "\tat ")
        .contains(TRIALS + " trials, each on a core of its own; log: ");
    try (var logs = Files.list(hurt.resolve("logs"))) {
      assertThat(logs)
          .hasSize(1)
          .allMatch(log -> survived.error().contains("log: " + log))
          .allMatch(log -> log.toFile().length() > 1000);
    }
    ShortSweep.assertComplete(hurt, TRIALS);
    assertThat(ShortSweep.sql(hurt, ROWS)).isEqualTo(rows);
    assertThat(ShortSweep.sql(hurt, ShortSweep.METRICS)).isEqualTo(metrics);
  }

  /** The last, for Attune says it after a minute, which passes while the others run. */
  @Test
  @Order(Integer.MAX_VALUE)
  void aClusterThatHasNoRoomIsWaitedForAloud() throws Exception {
    await()
        .atMost(Duration.ofMinutes(20))
        .until(() -> roomless.error().contains("no executor has taken a trial for 60 s; waiting."));

    assertThat(roomless.alive()).isTrue();
    roomless.kill();
  }

  @Test
  void aDriverWithoutTheSecretIsToldWhatIsMissing() throws Exception {
    Launched.Result run =
        cluster.submit(List.of(), sweep, "--out", folder.resolve("none"), "--secure").await();

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.error()).contains("say in which file it is: --secure FILE");
  }

  @Test
  void aDriverThatSaysNothingOfASecretIsToldToSayIt() throws Exception {
    Launched.Result run = outsider.await();

    assertThat(run.exit()).as(run.error()).isEqualTo(2);
    assertThat(run.error())
        .contains("has not answered for 10 s", "the master did not answer", "add --secure FILE")
        .doesNotContain("\tat ", "stopped SparkContext");
    assertThat(folder.resolve("outside")).as("exit code 2: nothing is written").doesNotExist();
  }

  @Test
  void aSecretThatLiesOpenOrIsSoonGuessedStartsNoCluster() throws Exception {
    Path file = Files.writeString(folder.resolve("open"), secret + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(refused(file)).contains("others than you may read", "chmod 600 " + file);

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(file, "horse\n");
    assertThat(refused(file))
        .contains("has 5 characters; it needs 16 at least")
        .doesNotContain("horse");
  }

  private static String refused(Path secretFile) throws Exception {
    Map<String, String> elsewhere = Map.of("ATTUNE_STANDALONE", folder.resolve("none").toString());
    Launched.Result start =
        Launched.program(
                elsewhere,
                "cluster/bin/standalone",
                "start",
                "--port",
                Launched.freePort(),
                "--workers",
                1,
                "--secret",
                secretFile)
            .await();
    assertThat(start.exit()).as(start.error()).isEqualTo(2);
    assertThat(folder.resolve("none")).doesNotExist();
    return start.error();
  }

  /** What a program of a user's gets, and what it leaves of it in files, pages and processes. */
  @Test
  void theSecretsOfAProgramAndOfTheClusterAreFoundNowhere() throws Exception {
    String key = HexFormat.of().formatHex(new SecureRandom().generateSeed(16));
    Path at = Files.createDirectory(folder.resolve("programs"));
    Path go = at.resolve("go");
    Files.writeString(
        at.resolve("program.sh"),
        """
        test ${#API_KEY} = 32 || exit 9
        echo "key $API_KEY"
        echo "key $API_KEY" >&2
        env | grep -v '^API_KEY=' > "env-$ATTUNE_TRIAL"
        while [ ! -e go ]; do sleep 0.1; done
        test $X != 4 || { echo "failed with $API_KEY" >&2; exit 3; }
        echo '{"loss": 1}'
        """
            .replace("$X", "$ATTUNE_PARAM_X"));
    Path spec =
        Files.writeString(
            folder.resolve("programs.yaml"),
            """
            sweep: programs
            task:
              command:
                run: sh program.sh
                folder: %s
                parameters: {x: {integer: [1, 9]}}
                metrics: {loss: lower}
                environment: {API_KEY: {secret: ATTUNE_IT_KEY}}
            axes: {x: [1, 2, 3, 4]}
            objective: {metric: loss, goal: minimize}
            """
                .formatted(at));
    Path results = folder.resolve("of-programs");
    Path events = Files.createDirectory(folder.resolve("events"));
    uiPort = Launched.freePort();
    Launched running =
        cluster.submit(
            Map.of("ATTUNE_IT_KEY", key),
            List.of(
                "--conf",
                "spark.ui.enabled=true",
                "--conf",
                "spark.ui.port=" + uiPort,
                "--conf",
                "spark.eventLog.enabled=true",
                "--conf",
                "spark.eventLog.dir=" + events.toUri()),
            spec,
            "--out",
            results,
            "--secure",
            secretFile);
    await()
        .atMost(Duration.ofMinutes(20))
        .until(() -> !running.alive() || !environments(at).isEmpty());
    assertThat(running.alive()).as(running.error()).isTrue();
    assertThat(page("http://127.0.0.1:" + uiPort + "/attune/")).contains(", attempt 1</td>");
    assertNoPageShows(secret, key);
    SecretSearch executors = new SecretSearch(key);
    assertThat(executors.inEnvironments("CoarseGrainedExecutorBackend")).isEmpty();
    assertThat(executors.searched()).isPositive();
    Files.createFile(go);
    Launched.Result ended = running.await();

    assertThat(ended.exit()).as(ended.error()).isEqualTo(3);
    assertThat(events.toFile().list()).hasSize(1);
    List<Path> seen = environments(at);
    assertThat(seen).hasSizeGreaterThanOrEqualTo(4);
    for (Path environment : seen) {
      assertThat(Files.readString(environment))
          .contains("PATH=", "ATTUNE_TRIAL=")
          .doesNotContain("SPARK_AUTH_SECRET", "ATTUNE_IT_KEY");
    }
    assertThat(Launched.attune("report", results).await().exit()).isZero();
    String trial =
        ShortSweep.sql(results, "select trial_id from trials").get(0).path("trial_id").asText();
    StringBuilder shown = new StringBuilder();
    for (String table : List.of("trials", "attempts", "results")) {
      shown.append(ShortSweep.sql(results, "select * from " + table));
    }
    shown.append(Launched.attune("logs", results, "--trial", trial).await().output());
    assertThat(shown).contains("API_KEY (secret)", "failed with ***", "key ***");
    assertThat(shown).doesNotContain(key, secret);
    assertNoFileHolds(ended, secret, key);
  }

  private static List<Path> environments(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().startsWith("env-")).toList();
    }
  }

  /** Neither the driver's pages while it runs, nor the master's and the workers', which are off. */
  private static void assertNoPageShows(String... secrets) throws Exception {
    String driver = "http://127.0.0.1:" + uiPort;
    String applications = page(driver + "/api/v1/applications");
    Matcher id = Pattern.compile("\"id\" : \"([^\"]+)\"").matcher(applications);
    assertThat(id.find()).as(applications).isTrue();
    String environment = "/api/v1/applications/" + id.group(1) + "/environment";
    assertThat(page(driver + environment))
        .contains("spark.authenticate.secret", "*(redacted)")
        .doesNotContain(secrets);
    SecretSearch search = new SecretSearch(secrets);
    assertThat(
            search.inPages(
                Stream.of("/environment/", "/jobs/", "/stages/", "/executors/")
                    .map(path -> driver + path)
                    .toList()))
        .isEmpty();
    assertNoDaemonHasPages();
    assertThat(search.inCommandLines()).as("the list of processes").isEmpty();
  }

  /** Nor does a page of another site end the application that runs: the sweep ends well. */
  private static void assertNoDaemonHasPages() throws Exception {
    String application = Files.readString(cluster.files().resolve("master.log"));
    Matcher id = Pattern.compile("(?s).*with ID (app-[-\\d]+)").matcher(application);
    assertThat(id.lookingAt()).as(application).isTrue(); // the last, which runs
    HttpRequest kill =
        HttpRequest.newBuilder(URI.create(cluster.pages("master") + "/app/kill/"))
            .header("Origin", "http://evil.example")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("terminate=true&id=" + id.group(1)))
            .build();
    assertThat(status(kill)).isEqualTo(403);
    for (String daemon : List.of("master", "worker-1", "worker-2")) {
      for (String path : List.of("/", "/json/", "/metrics/json/", "/static/webui.css")) {
        URI address = URI.create(cluster.pages(daemon) + path);
        assertThat(status(HttpRequest.newBuilder(address).build()))
            .as("%s", address)
            .isEqualTo(403);
      }
    }
  }

  private static int status(HttpRequest request) throws Exception {
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
  }

  private static String page(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
        .body();
  }

  /** Neither results and logs, nor what Spark's daemons and executors left. */
  private static void assertNoFileHolds(Launched.Result submitted, String... secrets)
      throws IOException {
    SecretSearch search = new SecretSearch(secrets);
    assertThat(search.in(submitted.output() + submitted.error())).isFalse();
    assertThat(search.inFiles(secretFile.getParent(), file -> file.equals(secretFile)))
        .as("the search finds what is there")
        .hasSize(List.of(secrets).contains(secret) ? 1 : 0);
    for (Path root : List.of(folder, cluster.files())) {
      assertThat(
              search.inFiles(
                  root,
                  file -> !file.equals(secretFile) && !file.toString().endsWith("attune.jar")))
          .isEmpty();
    }
    assertThat(search.searched()).isGreaterThan(20);
  }

  @Test
  void aTaskOfAUsersJarIsTrainedByExecutors() throws Exception {
    String page = "docs/tasks.md";
    Path jar =
        OwnJar.pack(
            folder, "RunningSum", OwnJar.block(page, "java", "class RunningSum"), Task.class);
    Path sums =
        Files.writeString(folder.resolve("sums.yaml"), OwnJar.block(page, "yaml", "running-sum"));
    Path results = folder.resolve("sums");

    Launched.Result ended =
        cluster
            .submit(
                List.of("--jars", jar.toString()), sums, "--out", results, "--secure", secretFile)
            .await();

    assertThat(ended.exit()).as(ended.error()).isZero();
    assertThat(ShortSweep.sql(results, "select modulus from results where state = 'finished'"))
        .hasSize(4);
  }

  @Test
  void formulasOfASweepFileNeedNoJarOnTheCluster() throws Exception {
    Path results = folder.resolve("formulas");

    Launched.Result ended =
        cluster
            .submit(
                List.of(),
                "sweeps/formulas.yaml",
                "--out",
                results,
                "--secure",
                secretFile,
                "--set",
                "train.steps=3",
                "--set",
                "task.validation-examples=4")
            .await();

    assertThat(ended.exit()).as(ended.error()).isZero();
    JsonNode rows =
        ShortSweep.sql(
            results,
            "select coalesce(gate_formula, gate) gate, scores_formula scores"
                + " from results where state = 'finished'");
    List<String> gates =
        List.of(
            "none",
            "learned",
            "sigmoid(linear(x) / 0.5) * y",
            "sigmoid(linear(x) / 1) * y",
            "sigmoid(linear(x) / 2) * y");
    List<String> scores =
        List.of(
            "30 * tanh(s / 30)",
            "where(i - j < 64, s, -inf)",
            "s - (i - j) * learned(0.1, per: head)");
    assertThat(rows)
        .extracting(row -> row.path("gate").asText() + " | " + row.path("scores").asText())
        .containsExactlyInAnyOrderElementsOf(
            gates.stream().flatMap(g -> scores.stream().map(s -> g + " | " + s)).toList());
  }

  private static Launched submit(Path results, String... options) throws Exception {
    return cluster.submit(List.of(options), sweep, "--out", results, "--secure", secretFile);
  }
}
