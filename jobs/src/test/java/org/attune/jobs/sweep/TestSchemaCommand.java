package org.attune.jobs.sweep;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.attune.jobs.Printed;
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

  private static final String SECTIONS =
      """
sweep: compared
task: induction
cells:
  plain: {}
  shifted: {attention.query: shift}
replicates: {at-least: 5, at-most: 8, until: decided}
objective: {metric: copy_accuracy, goal: maximize}
budget: {trials: 20, wall-time: 1d12h}
execution: {retries: 1, slots: 4, trial-timeout: 30m, device: cpu, checkpoints: {every: 5m, keep: all}}
claims:
  - says: a shift helps
    cell: shifted
    is: above
    of: {cell: plain, times: 1.5}
    by: 1e-1
    test: {solved: {at-least: 0.9}}
    paper: 12.5
    where: table 2
table:
  title: Shifts
  columns:
    - metric: copy_accuracy
      floor: 0.02
      paper: {plain: 3, shifted: 90}
  controls: {shifted: plain}
  notes: [one]
scales:
  smoke: {train.steps: 5, replicates: 1, budget: {trials: 2}, cells: {plain: {}}}
scale: smoke
""";

  private static final String PROGRAM =
      """
      sweep: mine
      task:
        command:
          run: "python3 train.py --lr {train.lr}"
          parameters:
            train.lr: {real: [1e-5, 1], default: 1e-3}
            optimizer: {choice: [adam, sgd]}
          metrics: {loss: lower, accuracy: higher}
          grace: 30s
      axes:
        train.lr: {log-uniform: [1e-4, 1e-1]}
        optimizer: [adam, sgd]
      optimizer: adam
      search: {trials: 20}
      try-first: [{train.lr: 1e-2}]
      objective: {metric: loss, goal: minimize}
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

  /** Small maps of Java have another order in each process. */
  @Test
  void itIsTheSameTextInEachProcess() throws IOException {
    JsonNode printed = JSON.readTree(Printed.of("schema").output());

    printed.findParents("type").forEach(object -> assertThat(fields(object)).isSorted());
  }

  private static List<String> fields(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
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
        "trials: 20, wall|trails: 20, wall",
        "1d12h|one day",
        "retries: 1|retry: 1",
        "retries: 1|retries: -1",
        "device: cpu|device: tpu",
        "keep: all|keep: last",
        "until: decided|until: sure",
        "says: a|say: a",
        "is: above|is: over",
        "times: 1.5|time: 1.5",
        "solved: {at-least: 0.9}|solved: {atleast: 0.9}",
        "solved: {at-least: 0.9}|solved: {at-least: 0.9, at-most: 1}",
        "floor: 0.02|flour: 0.02",
        "controls: {shifted|control: {shifted",
        "train.steps: 5, rep|train.step: 5, rep",
        "by: 1e-1|by: -1"
      })
  void whatIsWrongInASectionIsFound(String change) {
    String[] parts = change.split("\\|");
    assertThat(validate(SECTIONS)).isEmpty();
    assertThat(SECTIONS).contains(parts[0]);

    assertThat(validate(SECTIONS.replace(parts[0], parts[1]))).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run:|runs:",
        "real: [1e-5, 1]|reel: [1e-5, 1]",
        "loss: lower|loss: min",
        "grace: 30s|grace: soon",
        "search: {trials|search: {trails",
      })
  void aProgramOfTheUsersMayHaveAnyParameterAndNoWrongSection(String change) {
    String[] parts = change.split("\\|");
    assertThat(validate(PROGRAM)).isEmpty();
    assertThat(PROGRAM).contains(parts[0]);

    assertThat(validate(PROGRAM.replace(parts[0], parts[1]))).isNotEmpty();
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

  /** What follows a command may be its arguments; a group says the words to give. */
  @Test
  void aCommandIsNamedWithItsArgumentsToo() {
    assertThat(Printed.attune("schema", "--output", "list runs"))
        .isEqualTo(Printed.attune("schema", "--output", "list"));
    assertThat(Printed.of("schema", "--output", "claims").error())
        .isEqualTo(
            "attune: 'claims' is a group of commands; name one of these: --output 'claims"
                + " verify'\n");
  }
}
