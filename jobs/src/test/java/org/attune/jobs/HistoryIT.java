package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark's history server, by {@code history}, on the events that a run has left. */
class HistoryIT {

  @TempDir static Path folder;

  /** It sends on to a run's pages once it has read them. */
  private final HttpClient browser =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();

  @Test
  void itShowsARunThatHasEnded() throws Exception {
    Path events = Files.createDirectory(folder.resolve("events"));
    run(events);
    int port = Launched.freePort();
    String server = "http://127.0.0.1:" + port;
    Launched history = Launched.program("cluster/bin/history", events, port);
    try {
      await()
          .atMost(Duration.ofMinutes(20))
          .ignoreExceptions() // until it listens
          .until(() -> page(server + "/api/v1/applications").contains("\"completed\" : true"));
      String id =
          new ObjectMapper().readTree(page(server + "/api/v1/applications")).at("/0/id").asText();
      assertThat(page(server + "/history/" + id + "/jobs/"))
          .contains("attune tiny", "Attune slots from 1");
      assertThat(page(server + "/history/" + id + "/environment/"))
          .contains("spark.network.crypto.enabled");
      assertThat(ofAnotherHost(port)).startsWith("HTTP/1.1 403");
    } finally {
      history.kill();
    }
  }

  private static void run(Path events) throws Exception {
    Path sweep =
        Files.writeString(
            folder.resolve("tiny.yaml"),
            """
            sweep: tiny
            task: text
            task.validation-examples: 4
            model: {width: 8, layers: 1, heads: 1}
            train: {steps: 2, batch: 2}
            objective: {metric: validation_loss, goal: minimize}
            """);
    String options = "-Dspark.eventLog.enabled=true -Dspark.eventLog.dir=" + events.toUri();
    Launched.Result run =
        Launched.program(
                Map.of("ATTUNE_JAVA_OPTS", options),
                "attune",
                "run",
                sweep,
                "--out",
                folder.resolve("out"),
                "--secure")
            .await();
    assertThat(run.exit()).as(run.error()).isZero();
  }

  /** What a web page gets whose name was given this machine's address. */
  private static String ofAnotherHost(int port) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write(
              "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private String page(String address) throws Exception {
    return browser
        .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
        .body();
  }
}
