package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Zeppelin's page in a browser, before a server that answers as Zeppelin does. */
class TestNotesPage {

  private static final Path PAGE = Path.of("..", "notebooks", "page");
  private static final String CHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";
  private static final String MEANS =
      """
      setting\tmetric\tmean\tstd\tn
      attention.gate=none\tloss\t0.72\t0.01\t5
      attention.gate=learned\tloss\t0.71\t0.01\t5
      """;
  private static final String SEEDS =
      Stream.of("none", "learned")
          .flatMap(
              gate ->
                  IntStream.range(0, 5)
                      .mapToObj(seed -> "gate=" + gate + "\t" + seed + "\t0.7" + seed + "\n"))
          .collect(Collectors.joining("", "setting\treplicate\tvalue\n", ""));
  private static final String CURVES =
      IntStream.range(0, 20)
          .mapToObj(step -> step + "\tnone\tvalidation_loss\t" + 4.0 / (1 + step) + "\n")
          .collect(Collectors.joining("", "step\tcurve\tmetric\tmean\n", ""));
  private static final String REFUSED =
      "[TABLE_OR_VIEW_NOT_FOUND] The table or view `res` cannot be found. To tolerate the error on"
          + " drop use DROP VIEW IF EXISTS or DROP TABLE IF EXISTS.; line 1 pos 14;\n'Project ['cell]\n"
          + "+- 'UnresolvedRelation [res]\n";

  @TempDir Path folder;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void end() {
    if (server != null) {
      server.stop(0);
    }
  }

  private static Map<String, Object> column(String[] columns, int index) {
    return Map.of("name", columns[index], "index", index);
  }

  private static Map<String, Object> paragraph(
      int number, String title, String mode, int at, int value, int group, String data) {
    String[] columns = data.lines().findFirst().orElseThrow().split("\t");
    List<Map<String, Object>> groups = group < 0 ? List.of() : List.of(column(columns, group));
    Map<String, Object> graph =
        Map.of(
            "mode",
            mode,
            "keys",
            List.of(column(columns, at)),
            "values",
            List.of(column(columns, value)),
            "groups",
            groups);
    return Map.of(
        "id",
        "paragraph_" + number,
        "title",
        title,
        "text",
        "%spark.sql\nselect " + number,
        "status",
        "FINISHED",
        "config",
        Map.of("results", Map.of("0", Map.of("graph", graph))),
        "results",
        Map.of("msg", List.of(Map.of("type", "TABLE", "data", data))));
  }

  private static Map<String, Object> note(String id) {
    List<Map<String, Object>> paragraphs =
        id.equals("GATES")
            ? List.of(
                paragraph(1, "Means", "multiBarChart", 0, 2, -1, MEANS),
                paragraph(2, "Seeds", "scatterChart", 1, 2, 0, SEEDS),
                paragraph(3, "Curves", "lineChart", 0, 3, 1, CURVES))
            : List.of(
                Map.of(
                    "id", "paragraph_0", "text", "%md\n## New\nWhat it shows.", "status", "READY"),
                Map.of(
                    "id", "paragraph_1",
                    "title", "Wrong",
                    "text", "%spark.sql\nselect cell from res",
                    "status", "ERROR",
                    "config", Map.of(),
                    "results", Map.of("msg", List.of(Map.of("type", "TEXT", "data", REFUSED)))));
    return Map.of("id", id, "path", "/" + id, "noteParams", Map.of(), "paragraphs", paragraphs);
  }

  private void answer(HttpExchange asked) throws IOException {
    String path = asked.getRequestURI().getPath();
    byte[] body;
    if (path.startsWith("/api/notebook")) {
      String id = path.replaceFirst("/api/notebook/?", "");
      Object found = id.isEmpty() ? List.of(note("GATES"), note("OTHER")) : note(id);
      body = new ObjectMapper().writeValueAsBytes(Map.of("status", "OK", "body", found));
    } else if (path.equals("/echarts.min.js")) {
      try (InputStream in = getClass().getResourceAsStream(CHARTS)) {
        body = in.readAllBytes();
      }
    } else {
      body = Files.readAllBytes(PAGE.resolve(path.equals("/") ? "index.html" : path.substring(1)));
    }
    String kind = path.endsWith(".css") ? "text/css" : path.endsWith("s") ? "text/javascript" : "";
    asked.getResponseHeaders().set("Content-Type", kind.isEmpty() ? "text/html" : kind);
    asked.sendResponseHeaders(200, body.length);
    asked.getResponseBody().write(body);
    asked.close();
  }

  /** What asynchronous JavaScript returns. */
  private static String text(Browser browser, String script) {
    browser.evaluate(
        "window.said = null; (async () => { %s })().then(said => { window.said = said; }, error => {"
                .formatted(script)
            + " window.said = String(error); }); 0");
    await().until(() -> !browser.evaluate("window.said").isNull());
    return browser.evaluate("window.said").asText();
  }

  /** Charts, tables and drafts of one note, and nothing of them in another. */
  @Test
  void aNoteIsDrawnAndItsDraftsStayInIt() throws Exception {
    String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/#GATES";
    try (Browser browser =
        Browser.open(Browser.program().get(), folder.resolve("profile"), 1400, 1000)) {
      browser.go(address, false);
      String drawn =
          text(
              browser,
              "await show('GATES'); return [...document.querySelectorAll('.chart')].map(c =>"
                  + " c.textContent).join('|')");
      assertThat(drawn.split("\\|"))
          .satisfiesExactly(
              means -> assertThat(means).contains("gate=none", "gate=learned", "loss", "0.7"),
              seeds -> assertThat(seeds).contains("gate=none", "gate=learned", "metric"),
              curves -> assertThat(curves).contains("validation_loss", "step", "0.2", "4", "2"));
      assertThat(text(browser, "return document.querySelector('section:nth-child(3)').innerText"))
          .contains("20 rows");

      String moved =
          text(
              browser,
              "const area = document.querySelector('[data-paragraph=paragraph_1]');"
                  + " area.value = 'select 42'; area.dispatchEvent(new Event('input'));"
                  + " await show('OTHER');"
                  + " const other = document.querySelector('[data-paragraph=paragraph_1]').value;"
                  + " await show('GATES');"
                  + " return other + '|' + document.querySelector('[data-paragraph=paragraph_1]').value");
      assertThat(moved).isEqualTo("select cell from res|select 42");

      assertThat(text(browser, "await show('OTHER'); return byId('note').innerText"))
          .contains("New\n", "What it shows.", "The table or view `res` cannot be found.")
          .doesNotContain("DROP VIEW", "UnresolvedRelation", "Project");
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
