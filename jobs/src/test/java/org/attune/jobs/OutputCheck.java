package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.TreeNode;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.OutputSchema;
import picocli.CommandLine;

/** Holds what commands print with {@code --json} against their schemas, wherever tests run them. */
public final class OutputCheck {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, JsonSchema> SCHEMAS = new ConcurrentHashMap<>();

  private OutputCheck() {}

  /** Fails if a command printed JSON that its schema does not take. */
  public static void of(List<String> words, int exit, String printed) {
    int json = words.indexOf("--json");
    if (json < 0 || words.contains("--help") || words.contains("-h")) {
      return;
    }
    String name = name(words);
    if (name.isEmpty()) {
      return; // no command, so nobody promises anything
    }
    try (JsonParser parser = JSON.createParser(printed)) {
      int values = 0;
      for (TreeNode value = parser.readValueAsTree();
          value != null;
          value = parser.readValueAsTree()) {
        assertThat(schema(name).validate((JsonNode) value))
            .as("what '%s' printed, against attune schema --output %s", words, name)
            .isEmpty();
        values++;
      }
      assertThat(values).as("%s ended with %s and printed no JSON", words, exit).isPositive();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(words + " printed " + printed, unreadable);
    }
  }

  /** The command's name, such as {@code lab status}; empty if the words name none. */
  private static String name(List<String> words) {
    CommandLine command = Attune.command();
    List<String> name = new ArrayList<>();
    for (String word : words) {
      if (command.getSubcommands().containsKey(word)) {
        command = command.getSubcommands().get(word);
        name.add(word);
      } else {
        break;
      }
    }
    return command.getSubcommands().isEmpty() ? String.join(" ", name) : "";
  }

  private static JsonSchema schema(String name) {
    return SCHEMAS.computeIfAbsent(
        name,
        key -> {
          CommandLine command = Attune.command();
          for (String word : key.split(" ")) {
            command = command.getSubcommands().get(word);
          }
          return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
              .getSchema(Json.print(OutputSchema.of(key, command)));
        });
  }
}
