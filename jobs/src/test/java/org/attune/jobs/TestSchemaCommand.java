package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** The schema takes every sweep file there is, and finds what editors should underline. */
class TestSchemaCommand {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String VALID =
      """
      sweep: small
      task: {name: induction, symbols: 64}
      model: {width: 16, layers: 1, heads: 2}
      train: {steps: 2, batch: 2, learning-rate: 1e-3}
      axes:
        attention.gate: [none, {learned: {grain: headwise}}]
        attention.query: [current, {split: {fraction: [0.25, 0.5]}}]
        train.learning-rate: {log-uniform: [1e-4, 1e-2], points: 3}
      search: {method: grid}
      objective: {metric: validation_loss, goal: minimize}
      """;

  private static JsonSchema schema;

  @BeforeAll
  static void print() {
    schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Printed.of("schema").output());
  }

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..", "sweeps"))) {
      return files
          .filter(file -> file.toString().endsWith(".yaml") && !file.toString().contains("target"))
          .filter(file -> !file.toString().contains("src"))
          .sorted()
          .toList();
    }
  }

  private static Set<ValidationMessage> validate(String yaml) {
    JsonNode file = JSON.valueToTree(new Yaml().load(yaml));
    return schema.validate(file);
  }

  @ParameterizedTest
  @MethodSource("files")
  void everySweepFileIsTaken(Path file) throws Exception {
    assertThat(validate(Files.readString(file))).isEmpty();
  }

  @Test
  void whatIsWrittenInItsOtherFormsIsTaken() {
    assertThat(validate(VALID)).isEmpty();
    assertThat(validate(VALID.replace("model: {width: 16,", "model.width: 16\nmodel: {")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "width: 16|width: 0",
        "width: 16|widht: 16",
        "steps: 2|epochs: 2",
        "none, {learned|nnoe, {learned",
        "grain: headwise|grane: headwise",
        "fraction: [0.25, 0.5]|fraction: [0.25, 1.5]",
        "method: grid|method: gird",
        "method: grid|method: random, sample: 3",
        "goal: minimize|goal: min",
        "sweep: small|sweeep: small",
        "log-uniform: [1e-4, 1e-2]|log-uniform: [1e-4]"
      })
  void whatIsWrongIsFound(String change) {
    String[] parts = change.split("\\|");
    assertThat(VALID).contains(parts[0]);

    assertThat(validate(VALID.replace(parts[0], parts[1]))).isNotEmpty();
  }
}
