package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program reads stdout alone: a warning on stderr reaches nobody. */
class TestPrintedWarnings {

  @ParameterizedTest
  @ValueSource(strings = {"validate", "run"})
  void theWarningsOfACommandAreInItsJson(String command, @TempDir Path folder) throws Exception {
    Path lab = folder.resolve("lab");
    Printed.attune("lab", "init", lab);
    Path file = folder.resolve("few.yaml");
    Files.writeString(file, TwoWidths.file(2));
    List<Object> words = new ArrayList<>(List.of(command, file, "--lab", lab, "--json"));
    if (command.equals("run")) {
      words.add("--dry-run");
    }

    Printed printed = Printed.of(words.toArray());

    assertThat(printed.json().path("warnings"))
        .extracting(JsonNode::asText)
        .containsExactly(
            "replicates: 2 seeds cannot decide a claim: at best they give p .13, and a verdict needs"
                + " p .0089 or less; use 4 or more");
    assertThat(printed.error()).contains("warning: replicates: 2 seeds");
    assertThat(printed.json().path("lines"))
        .extracting(JsonNode::asText)
        .anySatisfy(line -> assertThat(line).startsWith("lab " + lab + ": 1 claim at the level"));
  }
}
