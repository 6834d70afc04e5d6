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
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Refusal;
import org.attune.sweeps.spec.form.SpecException;

/**
 * A lab as a server of the Model Context Protocol: its tools, and the pages that agents read.
 *
 * @param jsonText whether an answer's text repeats its JSON, for clients that read only texts
 */
record LabServer(LabTopics topics, LabTools tools, boolean jsonText) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MARKDOWN = "text/markdown";
  private static final String PROGRESS = "progressToken";

  private static final String INSTRUCTIONS =
      "A lab bounds how many of your discoveries are wrong. Read the page 'agents' first: describe"
          + " {\"what\": \"docs\", \"name\": \"agents\"}. Then: describe, validate, propose, status,"
          + " verdict.";

  /** A whole proposal, for a model that has read nothing else. */
  static final String EXAMPLE =
      """
      sweep: wider
      task: {name: induction, symbols: 16, length: 32}
      model: {width: 16, layers: 1, heads: 2}
      train: {steps: 20, batch: 8, learning-rate: 1e-2}
      cells: {narrow: {}, wide: {model.width: 32}}
      replicates: 8
      objective: {metric: validation_loss, goal: minimize}
      claims:
        - {says: wide learns better, cell: wide, is: below, of: narrow}
      """;

  /** What a tool does with its arguments. */
  private interface Handler {
    JsonNode handle(GivenArguments given, Consumer<JsonNode> progress) throws Exception;
  }

  /** The tools' names. */
  static final List<String> TOOLS =
      List.of("describe", "validate", "propose", "status", "stop", "verdict", "ledger");

  /** Serves until the server is closed. */
  McpSyncServer serve(String version, InputStream in, OutputStream out) {
    ProtocolJson json = new ProtocolJson();
    return McpServer.sync(new SerialTransport(new StdioServerTransportProvider(json, in, out)))
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
                + " that take formulas; or docs, the pages of the manual. Without name or word, the"
                + " top of the list.",
            List.of(ToolArgument.WHAT, ToolArgument.NAME, ToolArgument.WORD),
            List.of(ToolArgument.WHAT),
            (given, progress) ->
                topics.describe(
                    given.text(ToolArgument.WHAT),
                    given.optional(ToolArgument.NAME),
                    given.optional(ToolArgument.WORD))),
        tool(
            "validate",
            "Reads a sweep file, counts its trials, warns, and says what its claims would cost."
                + " Writes nothing. A file:\n"
                + EXAMPLE,
            List.of(ToolArgument.FILE),
            List.of(ToolArgument.FILE),
            (given, progress) -> tools.validate(given.text(ToolArgument.FILE))),
        tool(
            "propose",
            "States a sweep's claims and runs it in the background, within the lab's budget. The"
                + " file needs a claim, a name that the lab does not have, and enough seeds to decide"
                + " its claims. A file:\n"
                + EXAMPLE,
            List.of(ToolArgument.FILE, ToolArgument.EVEN_IF_UNDECIDABLE),
            List.of(ToolArgument.FILE),
            (given, progress) ->
                tools.propose(
                    given.text(ToolArgument.FILE), given.flag(ToolArgument.EVEN_IF_UNDECIDABLE))),
        tool(
            "status",
            "Shows all proposals and what is left of the budget; or one proposal with the means of"
                + " its cells, and waits for its end if asked to.",
            List.of(ToolArgument.SWEEP, ToolArgument.WAIT_SECONDS, ToolArgument.DETAIL),
            List.of(),
            (given, progress) -> {
              Optional<String> sweep = given.optional(ToolArgument.SWEEP);
              int wait = given.whole(ToolArgument.WAIT_SECONDS);
              boolean detail = given.flag(ToolArgument.DETAIL);
              return sweep.isPresent()
                  ? tools.status(sweep.get(), wait, detail, progress)
                  : tools.status();
            }),
        tool(
            "stop",
            "Ends a proposal. Its claims keep their level: it is spent.",
            List.of(ToolArgument.SWEEP),
            List.of(ToolArgument.SWEEP),
            (given, progress) -> tools.stop(given.text(ToolArgument.SWEEP))),
        tool(
            "verdict",
            "Judges the claims of a proposal that has ended, and records the verdicts in the"
                + " ledger. Shows the means of its cells.",
            List.of(ToolArgument.SWEEP),
            List.of(ToolArgument.SWEEP),
            (given, progress) -> tools.verdict(given.text(ToolArgument.SWEEP))),
        tool(
            "ledger",
            "Shows what was claimed in the lab, what was shown, and the level of the next claim: the"
                + " newest entries, or those with a word.",
            List.of(ToolArgument.WORD),
            List.of(),
            (given, progress) -> tools.ledger(given.optional(ToolArgument.WORD))));
  }

  private SyncToolSpecification tool(
      String name,
      String says,
      List<ToolArgument> arguments,
      List<ToolArgument> required,
      Handler handler) {
    Map<String, Object> properties = new LinkedHashMap<>();
    arguments.forEach(argument -> properties.put(argument.key(), argument.schema()));
    Map<String, Object> schema =
        Map.of(
            "type",
            "object",
            "properties",
            properties,
            "required",
            required.stream().map(ToolArgument::key).toList(),
            "additionalProperties",
            false);
    return SyncToolSpecification.builder()
        .tool(Tool.builder(name, schema).description(says).build())
        .callHandler(
            (exchange, request) -> {
              JsonNode data = call(handler, arguments, exchange, request);
              return CallToolResult.builder()
                  .addTextContent(jsonText ? data.toString() : AnswerText.of(name, data))
                  .structuredContent(JSON.convertValue(data, Map.class))
                  .isError(Refusal.isOne(data))
                  .build();
            })
        .build();
  }

  private static JsonNode call(
      Handler handler,
      List<ToolArgument> known,
      McpSyncServerExchange exchange,
      CallToolRequest request) {
    try {
      Map<String, Object> values = request.arguments() == null ? Map.of() : request.arguments();
      GivenArguments given = new GivenArguments(request.name(), values).requireKnown(known);
      return handler.handle(given, progress(exchange, request));
    } catch (SpecException wrong) {
      return JSON.valueToTree(Refusal.SHAPE.object(Refusal.of(wrong.problems())));
    } catch (RefusedCallException wrong) {
      return JSON.valueToTree(Refusal.SHAPE.object(wrong.refusal()));
    } catch (InputException wrong) {
      return refusal(Refusal.Code.WRONG_INPUT, wrong.getMessage());
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      return refusal(Refusal.Code.FAILED, "The call was cancelled; a run goes on.");
    } catch (Exception failed) {
      return refusal(Refusal.Code.FAILED, String.valueOf(failed.getMessage()));
    }
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
    for (String page : ServedPages.NAMES) {
      String uri = "attune://docs/%s.md".formatted(page);
      Resource resource = Resource.builder(uri, page + ".md").mimeType(MARKDOWN).build();
      pages.add(
          new SyncResourceSpecification(
              resource,
              (exchange, request) ->
                  ReadResourceResult.builder(
                          List.of(
                              TextResourceContents.builder(uri, ServedPages.read(page))
                                  .mimeType(MARKDOWN)
                                  .build()))
                      .build()));
    }
    return pages;
  }
}
