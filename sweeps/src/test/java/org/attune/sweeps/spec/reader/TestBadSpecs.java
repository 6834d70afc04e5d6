package org.attune.sweeps.spec.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Problem;
import org.attune.sweeps.spec.form.SpecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that must be refused. The first line of each says where and how: {@code # line 3: part of
 * the message}; nothing else may be wrong with it.
 */
class TestBadSpecs {

  private static final Pattern EXPECTED = Pattern.compile("# line (\\d+): (.+)");

  static Stream<Path> files() throws IOException, URISyntaxException {
    Path folder = Path.of(TestBadSpecs.class.getResource("/bad").toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void isRefused(Path file) throws IOException {
    String yaml = Files.readString(file);
    Matcher expected = EXPECTED.matcher(yaml.lines().findFirst().orElseThrow());
    assertThat(expected.matches()).as("first line of %s", file).isTrue();

    SpecException refused =
        catchThrowableOfType(
            () ->
                SpecFile.read(file.getFileName().toString(), yaml, Map.of(), SampleCatalog.CATALOG),
            SpecException.class);

    assertThat(refused).as("%s is accepted", file).isNotNull();
    List<Problem> problems = refused.problems();
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).line()).isEqualTo(Integer.parseInt(expected.group(1)));
    assertThat(problems.get(0).toString()).contains(expected.group(2));
  }

  @Test
  void mistakesOfAllSectionsAreToldAtOnce() {
    String yaml =
        """
        sweep: s
        objective: {metric: los, goal: min}
        train: {lr: 1e-3}
        axes: {train.steps: [1, x]}
        budget: {samples: 3}
        """;

    SpecException refused =
        catchThrowableOfType(
            () -> SpecFile.read("s.yaml", yaml, Map.of(), SampleCatalog.CATALOG),
            SpecException.class);

    assertThat(refused.problems())
        .extracting(Problem::toString)
        .satisfiesExactly(
            metric -> assertThat(metric).contains("s.yaml:2:21", "did you mean 'loss'?"),
            goal -> assertThat(goal).contains("s.yaml:2:32", "'min' is called 'minimize' here"),
            lr -> assertThat(lr).contains("s.yaml:3:9", "'lr' is called 'train.learning-rate'"),
            steps -> assertThat(steps).contains("s.yaml:4:25", "'x' must be"),
            trials -> assertThat(trials).contains("s.yaml:5:10", "'samples' is called 'trials'"));
  }

  @Test
  void aConceptOfOtherToolsIsExplainedOnce() {
    SpecException refused =
        catchThrowableOfType(
            () -> SpecFile.read("s.yaml", "sweep: s\nepochs: 3\n", Map.of(), SampleCatalog.CATALOG),
            SpecException.class);

    assertThat(refused).hasMessageContaining("unknown key; allowed here: sweep");
    assertThat(refused.getMessage()).containsOnlyOnce("training is counted in steps here");
  }

  @Test
  void aMistypedMetricIsToldBesideAMistypedValue() {
    String yaml =
        """
        sweep: s
        objective: {metric: los, goal: minimize}
        axes: {train.steps: [1, x]}
        """;

    SpecException refused =
        catchThrowableOfType(
            () -> SpecFile.read("s.yaml", yaml, Map.of(), SampleCatalog.CATALOG),
            SpecException.class);

    assertThat(refused.problems()).hasSize(2);
    assertThat(refused.problems().get(0).toString()).contains("'los'", "did you mean 'loss'?");
  }

  @Test
  void cellsOfOneKindAreFolded() throws Exception {
    AxisCatalog narrow =
        new AxisCatalog() {
          @Override
          public List<Parameter> parameters() {
            return SampleCatalog.CATALOG.parameters();
          }

          @Override
          public List<String> conflicts(Configuration cell) {
            return cell.integer("train.steps") > 2 ? List.of("too many steps") : List.of();
          }

          @Override
          public List<Metric> metrics(Configuration cell) {
            return SampleCatalog.CATALOG.metrics(cell);
          }

          @Override
          public Cost cost(Configuration cell) {
            return SampleCatalog.CATALOG.cost(cell);
          }
        };
    String yaml =
        """
        sweep: s
        objective: {metric: loss, goal: minimize}
        axes: {train.steps: [1, 2, 3, 4, 5, 6, 7]}
        """;

    SpecException refused =
        catchThrowableOfType(
            () -> SpecFile.read("s.yaml", yaml, Map.of(), narrow), SpecException.class);

    assertThat(refused.problems()).hasSize(1);
    assertThat(refused.problems().get(0).message())
        .isEqualTo("cell {train.steps=3} and 4 more: too many steps");
  }

  @Test
  void areManyEnough() throws Exception {
    assertThat(files().count()).isGreaterThanOrEqualTo(60);
  }

  @Test
  void aFileOfAMebibyteIsNotRead() {
    SpecException refused =
        catchThrowableOfType(
            () ->
                SpecFile.read(
                    "big.yaml",
                    "#".repeat(Document.MAX_CHARACTERS + 1),
                    Map.of(),
                    SampleCatalog.CATALOG),
            SpecException.class);

    assertThat(refused)
        .hasMessage(
            "big.yaml:1:1: the file has 1,048,577 characters; a sweep file may have 1,048,576");
  }
}
