package org.attune.notebooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A real Zeppelin, as {@code notebooks/zeppelin} starts it, asked by its REST API. */
final class ZeppelinServer implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int CANNOT_BE_HAD = 3;

  /** A note takes seconds; a test has ten minutes. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final HttpClient http = HttpClient.newHttpClient();
  private static final Pattern ADDRESS =
      Pattern.compile("Notes on .*: (http://127\\.0\\.0\\.1:(\\d+)/)\\?token=(\\w+) ");

  private final Process process;
  private final String url;
  private final int port;
  private final String token;

  private ZeppelinServer(Process process, Matcher printed) {
    this.process = process;
    this.url = printed.group(1);
    this.port = Integer.parseInt(printed.group(2));
    this.token = printed.group(3);
  }

  /** Starts it on some sweeps; empty where Zeppelin's artifacts cannot be had. */
  static Optional<ZeppelinServer> start(Path home, Path sweeps, Path work)
      throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Path said = Files.createFile(work.resolve("said.txt"));
    ProcessBuilder builder =
        new ProcessBuilder(home.resolve("notebooks/zeppelin").toString(), sweeps.toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().put("ATTUNE_NOTES_PORT", Integer.toString(port));
    builder.environment().put("ATTUNE_NOTES_WORK", work.resolve("server").toString());
    Process process = builder.start();
    Awaitility.await()
        .forever()
        .until(() -> !process.isAlive() || Files.readString(said).contains("Notes on "));
    if (!Files.readString(said).contains("Notes on ")) {
      if (process.exitValue() == CANNOT_BE_HAD) {
        return Optional.empty();
      }
      throw new IOException("notebooks/zeppelin ended: " + Files.readString(said));
    }
    Matcher printed = ADDRESS.matcher(Files.readString(said));
    if (!printed.find()) {
      throw new IOException("No address with a token: " + Files.readString(said));
    }
    return Optional.of(new ZeppelinServer(process, printed));
  }

  /** Imports a note's text; returns the id that it has here. */
  String importNote(String text) throws IOException, InterruptedException {
    return send(request("api/notebook/import").POST(HttpRequest.BodyPublishers.ofString(text)))
        .asText();
  }

  /**
   * Runs a note's paragraphs in order, and returns the note with what they answered. Seldom, a late
   * poller of Zeppelin's calls a paragraph running that has just ended, and the server waits for
   * ever: then a copy is run.
   */
  JsonNode run(String note) throws IOException, InterruptedException {
    try {
      return runOnce(note);
    } catch (HttpTimeoutException stuck) {
      ObjectNode copy = send(request("api/notebook/" + note).GET()).deepCopy();
      copy.retain("paragraphs");
      for (JsonNode paragraph : copy.path("paragraphs")) {
        ((ObjectNode) paragraph).retain("title", "text", "config", "settings");
      }
      return runOnce(importNote(copy.put("name", "again/" + note).toString()));
    }
  }

  private JsonNode runOnce(String note) throws IOException, InterruptedException {
    send(
        request("api/notebook/job/" + note + "?blocking=true")
            .timeout(PATIENCE)
            .POST(HttpRequest.BodyPublishers.noBody()));
    return send(request("api/notebook/" + note).GET());
  }

  /** Runs one query by itself, as the page's editor does, and returns its paragraph. */
  JsonNode runQuery(String note, String paragraph, String sql)
      throws IOException, InterruptedException {
    String text = JSON.createObjectNode().put("text", "%spark.sql\n" + sql).toString();
    send(
        request("api/notebook/" + note + "/paragraph/" + paragraph)
            .PUT(HttpRequest.BodyPublishers.ofString(text)));
    http.send(
        request("api/notebook/run/" + note + "/" + paragraph)
            .timeout(PATIENCE)
            .POST(HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.discarding()); // the paragraph has the error, if it fails
    for (JsonNode each : send(request("api/notebook/" + note).GET()).path("paragraphs")) {
      if (each.path("id").asText().equals(paragraph)) {
        return each;
      }
    }
    throw new IOException("no paragraph " + paragraph);
  }

  /** Adds a query to a note, as the page's editor does; returns its paragraph's id. */
  String addQuery(String note, int index) throws IOException, InterruptedException {
    ObjectNode query = JSON.createObjectNode().put("title", "Query").put("index", index);
    return send(request("api/notebook/" + note + "/paragraph")
            .POST(HttpRequest.BodyPublishers.ofString(query.toString())))
        .asText();
  }

  /** The notes that the server lists. */
  JsonNode notes() throws IOException, InterruptedException {
    return send(request("api/notebook").GET());
  }

  /** Where the page is, with the token, as the launcher prints it. */
  String url() {
    return url + "?token=" + token;
  }

  /** Where the page is, without the token. */
  String bare() {
    return url;
  }

  int port() {
    return port;
  }

  /** The header by which the page is known after its first request. */
  String cookie() {
    return "attune-notes-" + port + "=" + token;
  }

  /** The server's process and those of its interpreters. */
  Stream<ProcessHandle> processes() {
    return process.descendants();
  }

  /** A file of the page. */
  String page(String path) throws IOException, InterruptedException {
    return http.send(request(path).GET().build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path)).header("Cookie", cookie());
  }

  private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    JsonNode body = JSON.readTree(answer.body());
    if (answer.statusCode() >= 400 || !"OK".equals(body.path("status").asText())) {
      throw new IOException(request.build().uri() + ": " + answer.body());
    }
    return body.path("body");
  }

  @Override
  public void close() throws InterruptedException {
    List<ProcessHandle> all = process.descendants().toList();
    process.destroy();
    process.waitFor();
    all.forEach(ProcessHandle::destroyForcibly); // they write into their folder to their end
    all.forEach(child -> child.onExit().join());
  }
}
