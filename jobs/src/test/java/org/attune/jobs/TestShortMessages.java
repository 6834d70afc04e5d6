package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.api.search.Objective;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No message lists every word that is allowed where there are dozens, or hundreds. */
class TestShortMessages {

  /** Three lines of a terminal, without the file's path. */
  private static final int LONGEST = 450;

  @TempDir private Path folder;

  @Test
  void wrongWordsOfASweepFileGetShortLines() throws Exception {
    String cells =
        IntStream.range(0, 200)
            .mapToObj(i -> "cell%d: {train.learning-rate: %s}".formatted(i, (i + 1) * 1e-4))
            .collect(Collectors.joining(", "));
    assertThat(
            refused(
                """
                sweep: wrong
                task: {name: texxt}
                model: 7
                train: 7
                trane: 5
                axes:
                  attention: 3
                  attention.weights: [ridgy, {bla: 2}]
                execution: {trial-timeot: 3}
                stop: {asher: {}}
                objective: {metric: loss, goal: minimize}
                """))
        .anyMatch(
            line ->
                line.contains("'texxt' must be one of text, ")
                    && line.contains(" and 12 more ('attune list tasks' shows all)"))
        .anyMatch(line -> line.contains("trane: unknown key; allowed here: train, "))
        .anyMatch(
            line ->
                line.contains("'ridgy' must be one of ridge, ")
                    && line.contains(
                        " and 9 more ('attune list axes attention.weights' shows all);"
                            + " did you mean 'ridge'?"));
    assertThat(
            refused(
                """
                sweep: wrong
                task: text
                train: {steps: 2}
                cells: {%s}
                match: {parameters: mlp, of: cel7}
                objective: {metric: validation_los, goal: minimize}
                claims: [{says: it is, cell: none, is: below, of: cell7}]
                """
                    .formatted(cells)))
        .isNotEmpty();
    assertThat(
            refused(
                """
                sweep: wrong
                task: text
                train: {steps: 2}
                axes: {attention.gate: [none, {formula: "y * foo(x)"}]}
                objective: {metric: validation_los, goal: minimize}
                """))
        .anyMatch(line -> line.contains("there is no function 'foo'; there are where, min, "));
    assertThat(
            refused(
                """
                sweep: wrong
                task: text
                train: {steps: 2}
                axes: {attention.gate: [none]}
                objective: {metric: validation_los, goal: minimize}
                """))
        .anyMatch(
            line ->
                line.contains("They report validation_loss, min_validation_loss, ")
                    && line.contains("('attune list tasks' shows all)"));
  }

  @Test
  void wrongWordsOfACommandGetShortLines() throws Exception {
    Path directory = folder.resolve("sweep");
    try (RecordedSweep sweep =
        RecordedSweep.in(directory, "s", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (int i = 0; i < 200; i++) {
        sweep.finished(Map.of("train.batch", String.valueOf(i + 1)), 0, Map.of("loss", 1.0));
      }
      sweep.completed();
    }
    assertShort(Printed.of("schema", "--output", "zork").error());
    assertShort(Printed.of("zork").error());
    assertShort(Printed.of("prioritise", directory, "--where", "train.batch = 0").error());
    assertShort(Printed.of("best", directory, "--confirm", "2", "--by", "zork").error());
  }

  private List<String> refused(String yaml) throws Exception {
    Path file = Files.writeString(folder.resolve("wrong.yaml"), yaml);
    Printed printed = Printed.of("validate", file);
    assertThat(printed.exit()).isEqualTo(2);
    String error = printed.error().replace(file.toString(), "");
    assertShort(error);
    return error.lines().toList();
  }

  private static void assertShort(String error) {
    assertThat(error).isNotEmpty();
    assertThat(error.lines())
        .allSatisfy(line -> assertThat(line.length()).as(line).isLessThan(LONGEST));
  }
}
