package org.attune.notebooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.attune.notebooks.Gate.Admission;
import org.attune.notebooks.Gate.PageRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask the notes' server for what. */
class TestGate {

  private static final String TOKEN = "0123456789abcdef";
  private static final String HOST = "127.0.0.1:8890";
  private static final String COOKIE = "other=1; notes=" + TOKEN;

  private final Gate gate = new Gate(TOKEN, "notes");

  @Test
  void thePrintedAddressIsWelcomedWithACookieThatNoScriptAndNoOtherSiteHas() {
    assertThat(judge("GET", "/", "token=" + TOKEN, HOST, "", "")).isEqualTo(Admission.WELCOME);
    assertThat(gate.setCookie())
        .startsWith("notes=" + TOKEN + ";")
        .contains("HttpOnly", "SameSite=Strict");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /",
    "GET, /notes.js",
    "GET, /api/notebook",
    "GET, /api/notebook/ATTUNE001",
    "PUT, /api/notebook/ATTUNE001/paragraph/paragraph_1-2",
    "POST, /api/notebook/ATTUNE001/paragraph",
    "POST, /api/notebook/job/ATTUNE001",
    "POST, /api/notebook/run/ATTUNE001/paragraph_1-2",
    "POST, /api/notebook/import",
    "GET, /editor.js",
    "GET, /charts.js",
    "GET, /echarts.min.js",
    "GET, /names.json",
  })
  void thePageWithTheCookieIsServed(String method, String path) {
    assertThat(judge(method, path, "", HOST, "http://" + HOST, COOKIE)).isEqualTo(Admission.ADMIT);
  }

  @Test
  void everyFileOfThePageIsServed() throws Exception {
    try (Stream<Path> files = Files.list(Path.of("page"))) {
      for (Path file : files.toList()) {
        assertThat(judge("GET", "/" + file.getFileName(), "", HOST, "http://" + HOST, COOKIE))
            .as(file.toString())
            .isEqualTo(Admission.ADMIT);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:8890", "LOCALHOST:9999", "[::1]:8890", "127.0.0.1"})
  void thisMachineHasSeveralNamesAndATunnelAnotherPort(String host) {
    assertThat(judge("GET", "/", "", host, "", COOKIE)).isEqualTo(Admission.ADMIT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "evil.example",
        "evil.example:8890",
        "127.0.0.1.evil.example",
        "127.0.0.1:8890.evil.example",
        "localhost@evil.example",
        "0.0.0.0:8890",
        "10.0.0.1:8890"
      })
  void anotherNameIsRefusedAlsoWithTheToken(String host) {
    assertThat(judge("GET", "/", "token=" + TOKEN, host, "", COOKIE)).isEqualTo(Admission.FOREIGN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "http://evil.example",
        "http://127.0.0.1:9999",
        "http://localhost:8890",
        "https://127.0.0.1:8890",
        "http://127.0.0.1:8890.evil.example"
      })
  void aPageOfAnotherOriginIsRefusedAlsoWithTheToken(String origin) {
    for (String method : new String[] {"GET", "POST", "OPTIONS"}) {
      assertThat(judge(method, "/api/notebook", "", HOST, origin, COOKIE))
          .isEqualTo(Admission.FOREIGN);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /, '', ''",
    "GET, /, token=, ''",
    "GET, /, token=0123, ''",
    "GET, /, '', notes=0123456789abcdeX",
    "GET, /, '', other=0123456789abcdef",
    "POST, /, token=0123456789abcdef, ''",
    "GET, /api/notebook, token=0123456789abcdef, ''",
    "POST, /api/notebook, '', ''",
  })
  void withoutTheTokenNothingIsServed(String method, String path, String query, String cookies) {
    assertThat(judge(method, path, query, HOST, "", cookies)).isEqualTo(Admission.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /ws",
    "POST, /api/notebook/run/ATTUNE001",
    "DELETE, /api/notebook/ATTUNE001/paragraph/paragraph_1",
    "PUT, /api/notebook/ATTUNE001/paragraph/paragraph_1/config",
    "POST, /api/notebook/job/ATTUNE001/paragraph_1",
    "POST, /api/notebook",
    "DELETE, /api/notebook/ATTUNE001",
    "GET, /api/interpreter/setting",
    "PUT, /api/interpreter/setting/spark",
    "POST, /api/interpreter/install",
    "GET, /api/credential",
    "GET, /api/notebook/../credential",
    "GET, /api/notebook/a%2f..%2fb",
    "GET, /api/notebook/x;y",
    "GET, //api/notebook",
    "GET, /next",
    "TRACE, /",
    "OPTIONS, /api/notebook",
  })
  void whatThePageDoesNotNeedIsClosed(String method, String path) {
    assertThat(judge(method, path, "", HOST, "", COOKIE)).isEqualTo(Admission.CLOSED);
  }

  private Admission judge(
      String method, String path, String query, String host, String origin, String cookies) {
    return gate.judge(new PageRequest(method, path, query, host, origin, cookies));
  }
}
