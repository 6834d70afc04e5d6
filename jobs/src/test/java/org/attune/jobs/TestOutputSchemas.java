package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.OwnProtocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Every command has JSON, for success and refusal, and a schema that says so. */
class TestOutputSchemas {

  static List<String> commands() {
    List<String> names = new ArrayList<>();
    add(Attune.command(), "", names);
    return names;
  }

  private static void add(CommandLine command, String name, List<String> names) {
    for (Map.Entry<String, CommandLine> below : command.getSubcommands().entrySet()) {
      String words = (name + " " + below.getKey()).strip();
      if (!below.getValue().getSubcommands().isEmpty()) {
        add(below.getValue(), words, names);
      } else if (!(below.getValue().getCommand() instanceof OwnProtocol)) {
        names.add(words);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasASchemaAndRefusesInJson(String name) throws Exception {
    JsonNode schema = Printed.of("schema", "--output", name).json();
    assertThat(schema.path("$id").asText())
        .isEqualTo("urn:attune:output:%s:1".formatted(name.replace(' ', ':')));
    assertThat(schema.path("anyOf")).hasSize(2);

    Printed refused = Printed.of(words(name, "--json", "--no-such-option"));

    assertThat(refused.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(refused.json().path("code").asText()).startsWith("wrong-");
    assertThat(refused.json().path("message").asText()).isNotBlank();
  }

  private static Object[] words(String name, String... more) {
    return Stream.concat(Stream.of(name.split(" ")), Stream.of(more)).toArray();
  }

  @Test
  void aRefusalOfASweepFileSaysWhereAndWhatIsAllowed(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("wrong.yaml");
    Files.writeString(
        file, "sweep: wrong\ntask: induction\nobjective: {metric: validation_loss, goal: min}\n");

    Printed refused = Printed.of("validate", file, "--json");

    assertThat(refused.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(refused.error()).startsWith(file + ":3:");
    JsonNode json = refused.json();
    assertThat(json.path("code").asText()).isEqualTo("wrong-file");
    assertThat(json.path("file").asText()).isEqualTo(file.toString());
    assertThat(json.path("line").asInt()).isEqualTo(3);
    assertThat(json.path("allowed")).extracting(JsonNode::asText).contains("minimize", "maximize");
    assertThat(json.path("fix").asText()).isEqualTo("minimize");
  }

  @Test
  void aRefusalOfADirectoryNamesIt(@TempDir Path folder) throws Exception {
    Printed refused = Printed.of("status", folder.resolve("none"), "--json");

    assertThat(refused.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(refused.json().path("code").asText()).isEqualTo("wrong-input");
    assertThat(refused.json().path("message").asText()).contains(folder + "/none");
    assertThat(refused.error()).startsWith("attune: ");
  }

  @Test
  void aCommandWithoutJsonOfItsOwnGivesItsLines() throws Exception {
    JsonNode python = Printed.of("python", "--json").json();

    assertThat(python.path("exit").asInt()).isZero();
    assertThat(python.path("lines")).extracting(JsonNode::asText).contains("import json");
    JsonNode help = Printed.of("help", "stop", "--json").json();
    assertThat(help.path("lines")).first().asString().contains("Usage: attune stop");
  }

  @Test
  void aMistypedCommandOfOutputIsRefusedWithTheNearest() {
    assertThat(Printed.of("schema", "--output", "statu").error())
        .contains("--output 'statu' is not one of status, run, ", "did you mean 'status'?");
    assertThat(Printed.of("schema", "--output", "lab").error())
        .contains(
            "name one of these: --output 'lab init', --output 'lab status', --output 'lab verify'");
  }
}
