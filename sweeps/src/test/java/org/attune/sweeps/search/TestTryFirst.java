package org.attune.sweeps.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells that a file wants tried before its search chooses any. */
class TestTryFirst {

  private static SweepSpec spec(String method, String cells) throws SpecException {
    return spec(method, cells, 6);
  }

  private static SweepSpec spec(String method, String cells, int trials) throws SpecException {
    return SpecFile.read(
        "s.yaml",
        """
        sweep: s
        objective: {metric: loss, goal: minimize}
        axes:
          train.learning-rate: {log-uniform: [1e-4, 1e-1]}
          train.steps: [100, 200]
        search: {method: %s}
        budget: {trials: %d}
        try-first: %s
        """
            .formatted(method, trials, cells),
        Map.of(),
        SampleCatalog.CATALOG);
  }

  @ParameterizedTest
  @MethodSource("org.attune.sweeps.search.DrawingMethods#all")
  void comeFirstAndOnce(String method) throws Exception {
    Search search =
        spec(
                method + ", trials: 6",
                "[{train.learning-rate: 0.003, train.steps: 200}, {train.learning-rate: 0.03}]")
            .newSearch(SampleCatalog.CATALOG);
    List<String> tried = new ArrayList<>();
    for (Proposal next = search.ask(); next instanceof Proposal.Run run; next = search.ask()) {
      Trial trial = run.trial();
      tried.add(
          trial.configuration().text("train.learning-rate")
              + " "
              + trial.configuration().text("train.steps"));
      search.tell(
          new Observation(
              trial, Observation.Outcome.FINISHED, OptionalDouble.of(tried.size()), 1, Map.of()));
    }

    assertThat(tried).hasSize(6).doesNotHaveDuplicates();
    assertThat(tried.get(0)).isEqualTo("0.003 200");
    assertThat(tried.get(1)).startsWith("0.03 ");
  }

  @ParameterizedTest
  @MethodSource("org.attune.sweeps.search.DrawingMethods#all")
  void manyOfThemLeaveAResumedSearchAsItWas(String method) throws Exception {
    String cells =
        IntStream.range(0, 15)
            .mapToObj(i -> "{train.learning-rate: %s}".formatted(0.001 * (i + 1)))
            .collect(Collectors.joining(", ", "[", "]"));
    SweepSpec spec = spec(method + ", trials: 30", cells, 30);
    Search undisturbed = spec.newSearch(SampleCatalog.CATALOG);
    Search resumed = spec.newSearch(SampleCatalog.CATALOG);
    for (int i = 0; i < 20; i++) {
      Trial trial = ((Proposal.Run) undisturbed.ask()).trial();
      undisturbed.tell(finished(trial));
      if (!resumed.recall(trial)) {
        assertThat(resumed.ask()).isEqualTo(new Proposal.Run(trial));
      }
      resumed.tell(finished(trial));
    }

    assertThat(nextTen(resumed)).isEqualTo(nextTen(undisturbed));
  }

  private static List<Trial> nextTen(Search search) {
    List<Trial> trials = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Trial trial = ((Proposal.Run) search.ask()).trial();
      search.tell(finished(trial));
      trials.add(trial);
    }
    return trials;
  }

  private static Observation finished(Trial trial) {
    double rate = Math.log10(trial.configuration().real("train.learning-rate"));
    return new Observation(
        trial,
        Observation.Outcome.FINISHED,
        OptionalDouble.of((rate + 2.3) * (rate + 2.3) + Math.sin(9 * rate)),
        1,
        Map.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{train.learning-rate: 1}] -> is not one of the sweep's cells",
        "[{train.learning-rat: 1}] -> did you mean",
        "[{train.learning-rate: 0.01}, {train.learning-rate: 1e-2}] -> this cell is there twice",
        "[3] -> must be a mapping of values by key, not a single value",
        "3 -> must be a list of cells"
      })
  void whatIsNoCellIsRefused(String given) {
    String[] parts = given.split(" -> ");
    assertThatThrownBy(() -> spec("tpe", parts[0]))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("s.yaml:8:")
        .hasMessageContaining(parts[1]);
  }

  @Test
  void areNotForAGrid() {
    assertThatThrownBy(
            () ->
                SpecFile.read(
                    "s.yaml",
                    "sweep: s\nobjective: {metric: loss, goal: minimize}\n"
                        + "axes: {train.steps: [100, 200]}\ntry-first: [{train.steps: 100}]",
                    Map.of(),
                    SampleCatalog.CATALOG))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(
            "changes nothing: this sweep runs every cell anyway; choose another search method than grid, or remove try-first");
  }
}
