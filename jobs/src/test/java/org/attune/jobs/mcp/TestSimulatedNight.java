package org.attune.jobs.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.attune.jobs.Launched;
import org.attune.jobs.Printed;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A night of an agent that proposes grown gates on {@code induction}, one in four of them a true
 * null: the control's own gate in another spelling, or with the sign of a symmetric weight turned.
 *
 * <p>{@code -Dattune.night=N} sets the number of proposals, and {@code -Dattune.night.lab=DIR} a
 * lab to go on with.
 */
@Tag("soak")
class TestSimulatedNight {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofHours(1);
  private static final int PROPOSALS = Integer.getInteger("attune.night", 400);
  private static final int NULLS = 4; // one in

  private static final String CONTROL = "y * sigmoid(linear(x))";

  /** The control for the same weights up to rounding, or for weights of the same distribution. */
  private static final List<String> SPELLINGS =
      List.of(
          "y * (1 + tanh(linear(x) / 2)) / 2",
          "y * sigmoid(0 - linear(x))",
          "y * exp(0 - softplus(linear(x)))",
          "y * (1 - sigmoid(linear(x)))",
          "y - y * sigmoid(linear(x))");

  private static final List<String> FUNCTIONS =
      List.of("sigmoid", "tanh", "silu", "gelu", "relu", "softplus", "sin");

  @Test
  void fewOfWhatIsShownIsNull(@TempDir Path folder) throws Exception {
    Path lab = Path.of(System.getProperty("attune.night.lab", folder.resolve("lab").toString()));
    if (!Files.exists(lab)) {
      Printed.attune("lab", "init", lab);
    }
    long began = System.nanoTime();
    List<String> shown = new ArrayList<>();
    long trials = 0;
    int judged = 0;
    int refused = 0;
    List<String> proposed = new ArrayList<>();
    try (McpSyncClient client = client(lab)) {
      client.initialize();
      for (int i = 0; i < PROPOSALS; i++) {
        JsonNode kept = call(client, "propose", Map.of("file", file(i)));
        refused += kept.has("problems") ? 1 : 0;
        if (!kept.has("problems")) {
          proposed.add(kept.path("sweep").asText());
          trials += kept.path("trials").asLong();
        }
      }
      for (String name : proposed) {
        call(client, "status", Map.of("sweep", name, "wait_seconds", 3600));
        JsonNode verdict = call(client, "verdict", Map.of("sweep", name));
        for (JsonNode claim : verdict.path("claims")) {
          judged++;
          if (claim.path("verdict").asText().equals("reproduced")) {
            shown.add(name);
          }
        }
      }
    }
    long nulls = shown.stream().filter(name -> name.startsWith("null")).count();
    System.out.printf(
        "%d proposals, %d refused, %d judged; shown %d, of them nulls %d; %d trials in %d s%n%s%s",
        PROPOSALS,
        refused,
        judged,
        shown.size(),
        nulls,
        trials,
        Duration.ofNanos(System.nanoTime() - began).toSeconds(),
        Printed.attune("lab", "status", lab),
        Printed.attune("lab", "verify", lab));
    assertThat(nulls).isLessThanOrEqualTo(Math.max(1, shown.size() / 20));
  }

  private static McpSyncClient client(Path lab) {
    StdioClientTransport transport =
        new StdioClientTransport(
            ServerParameters.builder(Launched.HOME.resolve("attune").toString())
                .args("mcp", lab.toString(), "--trials", "100000", "--hours", "100")
                .build(),
            new ProtocolJson());
    transport.setStdErrorHandler(System.err::println);
    return McpClient.sync(transport)
        .requestTimeout(PATIENCE.plusMinutes(1))
        .initializationTimeout(PATIENCE)
        .jsonSchemaValidator((schema, value) -> ValidationResponse.asValid(null))
        .build();
  }

  private static JsonNode call(McpSyncClient client, String tool, Map<String, Object> arguments) {
    CallToolResult result =
        client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
    return JSON.valueToTree(result.structuredContent());
  }

  /** The file of a proposal, at the least size whose trials learn something. */
  static String file(int number) {
    boolean isNull = number % NULLS == NULLS - 1;
    String gate = isNull ? SPELLINGS.get(number / NULLS % SPELLINGS.size()) : grown(number);
    return """
        sweep: %s-%03d
        task: {name: induction, symbols: 8, length: 12, period: 4, shortest-period: 3, distinct: true, loss: repeated, validation-examples: 64}
        model: {width: 8, layers: 1, heads: 2, feed-forward: 16, mlp: gelu, positions: learned, qk-norm: false}
        train: {steps: 60, batch: 8, learning-rate: 1e-2}
        attention: {key: shift}
        cells:
          control: {attention.gate: {formula: "%s"}}
          idea: {attention.gate: {formula: "%s"}}
        replicates: 12
        objective: {metric: validation_loss, goal: minimize}
        claims:
          - {says: the gate learns faster, cell: idea, is: below, of: control}
        """
        .formatted(isNull ? "null" : "grown", number, CONTROL, gate);
  }

  /** The control, grown by one to three steps. */
  private static String grown(int number) {
    Random random = new Random(number);
    String gate = "linear(x)";
    for (int step = random.nextInt(3); step >= 0; step--) {
      String function = FUNCTIONS.get(random.nextInt(FUNCTIONS.size()));
      gate =
          switch (random.nextInt(4)) {
            case 0 -> function + "(" + gate + ")";
            case 1 -> function + "(" + gate + " + learned(1, per: channel))";
            case 2 -> "learned(1) * " + function + "(" + gate + ")";
            default -> function + "(" + gate + ") + learned(0.5, per: channel)";
          };
    }
    return "y * (%s)".formatted(gate);
  }
}
