package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Refusal;
import org.attune.sweeps.spec.form.SpecException;

/** A lab as a server of the Model Context Protocol: its tools, and the pages that agents read. */
final class LabServer {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TEXT = "string";
  private static final String MARKDOWN = "text/markdown";
  private static final String SWEEP = "sweep";
  private static final String FILE = "file";
  private static final String WAIT = "wait_seconds";
  private static final String PROGRESS = "progressToken";

  private static final String INSTRUCTIONS =
      "A lab bounds how many of your discoveries are wrong. Read attune://docs/agents.md first."
          + " Then: describe, validate, propose, status, verdict.";

  private static final List<String> PAGES =
      List.of("agents", "lab", "sweep-file", "formulas", "tasks", "searching");

  /** What a tool does with its arguments. */
  private interface Handler {
    JsonNode handle(Map<String, Object> arguments, Consumer<JsonNode> progress) throws Exception;
  }

  private final LabTools tools;

  LabServer(LabTools tools) {
    this.tools = tools;
  }

  /** Serves until the server is closed. */
  McpSyncServer serve(String version, InputStream in, OutputStream out) {
    ProtocolJson json = new ProtocolJson();
    return McpServer.sync(new StdioServerTransportProvider(json, in, out))
        .serverInfo("attune", version)
        .instructions(INSTRUCTIONS)
        .capabilities(ServerCapabilities.builder().tools(false).resources(false, false).build())
        .jsonMapper(json)
        // the handlers check their arguments, and say more
        .jsonSchemaValidator((schema, value) -> ValidationResponse.asValid(null))
        .tools(all())
        .resources(pages())
        .build();
  }

  private List<SyncToolSpecification> all() {
    return List.of(
        tool(
            "describe",
            "Lists what may be varied: axes, tasks with their metrics, search methods, or the axes"
                + " that take formulas.",
            Map.of("what", "axes, tasks, methods or formulas", "word", "show only lines with it"),
            List.of("what"),
            (given, progress) ->
                tools.describe(
                    text(given, "what"), Optional.ofNullable((String) given.get("word")))),
        tool(
            "validate",
            "Reads a sweep file, counts its trials, and says what its claims would cost. Writes"
                + " nothing.",
            Map.of(FILE, "the text of the sweep file, in YAML"),
            List.of(FILE),
            (given, progress) -> tools.validate(text(given, FILE))),
        tool(
            "propose",
            "States a sweep's claims and runs it in the background, within the lab's budget. The"
                + " file needs a claim, and a name that the lab does not have.",
            Map.of(FILE, "the text of the sweep file, in YAML"),
            List.of(FILE),
            (given, progress) -> tools.propose(text(given, FILE))),
        tool(
            "status",
            "Shows all proposals and what is left of the budget; or one proposal, and waits for its"
                + " end if asked to.",
            Map.of(SWEEP, "the proposal's name", WAIT, "how long to wait for its end"),
            List.of(),
            (given, progress) ->
                given.containsKey(SWEEP)
                    ? tools.status(text(given, SWEEP), seconds(given), progress)
                    : tools.status()),
        tool(
            "stop",
            "Ends a proposal. Its claims keep their level: it is spent.",
            Map.of(SWEEP, "the proposal's name"),
            List.of(SWEEP),
            (given, progress) -> tools.stop(text(given, SWEEP))),
        tool(
            "verdict",
            "Judges the claims of a proposal that has ended, and records the verdicts in the"
                + " ledger.",
            Map.of(SWEEP, "the proposal's name"),
            List.of(SWEEP),
            (given, progress) -> tools.verdict(text(given, SWEEP))),
        tool(
            "ledger",
            "Shows what was ever claimed in the lab, what was shown, and the level of the next"
                + " claim.",
            Map.of(),
            List.of(),
            (given, progress) -> tools.ledger()));
  }

  private static String text(Map<String, Object> given, String key) {
    if (given.get(key) instanceof String text) {
      return text;
    }
    throw new InputException("The argument '%s' is missing, or no text.".formatted(key));
  }

  private static int seconds(Map<String, Object> given) {
    Object seconds = given.getOrDefault(WAIT, 0);
    if (seconds instanceof Integer whole) {
      return whole;
    }
    throw new InputException("The argument '%s' is no whole number.".formatted(WAIT));
  }

  private static SyncToolSpecification tool(
      String name,
      String says,
      Map<String, String> arguments,
      List<String> required,
      Handler handler) {
    Map<String, Object> properties = new LinkedHashMap<>();
    arguments.forEach(
        (key, what) ->
            properties.put(
                key, Map.of("type", key.equals(WAIT) ? "integer" : TEXT, "description", what)));
    Map<String, Object> schema =
        Map.of(
            "type",
            "object",
            "properties",
            properties,
            "required",
            required,
            "additionalProperties",
            false);
    return SyncToolSpecification.builder()
        .tool(Tool.builder(name, schema).description(says).build())
        .callHandler((exchange, request) -> call(handler, properties.keySet(), exchange, request))
        .build();
  }

  private static CallToolResult call(
      Handler handler, Set<String> known, McpSyncServerExchange exchange, CallToolRequest request) {
    JsonNode answer;
    try {
      Map<String, Object> given = request.arguments() == null ? Map.of() : request.arguments();
      for (String key : given.keySet()) {
        if (!known.contains(key)) {
          throw new InputException(
              "There is no argument '%s'; the tool takes: %s"
                  .formatted(key, known.isEmpty() ? "none" : String.join(", ", known)));
        }
      }
      answer = handler.handle(given, progress(exchange, request));
    } catch (SpecException wrong) {
      answer = JSON.valueToTree(Refusal.SHAPE.object(Refusal.of(wrong.problems())));
    } catch (InputException wrong) {
      answer = refusal(Refusal.Code.WRONG_INPUT, wrong.getMessage());
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      answer = refusal(Refusal.Code.FAILED, "The call was cancelled; a run goes on.");
    } catch (Exception failed) {
      answer = refusal(Refusal.Code.FAILED, String.valueOf(failed.getMessage()));
    }
    return CallToolResult.builder()
        .addTextContent(answer.toString())
        .structuredContent(JSON.convertValue(answer, Map.class))
        .isError(Refusal.isOne(answer))
        .build();
  }

  private static JsonNode refusal(Refusal.Code code, String message) {
    return JSON.valueToTree(Refusal.SHAPE.object(Refusal.of(code, message)));
  }

  /** Tells the client how a run goes on, if it asked to be told. */
  private static Consumer<JsonNode> progress(
      McpSyncServerExchange exchange, CallToolRequest request) {
    Object token = request.meta() == null ? null : request.meta().get(PROGRESS);
    return status -> {
      if (token != null) {
        exchange.progressNotification(
            ProgressNotification.builder(token, status.path("done").asDouble())
                .total(status.path("trials").asDouble())
                .message(status.path("state").asText())
                .build());
      }
    };
  }

  private static List<SyncResourceSpecification> pages() {
    List<SyncResourceSpecification> pages = new ArrayList<>();
    for (String page : PAGES) {
      String uri = "attune://docs/%s.md".formatted(page);
      Resource resource = Resource.builder(uri, page + ".md").mimeType(MARKDOWN).build();
      pages.add(
          new SyncResourceSpecification(
              resource,
              (exchange, request) ->
                  ReadResourceResult.builder(
                          List.of(
                              TextResourceContents.builder(uri, read(page))
                                  .mimeType(MARKDOWN)
                                  .build()))
                      .build()));
    }
    return pages;
  }

  private static String read(String page) {
    try (InputStream text = LabServer.class.getResourceAsStream("/docs/" + page + ".md")) {
      if (text == null) {
        throw new IllegalStateException("Cannot find docs/%s.md in the program".formatted(page));
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }
}
