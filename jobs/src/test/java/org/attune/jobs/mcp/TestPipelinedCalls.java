package org.attune.jobs.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.server.McpSyncServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.attune.jobs.Attune;
import org.attune.jobs.Printed;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client need not wait for an answer before it calls again, and each call gets its answer. */
class TestPipelinedCalls {

  private static final int CALLS = 5000;

  @Test
  void noAnswerIsLost(@TempDir Path folder) throws Exception {
    Path lab = folder.resolve("lab");
    Printed.attune("lab", "init", lab);
    Commands commands = new Commands(Attune::command);
    Proposals proposals =
        new Proposals(
            lab, new Allowance(1, Duration.ofHours(1), false), commands, (of, words) -> null);
    PipedOutputStream toServer = new PipedOutputStream();
    PipedInputStream fromServer = new PipedInputStream(1 << 20);
    ProtocolLines lines =
        new ProtocolLines(
            new PipedInputStream(toServer, 1 << 20),
            new PipedOutputStream(fromServer),
            LabServer.TOOLS);
    LabTools tools = new LabTools(lab, new Ledger(new LocalStorage(lab)), proposals, commands);
    McpSyncServer server =
        new LabServer(new LabTopics(commands), tools, false).serve("test", lines.in(), lines.out());
    BufferedReader answers = new BufferedReader(new InputStreamReader(fromServer, UTF_8));
    StringBuilder calls =
        new StringBuilder(
            """
            {"jsonrpc":"2.0","id":"first","method":"initialize","params":{"protocolVersion":\
            "2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            """);
    for (int i = 0; i < CALLS; i++) {
      calls.append(
          "{\"jsonrpc\":\"2.0\",\"id\":\"%d\",\"method\":\"tools/call\",\"params\":{\"name\":\"stop\"}}\n"
              .formatted(i));
    }
    toServer.write(calls.toString().getBytes(UTF_8));
    toServer.flush();

    Set<String> answered = new HashSet<>();
    while (answered.size() <= CALLS) {
      answered.add(new ObjectMapper().readTree(answers.readLine()).path("id").asText());
    }

    assertThat(answered).hasSize(CALLS + 1);
    server.close();
  }
}
