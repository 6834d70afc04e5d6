package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search that the tests of a secured cluster make finds a secret wherever one is planted. */
class TestSecretSearch {

  private static final String WORD = "attune-planted";

  @TempDir private Path folder;
  private final String secret = random();
  private final SecretSearch search = new SecretSearch("another one", secret);

  @Test
  void aFileIsFoundAlsoAHiddenOneAmongBytes() throws Exception {
    Path deep = Files.createDirectories(folder.resolve("a/.hidden"));
    Files.writeString(deep.resolve("clean"), "nothing");
    assertThat(search.inFiles(folder, file -> true)).isEmpty();
    Path leak = deep.resolve(".log");
    byte[] bytes = new byte[2_000];
    new Random(1).nextBytes(bytes);
    System.arraycopy(secret.getBytes(UTF_8), 0, bytes, 999, secret.length());
    Files.write(leak, bytes);

    assertThat(search.inFiles(folder, file -> true)).containsExactly(leak.toString());
    assertThat(search.inFiles(folder, file -> !file.equals(leak))).isEmpty();
    assertThat(search.searched()).isEqualTo(4);
  }

  @Test
  void aPageIsFound() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    serve(server, "/clean", "<td>*(redacted)</td>");
    serve(server, "/leak", "<td>" + secret + "</td>");
    server.start();
    try {
      String host = "http://127.0.0.1:" + server.getAddress().getPort();
      assertThat(search.inPages(List.of(host + "/clean", host + "/leak")))
          .containsExactly(host + "/leak");
    } finally {
      server.stop(0);
    }
  }

  private static void serve(HttpServer server, String path, String page) {
    server.createContext(
        path,
        exchange -> {
          exchange.sendResponseHeaders(200, page.length());
          exchange.getResponseBody().write(page.getBytes(UTF_8));
          exchange.close();
        });
  }

  @Test
  void aProcessIsFoundByItsEnvironmentAndByItsCommandLine() throws Exception {
    ProcessBuilder environment = program();
    environment.environment().put("LEAK", secret);
    assertFound(environment, true, false);
    ProcessBuilder line = program();
    line.command().add(secret);
    assertFound(line, false, true);
    assertFound(program(), false, false);
  }

  /** A program that waits for the end of its input. */
  private static ProcessBuilder program() {
    return new ProcessBuilder(new ArrayList<>(List.of("sh", "-c", "echo up; read line", WORD)));
  }

  private void assertFound(ProcessBuilder program, boolean environment, boolean line)
      throws IOException, InterruptedException {
    Process process = program.start();
    try {
      assertThat(process.getInputStream().read()).isEqualTo('u');
      String at = "/proc/" + process.pid();
      assertThat(search.inEnvironments(WORD).contains(at + "/environ")).isEqualTo(environment);
      assertThat(search.inCommandLines().contains(at + "/cmdline")).isEqualTo(line);
    } finally {
      process.getOutputStream().close();
      process.waitFor();
    }
  }

  private static String random() {
    byte[] bytes = new byte[16];
    new Random().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
