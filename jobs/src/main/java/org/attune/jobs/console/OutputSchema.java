package org.attune.jobs.console;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The JSON Schema of what a command prints with {@code --json}, success and refusal alike. */
public final class OutputSchema {

  /** Rises when a key loses its meaning, or goes. */
  public static final int VERSION = 1;

  private OutputSchema() {}

  /**
   * The schema.
   *
   * @param name the command's words, such as {@code lab status}
   * @param command what parses its words
   */
  public static Map<String, Object> of(String name, CommandLine command) {
    JsonType output =
        JsonOutput.of(command.getCommandSpec()).map(JsonOutput::type).orElse(PrintedLines.SHAPE);
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("$id", "urn:attune:output:%s:%d".formatted(name.replace(' ', ':'), VERSION));
    schema.put("title", "What 'attune %s --json' prints".formatted(name));
    schema.put("anyOf", List.of(output.schema(), Refusal.SHAPE.schema()));
    return schema;
  }
}
