package org.attune.jobs.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.OddNames;
import org.attune.jobs.Printed;
import org.attune.jobs.Ran;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.ValidSweep;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestReportCommand {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);

  /** Calls within calls; a stack of 256 kB holds about half as many. */
  private static final int DEEP = 4_000;

  @TempDir Path folder;

  private JsonNode report() throws Exception {
    Ran ran = Ran.attune("report", folder.toString());
    assertThat(ran.exit()).as(ran.error()).isZero();
    String html = Files.readString(folder.resolve("report.html"));
    Matcher data =
        Pattern.compile(
                "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL)
            .matcher(html);
    assertThat(data.find()).isTrue();
    assertThat(
            Pattern.compile("<script")
                .matcher(html.replaceAll("(?s)<script>.*?</script>", ""))
                .results())
        .as("scripts of the page alone")
        .hasSize(1);
    assertThat(html).contains("default-src 'none'").doesNotContain("src=\"http", "href=\"http");
    return new ObjectMapper().readTree(data.group(1));
  }

  /** The folder of a sweep is its user's alone; a page is for others, wherever it is written. */
  @Test
  void aPageHasTheModeOfAnyOtherNewFileAndIsNamedAsTheSweepWas(@TempDir Path parent)
      throws Exception {
    Path sweep = parent.resolve("sweep");
    try (RecordedSweep recorded = RecordedSweep.in(sweep, "sweep", LOSS)) {
      recorded.finished(Map.of("a", "b"), 0, Map.of("validation_loss", 1.0)).completed();
    }
    assertThat(mode(sweep)).isEqualTo("rwx------");
    Path named = Path.of("").toAbsolutePath().relativize(sweep);

    Ran ran = Ran.attune("report", named.toString());

    assertThat(ran.output()).isEqualTo("%s%n".formatted(named.resolve("report.html")));
    assertThat(mode(sweep.resolve("report.html")))
        .isEqualTo(mode(Files.writeString(parent.resolve("other.html"), "")));
    assertThat(sweep).isDirectoryNotContaining("glob:**.unfinished");
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void aPortOrAFileThatCannotBeIsRefused(@TempDir Path parent) throws Exception {
    ValidSweep sweep = ValidSweep.in(parent);
    sweep.begin(ValidSweep.YAML).close();
    sweep.assertRefused(
        "--port is 99999; it must be from 0 to 65535, and 0 takes a free one",
        "report",
        sweep.results(),
        "--serve",
        "--port",
        99999);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      sweep.assertRefused(
          "Cannot serve on port %d: it is taken; give another --port, or none"
              .formatted(taken.getLocalPort()),
          "report",
          sweep.results(),
          "--serve",
          "--port",
          taken.getLocalPort());
    }
    Path tooLong = parent.resolve("x".repeat(300));
    sweep.assertRefused(
        "Cannot write to %s: File name too long; name another file with --to".formatted(tooLong),
        "report",
        sweep.results(),
        "--to",
        tooLong);
  }

  @Test
  void aFileThatIsNoReportStaysWithoutForce(@TempDir Path parent) throws Exception {
    ValidSweep sweep = ValidSweep.in(parent);
    sweep.begin(ValidSweep.YAML).close();
    Path mine = Files.writeString(parent.resolve("mine.html"), "<!doctype html>mine");
    Object[] words = {"report", sweep.results(), "--html", mine};

    sweep.assertRefused("Cannot write to %s: it exists already".formatted(mine), words);

    assertThat(mine).hasContent("<!doctype html>mine");
    assertThat(Printed.of("report", sweep.results(), "--html", mine, "--force").exit()).isZero();
    assertThat(Printed.of(words).exit()).as("an earlier report is replaced").isZero();
  }

  @Test
  void thePageHasTrialsCurvesFailuresAndAnalysis() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "gates", LOSS)) {
      for (String gate : new String[] {"none", "learned"}) {
        for (int seed = 0; seed < 2; seed++) {
          double loss = (gate.equals("none") ? 2 : 1) + 0.1 * seed;
          sweep.finished(
              Map.of("gate", gate, "width", "64"), seed, Map.of("validation_loss", loss), 3, loss);
        }
      }
      sweep.stopped(Map.of("gate", "slow", "width", "64"), 0, Map.of("validation_loss", 0.1), 3);
      sweep.failed(Map.of("gate", "bad", "width", "64"), 0, Cause.OUT_OF_MEMORY, "no memory");
      sweep.completed();
    }
    JsonNode data = report();

    assertThat(data.at("/sweep/finished").asInt()).isEqualTo(4);
    assertThat(data.at("/sweep/stopped").asInt()).isEqualTo(1);
    assertThat(data.at("/axes/0/key").asText()).isEqualTo("gate");
    assertThat(data.at("/fixed/width").asText()).isEqualTo("64");
    assertThat(data.at("/cells/0/0").asText()).as("best first").isEqualTo("learned");
    assertThat(data.get("trials")).hasSize(6);
    assertThat(data.at("/curves/metrics/validation_loss/0/points/1"))
        .as("step, mean, lowest, highest, seeds")
        .hasToString("[20.0,2.05,2.0,2.1,2.0]");
    assertThat(data.get("trials").findValuesAsText("cause")).containsExactly("out-of-memory");
    assertThat(data.at("/analysis/best/mean").asDouble()).isEqualTo(1.05);
    assertThat(data.at("/provenance/0/code_version").asText()).isEqualTo("0123456");
  }

  @Test
  void whatAllTrialsShareLeavesOutWhatSomeCellsLack() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "gates", LOSS)) {
      Map<String, Double> loss = Map.of("validation_loss", 1.0);
      sweep.finished(Map.of("gate", "none", "width", "64"), 0, loss);
      sweep.finished(Map.of("gate", "wide", "gate.kernel", "11", "width", "64"), 0, loss);
      sweep.completed();
    }

    assertThat(report().get("fixed")).hasToString("{\"width\":\"64\"}");
  }

  @Test
  void itSaysAsStatusDoesWhetherTheSweepGoesOn() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "gates", LOSS)) {
      sweep.running(Map.of("gate", "none"), 0, 3);
      sweep.flush();
      assertThat(report().at("/sweep/state").asText()).isEqualTo("running");
    }
    JsonNode dead = report().get("sweep");
    assertThat(dead.get("state").asText()).isEqualTo("interrupted");
    assertThat(dead.get("running").asInt()).isZero();

    try (SweepJournal journal = SweepJournal.reopen(new LocalStorage(folder))) {
      journal.append(new Event.Suspended(true, "the budget is used up", Instant.now())).join();
    }
    assertThat(report().at("/sweep/state").asText()).isEqualTo("out of budget");
  }

  private static final List<Integer> SEEDS_AND_TWO_FOR_TUNING =
      List.of(0, 1, 2, 3, 4, 5, 6, 7, Tuning.FIRST_SEED, Tuning.FIRST_SEED + 1);

  @Test
  void aPapersTableHasItsClaimsWithVerdictsBesideThePapersNumbers() throws Exception {
    String text = Files.readString(Path.of("..", "sweeps", "papers", "split-q.yaml"));
    Map<String, String> small = Map.of("scale", "small");
    SweepSpec spec = SpecFile.read("split-q.yaml", text, small, new TrialCatalog());
    new SpecCopy(text, small).write(new LocalStorage(folder));
    try (RecordedSweep sweep =
        RecordedSweep.in(folder, SpecHeader.of(spec, 56, 1, Map.of("cpu", "a processor")))) {
      for (var cell : spec.comparison().cells().entrySet()) {
        boolean copies = cell.getKey().startsWith("K-shift");
        for (int seed : SEEDS_AND_TWO_FOR_TUNING) {
          double copied = copies ? 0.97 + 0.002 * (seed % 3) : 0.03 + 0.001 * (seed % 2);
          sweep.finished(
              cell.getValue().values(),
              seed,
              Map.of("copy_accuracy", copied, "floor_copy_accuracy", 0.02));
        }
      }
      sweep.completed();
    }
    JsonNode claims = report().get("claims");

    assertThat(claims.get("claims").findValuesAsText("says"))
        .contains("K-shift copies more than Q-shift", "K-shift copies more than split-Q");
    assertThat(claims.get("claims"))
        .extracting(claim -> claim.get("says").asText() + ": " + claim.get("verdict").asText())
        .contains(
            "K-shift copies more than Q-shift: reproduced",
            "K-shift copies more than split-Q: reproduced");
    JsonNode row = claims.get("rows").get(0);
    assertThat(row.get("n").asInt()).isEqualTo(8);
    assertThat(row.get("floor").asDouble()).isEqualTo(0.02);
    assertThat(claims.get("rows").findValuesAsText("paper")).contains(".88 to .92");
  }

  @Test
  void whateverNamesSayTheyAreTextsOfThePage() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "odd", LOSS)) {
      for (String name : OddNames.ALL) {
        sweep.failed(Map.of("name", name, "@DATA@", name), 0, Cause.TRIAL_FAULT, name);
        sweep.finished(
            Map.of("name", name, "@DATA@", "x"), 1, Map.of("validation_loss", Double.NaN));
      }
    }
    JsonNode data = report();

    assertThat(data.get("trials").findValuesAsText("message")).containsAll(OddNames.ALL);
    assertThat(data.at("/analysis/best").isNull()).isTrue();
  }

  @Test
  void aSweepThatHasOnlyBegunHasAPage() throws Exception {
    RecordedSweep.in(folder, "begun", LOSS).close();

    assertThat(report().get("trials")).isEmpty();
  }

  @Test
  void fourHundredAxesHaveAPage() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "wide", LOSS)) {
      for (int i = 0; i < 8; i++) {
        Map<String, String> cell = new TreeMap<>();
        for (int axis = 0; axis < 400; axis++) {
          cell.put("axis-" + axis, String.valueOf((i >> (axis % 3)) % 2));
        }
        sweep.finished(cell, 0, Map.of("validation_loss", i * 0.1));
      }
    }
    assertThat(report().get("axes")).hasSize(400);
  }

  @Test
  void theServerAnswersThisMachineWithNewDataOnly() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "live", LOSS);
        ReportServer server =
            ReportServer.start(
                0, () -> Map.of("trials", Sweeps.read(folder.toString()).trials().size()))) {
      assertThat(get(server.address() + "data.json").body()).isEqualTo("{\"trials\":0}");
      sweep.finished(Map.of("gate", "a"), 0, Map.of("validation_loss", 1.0)).flush();
      assertThat(get(server.address() + "data.json").body()).isEqualTo("{\"trials\":1}");
      assertThat(get(server.address()).body()).contains("data-live=\"true\"", "connect-src 'self'");
      assertThat(get(server.address() + "../etc/passwd").statusCode()).isEqualTo(404);
    }
  }

  /** Java's client would ask again after a reset, so a plain socket asks. */
  @ParameterizedTest
  @ValueSource(strings = {"", "GE", "GET / HTTP/1.1\r\nHost: local"})
  void requestsThatAreNeverSentToTheirEndBlockNobody(String part) throws Exception {
    List<SocketChannel> halfOpen = new ArrayList<>();
    try (ReportServer server = ReportServer.start(0, () -> Map.of("trials", 1))) {
      int port = URI.create(server.address()).getPort();
      for (int i = 0; i < 400; i++) {
        halfOpen.add(connect(port, part));
      }
      try (SocketChannel reader =
          connect(
              port, "GET /data.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")) {
        assertThat(new String(reader.socket().getInputStream().readAllBytes(), UTF_8))
            .startsWith("HTTP/1.1 200 OK")
            .endsWith("{\"trials\":1}");
      }
      assertThat(halfOpen.stream().filter(TestReportCommand::isOpen).count())
          .as("the reader did not wait until the server cut them off")
          .isGreaterThan(200);
    } finally {
      for (SocketChannel channel : halfOpen) {
        channel.close();
      }
    }
  }

  private static SocketChannel connect(int port, String request) throws IOException {
    SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    channel.write(ByteBuffer.wrap(request.getBytes(UTF_8)));
    return channel;
  }

  private static boolean isOpen(SocketChannel channel) {
    try {
      channel.configureBlocking(false);
      return channel.read(ByteBuffer.allocate(1)) == 0;
    } catch (IOException reset) {
      return false;
    }
  }

  @Test
  void dataMayNeedAsDeepAStackAsAnyCommand() throws Exception {
    try (ReportServer server =
        ReportServer.start(0, () -> Map.of("depth", depth(DEEP, 0, 0, 0, 0)))) {
      assertThat(get(server.address() + "data.json").body()).isEqualTo("{\"depth\":" + DEEP + "}");
    }
  }

  private static long depth(int left, long a, long b, long c, long d) {
    return left == 0 ? a + b + c + d : 1 + depth(left - 1, d, a, b, c);
  }

  @Test
  void aSweepThatCannotBeReadIsSaidSo() throws Exception {
    try (ReportServer server =
        ReportServer.start(
            0,
            () -> {
              throw new IOException("the disk is gone");
            })) {
      HttpResponse<String> answer = get(server.address());
      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.body()).isEqualTo("Cannot read the sweep: the disk is gone\n");
    }
  }

  @Test
  void allReadersShareWhatIsEncodedOnce() throws Exception {
    int[] encoded = new int[1];
    Map<String, Object> data =
        new AbstractMap<>() {
          @Override
          public Set<Map.Entry<String, Object>> entrySet() {
            encoded[0]++;
            return Map.<String, Object>of("text", "x".repeat(1 << 20)).entrySet();
          }
        };
    try (ReportServer server = ReportServer.start(0, () -> data)) {
      String first = get(server.address() + "data.json").body();
      int once = encoded[0];
      for (int i = 0; i < 5; i++) {
        assertThat(get(server.address() + "data.json").body()).isEqualTo(first);
        assertThat(get(server.address()).body()).contains("data-live");
      }
      assertThat(first).hasSize((1 << 20) + "{'text':''}".length());
      assertThat(encoded[0]).isEqualTo(once);
    }
  }

  @Test
  void thePageCanOnlyBeRead() throws Exception {
    try (ReportServer server = ReportServer.start(0, () -> Map.of("trials", 1))) {
      for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "PATCH")) {
        HttpResponse<String> answer = send(server.address(), method);
        assertThat(answer.statusCode()).as(method).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD");
      }
      HttpResponse<String> head = send(server.address() + "data.json", "HEAD");
      assertThat(head.statusCode()).isEqualTo(200);
      assertThat(head.headers().firstValue("Content-Length")).contains("12");
      assertThat(head.body()).isEmpty();
    }
  }

  private static HttpResponse<String> send(String address, String method) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address))
                .timeout(Duration.ofMinutes(1))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private static HttpResponse<String> get(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofMinutes(1)).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aDirectoryWithoutASweepIsRefused() {
    Ran ran = Ran.attune("report", folder.toString());

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.error()).contains("holds no sweep");
  }
}
