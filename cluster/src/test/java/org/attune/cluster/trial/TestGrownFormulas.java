package org.attune.cluster.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.model.formula.FormulaGrowth;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.PlacedFormula;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Formulas that evolution grows. */
class TestGrownFormulas {

  private static final TrialCatalog CATALOG = new TrialCatalog();
  private static final String KEY = "attention.gate.formula";
  private static final int CELLS = 10;

  private static SweepSpec spec(String gate, String search) throws Exception {
    String yaml =
        """
        sweep: grown
        task: text
        model: {width: 16, layers: 1, heads: 2}
        train: {steps: 4, batch: 2}
        axes:
          attention.gate: [%s]
          train.learning-rate: [1e-3, 3e-3]
        search: %s
        objective: {metric: validation_loss, goal: minimize}
        """
            .formatted(gate, search);
    return SpecFile.read("f.yaml", yaml, Map.of(), CATALOG);
  }

  private static SweepSpec grown() throws Exception {
    return spec(
        "learned, {formula: {grow: \"y * sigmoid(linear(x))\", steps: 3}}",
        "{method: evolution, trials: %d, population: 5, sample: 3}".formatted(CELLS));
  }

  /** Short formulas with a tanh are best. */
  private static void tell(Search search, Trial trial) {
    String formula = trial.configuration().values().getOrDefault(KEY, "");
    double loss = formula.length() / 50.0 - (formula.contains("tanh") ? 3 : 0);
    search.tell(
        new Observation(trial, Observation.Outcome.FINISHED, OptionalDouble.of(loss), 4, Map.of()));
  }

  private static List<Trial> run(Search search, int most) {
    List<Trial> trials = new ArrayList<>();
    while (trials.size() < most && search.ask() instanceof Proposal.Run next) {
      trials.add(next.trial());
      tell(search, next.trial());
    }
    return trials;
  }

  @Test
  void growTheSameWayEachTimeAndFromEveryPointOfAJournal() throws Exception {
    SweepSpec spec = grown();
    List<Trial> trials = run(spec.newSearch(CATALOG), 100);

    assertThat(trials).hasSize(CELLS);
    assertThat(run(spec.newSearch(CATALOG), 100)).isEqualTo(trials);
    for (int told : List.of(1, 7)) {
      Search resumed = grown().newSearch(new TrialCatalog());
      List<Trial> all = new ArrayList<>();
      for (Trial trial : trials.subList(0, told)) {
        assertThat(resumed.recall(trial)).isTrue();
        tell(resumed, trial);
        all.add(trial);
      }
      all.addAll(run(resumed, 100));
      assertThat(all).as("resumed after %d", told).isEqualTo(trials);
    }
  }

  @Test
  void areCellsWithOneSpellingWithinTheSize() throws Exception {
    List<Configuration> cells =
        run(grown().newSearch(CATALOG), 100).stream().map(Trial::configuration).toList();

    List<String> formulas =
        cells.stream().filter(c -> c.has(KEY)).map(c -> c.text(KEY)).distinct().toList();
    assertThat(cells).doesNotHaveDuplicates();
    assertThat(formulas)
        .hasSizeGreaterThan(5)
        .allMatch(f -> PlacedFormula.of(FormulaPlace.GATE, f).canonical().equals(f))
        .allMatch(f -> FormulaGrowth.size(PlacedFormula.of(FormulaPlace.GATE, f)) <= 6);
    assertThat(cells).allMatch(c -> CATALOG.conflicts(c).isEmpty());
  }

  @Test
  void aFormulaThatDoesNotGrowFromTheStartIsNotRecalled() throws Exception {
    Search search = grown().newSearch(CATALOG);
    Trial first = run(grown().newSearch(CATALOG), 1).get(0);
    Map<String, String> other = new java.util.TreeMap<>(first.configuration().values());
    other.put("attention.gate", "formula");
    other.put(KEY, "cos(cos(cos(cos(cos(cos(cos(y)))))))");
    other.put("attention.gate.layers", "all");

    assertThat(search.recall(Trial.of(0, new Configuration(other), 0, 0))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{formula: {grow: \"y * sigmoid(linear(x))\"}} | {method: evolution, trials: 4} | attention.gate.formula.steps: is missing",
        "{formula: {grow: \"y * sigmoid(linear(z))\", steps: 3}} | {method: evolution, trials: 4} | 'z' has no meaning",
        "{formula: {grow: \"y * t\", steps: 3}, t: [1, 2]} | {method: evolution, trials: 4} | a formula that grows has no names of its own; write 't' into it",
        "{formula: {grow: \"y\", steps: 0}} | {method: evolution, trials: 4} | from 1 to 50",
        "{formula: {grow: \"y\", steps: 3}} | {method: random, trials: 4} | a formula that grows needs search: {method: evolution, trials: n}, not random",
        "{formula: {grow: \"y\", steps: 3}} | {method: grid} | a formula that grows needs search: {method: evolution, trials: n}, not grid",
        "{formula: {grow: \"y\", steps: 3}} | {method: evolution} | search.trials"
      })
  void refusesInTheFile(String gate, String search, String message) {
    assertThatThrownBy(() -> spec(gate, search))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }
}
