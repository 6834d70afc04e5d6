package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.api.catalog.AxisCatalog;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the pages of the sweep file, its one-page form, the recipes and the tutorial show can be
 * run.
 */
class TestSweepFilePage {

  private static final Path DOCS = Path.of("..", "docs");
  private static final String REFERENCE = "sweep-file.md";
  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
  private static final AxisCatalog CATALOG = new TrialCatalog();
  private static final String HEAD =
      """
      sweep: shown
      objective: {metric: validation_loss, goal: minimize}
      """;

  static List<String> examples(String page) throws IOException {
    return YAML.matcher(Files.readString(DOCS.resolve(page)))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  /** Whole files, and parts of files; of alternatives, a line each, one at a time. */
  static Stream<String> files() throws IOException {
    return Stream.of(REFERENCE, "cheat-sheet.md", "recipes.md", "tutorial.md")
        .flatMap(page -> uncheckedExamples(page).stream())
        .flatMap(
            example -> {
              if (example.startsWith("sweep:")) {
                return Stream.of(example);
              }
              return example.contains("# the same")
                  ? example.lines().map(line -> HEAD + line)
                  : Stream.of(HEAD + example);
            });
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyExampleIsValid(String yaml) {
    assertThatCode(() -> read(yaml)).doesNotThrowAnyException();
  }

  @Test
  void theAxesHaveAsManyValuesAsThePageSays() throws Exception {
    String axes =
        examples(REFERENCE).stream()
            .filter(example -> example.startsWith("axes:"))
            .findFirst()
            .orElseThrow();

    SweepSpec spec = read(HEAD + axes);

    assertThat(spec.axes()).extracting(Space::points).containsExactly(2L, 3L, 5L, 3L, 5L, 4L);
    assertThat(spec.space(CATALOG.tree()).cells()).isEqualTo(2 * 3 * 5 * 3 * 5 * 4);
  }

  private static List<String> uncheckedExamples(String page) {
    try {
      return examples(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SweepSpec read(String yaml) throws Exception {
    Optional<CommandTask> program = SpecFile.command(REFERENCE, yaml);
    AxisCatalog catalog = program.isPresent() ? program.get().catalog() : CATALOG;
    return SpecFile.read(REFERENCE, yaml, Map.of(), catalog);
  }
}
