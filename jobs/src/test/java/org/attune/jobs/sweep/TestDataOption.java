package org.attune.jobs.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --data} selects the user's data, and changes nothing else that the file says. */
class TestDataOption {

  private static final String SETS =
      """
sweep: sets
task: {name: few-shot-images, side: 8, ways: 2%s}
model: {kind: {kvq: {embedding: shared, embedding-layers: 1, decoder-layers: 0}}, width: 8, heads: 1}
train: {steps: 2, batch: 2}
%s
objective: {metric: accuracy, goal: maximize}
""";
  private static final String TEXT =
      """
      sweep: text
      task: %s
      model: {width: 16, layers: 1, heads: 2}
      train: {steps: 2, batch: 2}
      %s
      objective: {metric: validation_loss, goal: minimize}
      """;
  private static final String AXES = "axes: {attention.weights: [softmax]}";

  private final AxisCatalog catalog = new TrialCatalog();

  /** The cells of a sweep whose tasks read the user's data. */
  private List<Configuration> cells(String yaml, Map<String, String> set) throws Exception {
    SweepSpec spec = SpecFile.read("a.yaml", yaml, set, catalog);
    Map<String, String> all = new TreeMap<>(set);
    all.putAll(DataOption.fromData(spec, catalog));
    Search search = SpecFile.read("a.yaml", yaml, all, catalog).newSearch(catalog);
    List<Configuration> cells = new ArrayList<>();
    while (search.ask() instanceof Proposal.Run next) {
      cells.add(next.trial().configuration());
    }
    return cells;
  }

  private List<Configuration> cells(String yaml) throws Exception {
    return cells(yaml, Map.of());
  }

  private static List<String> values(List<Configuration> cells, String key) {
    return cells.stream().map(cell -> cell.values().getOrDefault(key, "none")).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {", images: {data: {tested: 0.5}}", ", images: {name: data, tested: 0.5}"})
  void settingsOfTheDataAreKept(String images) throws Exception {
    List<Configuration> cells = cells(SETS.formatted(images, AXES));

    assertThat(values(cells, "task.images")).containsExactly("data");
    assertThat(values(cells, "task.images.tested")).containsExactly("0.5");
  }

  @Test
  void settingsOfTheDataUnderTheirFullNameAreKept() throws Exception {
    String yaml = SETS.formatted(", images: data", "task.images.tested: 0.5\n" + AXES);

    assertThat(values(cells(yaml), "task.images.tested")).containsExactly("0.5");
  }

  @Test
  void theNumberOfColumnsIsKept() throws Exception {
    List<Configuration> cells = cells(SETS.formatted(", images: {data: {columns: 6}}", AXES));

    assertThat(values(cells, "task.images.columns")).containsExactly("6");
  }

  @Test
  void settingsOfTheDataThatAreVariedAreKept() throws Exception {
    String axes = "axes: {task.images: [{data: {tested: [0.3, 0.5]}}, {data: {columns: 6}}]}";

    assertThat(values(cells(SETS.formatted("", axes)), "task.images.tested"))
        .containsExactly("0.3", "0.5", "0.2");
  }

  /** The file itself compares generated with read images. */
  @Test
  void anAxisThatNamesTheDataStaysAsItIs() throws Exception {
    String axes = "axes: {task.images: [glyphs, %s]}";

    assertThat(
            values(
                cells(SETS.formatted("", axes.formatted("{data: {tested: 0.5}}"))),
                "task.images.tested"))
        .containsExactly("none", "0.5");
    assertThat(values(cells(SETS.formatted("", axes.formatted("data"))), "task.images"))
        .containsExactly("glyphs", "data");
  }

  @Test
  void aCellThatNamesTheDataStaysAsItIs() throws Exception {
    String named =
        "cells: {few: {task.images: {data: {tested: 0.3}}}, many: {task.images: {data: {tested:"
            + " 0.5}}}}";

    assertThat(values(cells(SETS.formatted("", named)), "task.images.tested"))
        .containsExactly("0.3", "0.5");
  }

  @Test
  void settingsOfAScaleAreKept() throws Exception {
    String scales = "scales: {pilot: {task.images: {data: {tested: 0.5}}}}\n" + AXES;

    assertThat(
            values(
                cells(SETS.formatted("", scales), Map.of("scale", "pilot")), "task.images.tested"))
        .containsExactly("0.5");
  }

  @Test
  void settingsOfTheCommandLineAreKept() throws Exception {
    Map<String, String> set = Map.of("task.images", "{data: {tested: 0.5}}");

    assertThat(values(cells(SETS.formatted("", AXES), set), "task.images.tested"))
        .containsExactly("0.5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text",
        "{text: {corpus: generated}}",
        "{text: {corpus: {generated: {size: 5000}}}}",
        "{text: {corpus: data}}"
      })
  void generatedTextGivesWay(String task) throws Exception {
    List<Configuration> cells = cells(TEXT.formatted(task, "axes: {attention.gate: [none]}"));

    assertThat(values(cells, "task.corpus")).containsExactly("data");
    assertThat(values(cells, "task.corpus.size")).containsExactly("none");
  }

  @Test
  void anAxisOfGeneratedTextsGivesWay() throws Exception {
    String axes =
        "axes: {attention.gate: [none, learned], task.corpus: [{generated: {size: [5000, 6000]}}]}";

    assertThat(values(cells(TEXT.formatted("text", axes)), "task.corpus"))
        .containsExactly("data", "data");
  }

  /** The first task of the axis makes its own data. */
  @Test
  void aTaskFurtherDownTheAxisReadsTheDataToo() throws Exception {
    String yaml =
        TEXT.replace("task: %s\n", "").formatted("axes: {task: [needle, state-tracking, text]}");

    assertThat(values(cells(yaml), "task.corpus")).containsExactly("none", "none", "data");
  }
}
