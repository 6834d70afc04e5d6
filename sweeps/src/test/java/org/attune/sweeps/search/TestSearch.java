package org.attune.sweeps.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

class TestSearch {

  private static final String GRID =
      """
      sweep: s
      objective: {metric: loss, goal: minimize}
      axes:
        attention.gate: [none, learned]
        attention.query: [current, {split: {fraction: [0.25, 0.5]}}]
      replicates: 2
      """;
  private static final String RANDOM =
      """
      sweep: s
      seed: 3
      objective: {metric: loss, goal: minimize}
      model: {heads: 1}
      axes:
        attention.query: [current, split]
        train.learning-rate: {log-uniform: [1e-4, 1e-2]}
      search: {method: random, trials: 200}
      """;

  @Test
  void gridCoversEveryCellForEachReplicate() throws SpecException {
    List<Trial> trials = all(GRID, Map.of());

    assertThat(trials).hasSize(2 * 3 * 2);
    assertThat(new HashSet<>(trials.stream().map(Trial::id).toList())).hasSize(12);
    assertThat(trials).extracting(Trial::replicate).startsWith(0, 0, 0, 0, 0, 0, 1);
    assertThat(trials.get(1).configuration().text("attention.query.fraction")).isEqualTo("0.25");
    assertThat(trials.get(3).configuration().text("attention.gate")).isEqualTo("learned");
    assertThat(trials.get(6).configuration()).isEqualTo(trials.get(0).configuration());
    assertThat(trials).extracting(Trial::index).startsWith(0, 1, 2);
  }

  @Test
  void cellsOfAReplicateShareItsSeed() throws SpecException {
    List<Trial> trials = all(GRID, Map.of());

    assertThat(new HashSet<>(trials.subList(0, 6).stream().map(Trial::seed).toList())).hasSize(1);
    assertThat(trials.get(6).seed()).isNotEqualTo(trials.get(0).seed());
    assertThat(all(GRID, Map.of("seed", "1")).get(0).seed()).isNotEqualTo(trials.get(0).seed());
    assertThat(trials).allMatch(trial -> trial.seed() >= 0 && trial.seed() < 1L << 53);
  }

  @Test
  void anIdIsTheConfigurationsHashAndTheReplicate() throws SpecException {
    Trial trial = all(GRID, Map.of()).get(7);

    assertThat(trial.id()).isEqualTo(trial.configuration().hash().substring(0, 12) + "-1");
  }

  @Test
  void autoSaysInWordsThatOneThingVaries() throws SpecException {
    assertThat(auto(20, "train.learning-rate: {log-uniform: [1e-4, 1e-2]}"))
        .startsWith("gaussian-process, as one thing varies over 20 cells");
    assertThat(
            auto(
                20,
                "train.learning-rate: {log-uniform: [1e-4, 1e-2]}, train.steps: {uniform: [1, 99]}"))
        .startsWith("gaussian-process, as 2 things vary over 20 cells");
    assertThat(auto(1, "train.learning-rate: {log-uniform: [1e-4, 1e-2]}"))
        .isEqualTo("sobol, as one cell is too few to learn from");
    assertThat(auto(1, "attention.gate: [none]")).isEqualTo("sobol, as the one cell is run");
  }

  private static String auto(int cells, String axes) throws SpecException {
    String file =
        """
        sweep: s
        objective: {metric: loss, goal: minimize}
        axes: {%s}
        search: {method: auto, trials: %d}
        """
            .formatted(axes, cells);
    return SpecFile.read("s.yaml", file, Map.of(), SampleCatalog.CATALOG)
        .newSearch(SampleCatalog.CATALOG)
        .note();
  }

  @Test
  void randomIsTheSameForASeedAndAnotherForAnother() throws SpecException {
    assertThat(all(RANDOM, Map.of())).hasSize(200).isEqualTo(all(RANDOM, Map.of()));
    assertThat(all(RANDOM, Map.of("seed", "4")).get(0).configuration())
        .isNotEqualTo(all(RANDOM, Map.of()).get(0).configuration());
  }

  @Test
  void randomSpreadsOverOrdersOfMagnitudeAndLeavesOutConflicts() throws SpecException {
    List<Trial> trials = all(RANDOM, Map.of());

    assertThat(trials)
        .allMatch(trial -> trial.configuration().text("attention.query").equals("current"));
    assertThat(trials)
        .extracting(trial -> trial.configuration().real("train.learning-rate"))
        .allMatch(rate -> rate >= 1e-4 && rate <= 1e-2);
    // Half of 200 lie below the geometric middle, give or take four standard deviations (28).
    assertThat(
            trials.stream()
                .filter(trial -> trial.configuration().real("train.learning-rate") < 1e-3)
                .count())
        .isBetween(72L, 128L);
  }

  @Test
  void randomEndsWhenItsSpaceIsExhausted() throws SpecException {
    List<Trial> trials = all(GRID, Map.of("search.method", "random", "search.trials", "100"));

    assertThat(trials).hasSize(12);
    assertThat(new HashSet<>(trials.stream().map(Trial::id).toList())).hasSize(12);
  }

  private static List<Trial> all(String yaml, Map<String, String> overrides) throws SpecException {
    Search search =
        SpecFile.read("s.yaml", yaml, overrides, SampleCatalog.CATALOG)
            .newSearch(SampleCatalog.CATALOG);
    List<Trial> trials = new ArrayList<>();
    while (search.ask() instanceof Proposal.Run next) {
      trials.add(next.trial());
    }
    assertThat(search.ask()).isEqualTo(Proposal.DONE);
    return trials;
  }
}
