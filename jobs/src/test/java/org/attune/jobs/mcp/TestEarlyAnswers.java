package org.attune.jobs.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests that the SDK leaves without an answer, or answers without their name. */
class TestEarlyAnswers {

  private final EarlyAnswers early = new EarlyAnswers(List.of("status", "stop"));

  private static String request(String method, String params) {
    return "{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"%s\", \"params\": %s}"
        .formatted(method, params);
  }

  @Test
  void aRequestBeforeInitializeIsAnswered() {
    assertThat(early.to(request("tools/list", "{}")).orElseThrow())
        .hasToString(
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32600,\"message\":"
                + "\"'tools/list' came before 'initialize'; send 'initialize' first.\"}}");
    assertThat(early.to(request("ping", "{}")).orElseThrow().path("result").isObject()).isTrue();
    assertThat(early.to(request("initialize", "{}"))).isEmpty();
    assertThat(early.to(request("tools/list", "{}"))).isEmpty();
  }

  @Test
  void anUnknownToolIsNamedWithTheNearest() {
    early.to(request("initialize", "{}"));

    assertThat(
            early
                .to(request("tools/call", "{\"name\": \"statu\"}"))
                .orElseThrow()
                .at("/error/message")
                .asText())
        .isEqualTo("Unknown tool 'statu'; the tools are: status, stop; did you mean 'status'?");
    assertThat(early.to(request("tools/call", "{\"name\": \"stop\"}"))).isEmpty();
  }
}
