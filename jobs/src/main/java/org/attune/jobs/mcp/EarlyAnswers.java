package org.attune.jobs.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.Spelling;

/**
 * Answers to lines that the SDK answers badly. A line that is no message ends its connection. A
 * request before {@code initialize} gets no answer until the client initialises. Its message for an
 * unknown tool does not name the tool.
 */
final class EarlyAnswers {

  /** Codes of JSON-RPC 2.0, section 5.1. */
  private static final int PARSE_ERROR = -32700;

  private static final int INVALID_REQUEST = -32600;
  private static final int INVALID_PARAMS = -32602;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<String> tools;
  private boolean initialised;

  EarlyAnswers(List<String> tools) {
    this.tools = tools;
  }

  /** The answer to a line; empty if the SDK answers. */
  Optional<ObjectNode> to(String line) {
    JsonNode message;
    try {
      message = JSON.readTree(line);
    } catch (JsonProcessingException broken) {
      return Optional.of(error(JSON.nullNode(), PARSE_ERROR, "The line is not JSON."));
    }
    boolean call = message.path("method").isTextual();
    boolean answer = message.has("id") && (message.has("result") || message.has("error"));
    boolean whole = message.path("jsonrpc").asText().equals("2.0") && (call || answer);
    JsonNode id = message.path("id").isValueNode() ? message.path("id") : JSON.nullNode();
    if (!whole) {
      return Optional.of(error(id, INVALID_REQUEST, "The line is not a message of JSON-RPC 2.0."));
    }
    String method = message.path("method").asText();
    initialised |= method.equals("initialize");
    boolean request = call && message.has("id");
    if (request && !initialised) {
      return Optional.of(
          method.equals("ping")
              ? answered(id, "result", JSON.createObjectNode())
              : error(
                  id,
                  INVALID_REQUEST,
                  "'%s' came before 'initialize'; send 'initialize' first.".formatted(method)));
    }
    String tool = message.path("params").path("name").asText();
    return request && method.equals("tools/call") && !tools.contains(tool)
        ? Optional.of(error(id, INVALID_PARAMS, unknown(tool)))
        : Optional.empty();
  }

  private String unknown(String tool) {
    return "Unknown tool '%s'; the tools are: %s%s"
        .formatted(tool, String.join(", ", tools), Spelling.hint(tool, tools));
  }

  private static ObjectNode error(JsonNode id, int code, String message) {
    return answered(id, "error", JSON.createObjectNode().put("code", code).put("message", message));
  }

  private static ObjectNode answered(JsonNode id, String key, ObjectNode value) {
    ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
    answer.set("id", id);
    answer.set(key, value);
    return answer;
  }
}
