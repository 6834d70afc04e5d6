package org.attune.notebooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A real Zeppelin, as {@code notebooks/zeppelin} starts it, asked by its REST API. */
final class ZeppelinServer implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int CANNOT_BE_HAD = 3;
  private static final long POLL_MILLIS = 200;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final String url;

  private ZeppelinServer(Process process, int port) {
    this.process = process;
    this.url = "http://127.0.0.1:" + port + "/";
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
    while (!Files.readString(said).contains("Notes on ")) {
      if (!process.isAlive()) {
        if (process.exitValue() == CANNOT_BE_HAD) {
          return Optional.empty();
        }
        throw new IOException("notebooks/zeppelin ended: " + Files.readString(said));
      }
      Thread.sleep(POLL_MILLIS);
    }
    return Optional.of(new ZeppelinServer(process, port));
  }

  /** Imports a note's text; returns the id that it has here. */
  String importNote(String text) throws IOException, InterruptedException {
    return send(request("api/notebook/import").POST(HttpRequest.BodyPublishers.ofString(text)))
        .asText();
  }

  /** Runs a note's paragraphs in order, and returns the note with what they answered. */
  JsonNode run(String note) throws IOException, InterruptedException {
    send(
        request("api/notebook/job/" + note + "?blocking=true")
            .POST(HttpRequest.BodyPublishers.noBody()));
    return send(request("api/notebook/" + note).GET());
  }

  /** The notes that the server lists. */
  JsonNode notes() throws IOException, InterruptedException {
    return send(request("api/notebook").GET());
  }

  /** Where the page is. */
  String url() {
    return url;
  }

  /** A file of the page. */
  String page(String path) throws IOException, InterruptedException {
    return http.send(request(path).GET().build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path));
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
