package org.attune.notebooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What pages of other sites, other names of this machine and hostile notes get: nothing. */
class ZeppelinGuardIT {

  private static final Path HOME = Path.of(System.getProperty("attune.home", ".."));
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /**
   * Creates a note that runs a program, runs it, reads the notes, and says what it got. A browser
   * with a virtual clock waits for no socket, but for what a page fetches: so this fetches, slowly,
   * until the socket has its answer.
   */
  private static final String ATTACK =
      """
      <!doctype html><title>attack</title><body><img src="%1$s"><pre id="got"></pre><script>
      const got = document.getElementById("got");
      const say = (what) => got.append(what + "\\n");
      const note = JSON.stringify({name: "pwned", paragraphs: [{text: "%%spark.sql\\nselect transform(1) using 'touch %3$s'"}]});
      async function attempt(name, path, options) {
        try {
          const answer = await fetch("%2$sapi/" + path, options);
          say(name + " got " + answer.type + " " + await answer.text());
        } catch (error) {
          say(name + " failed");
        }
      }
      let answered = false;
      const socket = new WebSocket("%4$sws");
      socket.onopen = () => { say("socket got open"); answered = true; };
      socket.onerror = () => { say("socket failed"); answered = true; };
      (async () => {
        await attempt("list", "notebook", {credentials: "include"});
        await attempt("create", "notebook", {method: "POST", credentials: "include", headers: {"Content-Type": "text/plain"}, body: note});
        await attempt("import", "notebook/import", {method: "POST", credentials: "include", headers: {"Content-Type": "text/plain"}, body: note});
        await attempt("blind", "notebook/import", {method: "POST", mode: "no-cors", credentials: "include", body: note});
        while (!answered) await fetch("wait");
        say("attack over");
      })();
      </script>
      """;

  @TempDir static Path folder;
  private static ZeppelinServer zeppelin;

  @BeforeAll
  static void start() throws Exception {
    Path sweeps = Files.createDirectory(folder.resolve("sweeps"));
    var server = ZeppelinServer.start(HOME, sweeps, Files.createDirectory(folder.resolve("work")));
    assumeTrue(server.isPresent(), "Zeppelin's artifacts cannot be had");
    zeppelin = server.get();
  }

  @AfterAll
  static void end() throws InterruptedException {
    if (zeppelin != null) {
      zeppelin.close();
    }
  }

  @Test
  void aPageOfAnotherOriginInABrowserGetsNothing() throws Exception {
    Chromium chromium = chromium();
    Path touched = folder.resolve("touched-by-a-page");
    String socket = zeppelin.bare().replace("http:", "ws:");
    HttpServer site =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    // The image is the user's own visit: this browser has the cookie.
    byte[] page =
        ATTACK
            .formatted(zeppelin.url(), zeppelin.bare(), touched, socket)
            .getBytes(StandardCharsets.UTF_8);
    site.createContext("/wait", ZeppelinGuardIT::answerSlowly);
    site.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/html;charset=utf-8");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    site.start();
    try {
      String shown = chromium.dom("http://127.0.0.1:" + site.getAddress().getPort() + "/", "");
      String got = shown.substring(shown.indexOf("<pre"), shown.indexOf("</pre>"));
      assertThat(got)
          .contains("list failed", "create failed", "import failed", "blind failed")
          .contains("socket failed", "attack over")
          .doesNotContain("ATTUNE001", " got ");
    } finally {
      site.stop(0);
    }
    assertOnlyShippedNotes();
    assertThat(touched).doesNotExist();
  }

  private static void answerSlowly(HttpExchange exchange) throws IOException {
    LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  @Test
  void aNameThatPointsHereIsRefusedAlsoWithTheToken() throws Exception {
    String rebound = zeppelin.url().replace("127.0.0.1", "evil.example");

    String shown = chromium().dom(rebound, "MAP evil.example 127.0.0.1,");

    assertThat(shown).contains("Refused: this server answers").doesNotContain("Attune notes");
  }

  @Test
  void withoutTheTokenAndFromOtherOriginsNothingIsAnswered() throws Exception {
    assertThat(status("GET", "", Map.of())).isEqualTo(401);
    assertThat(status("GET", "api/notebook", Map.of())).isEqualTo(401);
    assertThat(status("POST", "api/notebook", Map.of("Content-Type", "text/plain"))).isEqualTo(401);
    assertThat(status("GET", "?token=guessed", Map.of())).isEqualTo(401);
    String origin = "http://evil.example";
    Map<String, String> foreign = Map.of("Cookie", zeppelin.cookie(), "Origin", origin);
    assertThat(status("GET", "api/notebook", foreign)).isEqualTo(403);
    assertThat(status("POST", "api/notebook/import", foreign)).isEqualTo(403);
    assertThat(status("OPTIONS", "api/notebook/import", foreign)).isEqualTo(403);
    Map<String, String> own = Map.of("Cookie", zeppelin.cookie());
    assertThat(status("GET", "api/notebook", own)).isEqualTo(200);
    assertThat(status("GET", "api/interpreter/setting", own)).isEqualTo(404);
    assertThat(status("POST", "api/notebook", own)).isEqualTo(404);
    assertOnlyShippedNotes();
  }

  @Test
  void theWebsocketIsClosed() {
    assertThat(handshake(Map.of())).isEqualTo(401);
    assertThat(handshake(Map.of("Cookie", zeppelin.cookie(), "Origin", "http://evil.example")))
        .isEqualTo(403);
    assertThat(handshake(Map.of("Cookie", zeppelin.cookie()))).isEqualTo(404);
  }

  @Test
  void aHostileNoteReadsNothingButTablesAndRunsNothing() throws Exception {
    Path touched = folder.resolve("touched-by-a-note");
    List<String> texts =
        List.of(
            "%sh\ntouch " + touched,
            "%spark\nnew java.io.File(\"" + touched + "\").createNewFile()",
            "%spark.spark\nnew java.io.File(\"" + touched + "\").createNewFile()",
            "%spark.pyspark\nopen('" + touched + "', 'w')",
            "%spark.conf\nspark.sql.extensions none",
            "%md.conf\nBASH_ENV " + touched,
            "%spark.sql\nselect transform(1) using 'touch " + touched + "'",
            "%spark.sql\nselect java_method('java.lang.System', 'getProperty', 'user.home')",
            "%spark.sql\nselect * from text.`/etc/passwd`",
            "%spark.sql\ncreate temporary view t using text options (path '/etc/passwd')",
            "%spark.sql\nset spark.sql.extensions=none");
    List<String> answers = new ArrayList<>();
    for (String text : texts) {
      String note =
          zeppelin.importNote(
              new ObjectMapper()
                  .writeValueAsString(
                      Map.of(
                          "name",
                          "hostile/" + answers.size(),
                          "paragraphs",
                          List.of(Map.of("text", text)))));
      JsonNode ran = zeppelin.run(note).path("paragraphs").path(0);
      assertThat(ran.path("status").asText()).as(text).isNotEqualTo("FINISHED");
      answers.add(ran.path("results").path("msg").path(0).path("data").asText());
    }
    assertThat(touched).doesNotExist();
    assertThat(String.join("\n", answers))
        .contains(
            "Notes cannot change the settings here",
            "only SELECT statements run here",
            "calls any code there is",
            "Cannot read 'text./etc/passwd'",
            "Cannot make a view of 'text'")
        .doesNotContain("root:");
    assertThat(Listening.of(zeppelin.processes().map(ProcessHandle::pid).toList()))
        .as("where the server and its interpreters listen")
        .hasSizeGreaterThan(2)
        .allMatch(InetAddress::isLoopbackAddress);
    Path spark =
        Optional.ofNullable(System.getenv("ATTUNE_SPARK_HOME"))
            .map(Path::of)
            .orElse(HOME.resolve("cluster/target/spark-home").toRealPath());
    assertThat(zeppelin.processes().map(each -> each.info().commandLine().orElse("")).toList())
        .as("an interpreter runs on the Spark that was named, or on the build's")
        .anyMatch(line -> line.contains(":" + spark + "/jars/*:"));
  }

  /** Names that are something else in a language of the notes are texts in every paragraph. */
  @Test
  void oddNamesAreTextsInEveryParagraph() throws Exception {
    Commands attune = new Commands(HOME, folder);
    Path odd = folder.resolve("sweeps/odd");
    assertThat(attune.start("run", OddSweep.write(folder), "--out", odd).waitFor())
        .as("some trials failed: " + attune.said())
        .isEqualTo(3);
    List<Path> notes =
        Stream.of("sweep-overview", "reproduce-a-table", "failures")
            .map(name -> HOME.resolve("notebooks/notes/" + name + ".zpln"))
            .toList();

    assertThat(new NoteAnswers(zeppelin, attune).asAttuneSqlDoes(odd, notes))
        .isGreaterThan(notes.size());
  }

  @Test
  void theServersCommonsTextIsRaised() throws Exception {
    try (Stream<Path> jars = Files.list(HOME.resolve("notebooks/target/zeppelin/lib"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString()))
          .filteredOn(name -> name.startsWith("commons-text-"))
          .containsExactly("commons-text-1.10.0.jar");
    }
  }

  private static void assertOnlyShippedNotes() throws Exception {
    assertThat(zeppelin.notes().toString()).doesNotContain("pwned");
  }

  private static Chromium chromium() throws Exception {
    Optional<Chromium> chromium =
        Chromium.find(folder, HOME.resolve("notebooks/target/screenshots"));
    assumeTrue(chromium.isPresent(), "no Chromium");
    return chromium.get();
  }

  private static int status(String method, String path, Map<String, String> headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(zeppelin.bare() + path))
            .method(
                method,
                method.equals("POST") ? BodyPublishers.ofString("{}") : BodyPublishers.noBody());
    headers.forEach(request::header);
    return HTTP.send(request.build(), BodyHandlers.discarding()).statusCode();
  }

  private static int handshake(Map<String, String> headers) {
    WebSocket.Builder builder = HTTP.newWebSocketBuilder();
    headers.forEach(builder::header);
    URI address = URI.create(zeppelin.bare().replace("http:", "ws:") + "ws");
    int[] status = new int[1];
    assertThatThrownBy(() -> builder.buildAsync(address, new WebSocket.Listener() {}).join())
        .hasCauseInstanceOf(WebSocketHandshakeException.class)
        .satisfies(
            thrown ->
                status[0] =
                    ((WebSocketHandshakeException) thrown.getCause()).getResponse().statusCode());
    return status[0];
  }
}
