package org.attune.jobs.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** An argument of a tool, with what its schema says of it. */
enum ToolArgument {
  WHAT("string", "what to list", LabTopics.KINDS),
  NAME(
      "string",
      "one alone: a key such as attention.gate, an option such as ridge, a task, or a page of the"
          + " docs"),
  WORD("string", "show only what has this word"),
  FILE("string", "the text of the sweep file, in YAML"),
  EVEN_IF_UNDECIDABLE(
      "boolean", "spend wealth on claims that no result of so few seeds can decide"),
  SWEEP("string", "the proposal's name"),
  WAIT_SECONDS("integer", "how long to wait for its end, 0 to 3600"),
  DETAIL("boolean", "all that is known: configurations, every metric, every trial");

  private final String type;
  private final String says;
  private final List<String> values;

  ToolArgument(String type, String says) {
    this(type, says, List.of());
  }

  ToolArgument(String type, String says, List<String> values) {
    this.type = type;
    this.says = says;
    this.values = values;
  }

  /** Its key in a call. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its JSON Schema. */
  Map<String, Object> schema() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", type);
    schema.put("description", says);
    if (!values.isEmpty()) {
      schema.put("enum", values);
    }
    return schema;
  }
}
