package org.attune.cluster.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.PlacedFormula;
import org.attune.sweeps.analysis.CellPair;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Dimension;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Tables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The holes of a formula are dimensions of their own for a search. */
class TestFormulaHoles {

  private static final String FORMULA = "attention.gate.formula";
  private static final TrialCatalog CATALOG = new TrialCatalog();
  private static final String GATES =
      "none, {formula: \"y * f(linear(x) / t)\", f: [sigmoid, tanh], t: {log-uniform: [0.1, 10]}},"
          + " {formula: \"y * silu(t * linear(x) - b)\", t: [4, 1, 2], b: {uniform: [-1, 1]}}";

  private static SweepSpec spec(String gates, String search) throws Exception {
    String yaml =
        """
        sweep: holes
        task: text
        model: {width: 16, layers: 1, heads: 2}
        train: {steps: 4, batch: 2}
        axes: {attention.gate: [%s]}
        search: %s
        objective: {metric: validation_loss, goal: minimize}
        """
            .formatted(gates, search);
    return SpecFile.read("f.yaml", yaml, Map.of(), CATALOG);
  }

  private static Coordinates coordinates(String gates) throws Exception {
    return new Coordinates(spec(gates, "{method: random, trials: 4}").space(CATALOG.tree()));
  }

  @Test
  void eachHoleIsADimensionWithAKeyOfItsOwn() throws Exception {
    List<Dimension> dimensions = coordinates(GATES).dimensions();

    assertThat(dimensions)
        .extracting(Dimension::key)
        .containsExactly(
            "attention.gate",
            "attention.gate.formula[1].f",
            "attention.gate.formula[1].t",
            "attention.gate.formula[2].t",
            "attention.gate.formula[2].b");
    assertThat(dimensions)
        .extracting(Dimension::kind)
        .containsExactly(
            Dimension.Kind.CATEGORY,
            Dimension.Kind.CATEGORY,
            Dimension.Kind.INTERVAL,
            Dimension.Kind.ORDINAL,
            Dimension.Kind.INTERVAL);
    assertThat(dimensions.get(3).values()).containsExactly("1", "2", "4");
  }

  @Test
  void aCellSaysWhatIsInItsHoles() throws Exception {
    Coordinates here = coordinates(GATES);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 40; i++) {
      double[] point = here.sample(random);
      double[] found =
          coordinates(GATES).point(here.cell(point)).orElseThrow(); // knows no cell yet
      assertThat(here.cell(found)).isEqualTo(here.cell(point));
      assertThat(found.length).isEqualTo(point.length);
      for (int d = 0; d < point.length; d++) {
        assertThat(Double.isNaN(found[d])).isEqualTo(Double.isNaN(point[d]));
        if (!Double.isNaN(point[d])) {
          assertThat(found[d]).isCloseTo(point[d], org.assertj.core.api.Assertions.within(1e-4));
        }
      }
    }
  }

  /** The methods that draw cells for one objective from any space. */
  static Stream<String> methodsThatDraw() {
    return SearchMethods.builtIn().stream()
        .filter(method -> !method.exhaustive())
        .map(SearchMethod::name)
        .filter(name -> !Set.of("cma-es", "population").contains(name));
  }

  static Stream<String> methods() {
    return Stream.concat(Stream.of("grid"), methodsThatDraw());
  }

  @ParameterizedTest
  @MethodSource("methodsThatDraw")
  void everySearchFillsThemAndGoesOnFromAJournal(String method) throws Exception {
    String search = "{method: %s, trials: 12}".formatted(method);
    List<Trial> trials = run(spec(GATES, search).newSearch(CATALOG));

    Search resumed = spec(GATES, search).newSearch(new TrialCatalog());
    List<Trial> all = new ArrayList<>();
    for (Trial trial : trials.subList(0, 7)) {
      if (!resumed.recall(trial)) {
        assertThat(((Proposal.Run) resumed.ask()).trial()).isEqualTo(trial);
      }
      tell(resumed, trial);
      all.add(trial);
    }
    all.addAll(run(resumed));

    assertThat(trials).hasSize(12);
    assertThat(all).isEqualTo(trials);
    assertThat(trials)
        .extracting(t -> t.configuration().values().getOrDefault("attention.gate.formula", "none"))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void eachTrialSaysWhatIsInItsHoles(String method) throws Exception {
    String gates =
        method.equals("grid")
            ? "none, {formula: \"y * f(linear(x) / t)\", f: [sigmoid, tanh], t: [0.5, 1, 2]}"
            : GATES;
    SweepSpec spec =
        spec(
            gates,
            method.equals("grid")
                ? "{method: grid}"
                : "{method: %s, trials: 12}".formatted(method));
    int filled = 0;
    for (Trial trial : run(spec.newSearch(CATALOG))) {
      Configuration cell = trial.configuration();
      assertThat(cell.holes().isEmpty()).isEqualTo(!cell.has(FORMULA));
      assertThat(cell).hasSameHashCodeAs(new Configuration(cell.values()));
      if (cell.has(FORMULA)) {
        Map<String, String> holes = new TreeMap<>(cell.holes());
        String open = holes.remove(FORMULA);
        Map<String, String> names = new TreeMap<>();
        holes.forEach((key, value) -> names.put(key.substring(FORMULA.length() + 1), value));
        assertThat(names).hasSize(2);
        assertThat(PlacedFormula.of(FormulaPlace.GATE, open, names).canonical())
            .isEqualTo(cell.text(FORMULA));
        filled++;
      }
    }
    assertThat(filled).isPositive();
  }

  @Test
  void tablesAndAnalysisHaveEachHole() throws Exception {
    String gates = "none, {formula: \"y * f(linear(x) / t)\", f: [sigmoid, tanh], t: [0.5, 1, 2]}";
    SweepSpec spec = spec(gates, "{method: grid}");
    SweepHeader header = SpecHeader.of(spec, 7, 1, Map.of());
    SweepState state = new SweepState(new Event.Opened(header, 1, Instant.EPOCH));
    for (Trial trial : run(spec.newSearch(CATALOG))) {
      String id = trial.id();
      double loss = trial.configuration().has(FORMULA) ? 1 : 2;
      state.apply(new Event.Suggested(trial, 0, Instant.EPOCH));
      state.apply(new Event.Started(id, 1, "a", "h", "cpu", Map.of(), Instant.EPOCH));
      state.apply(
          new Event.Finished(id, 1, Map.of("validation_loss", loss), Map.of(), Instant.EPOCH));
    }

    assertThat(Tables.all(state.view(), CATALOG.tree(), table -> 0))
        .filteredOn(rows -> rows.schema().name().equals("results"))
        .flatExtracting(rows -> rows.schema().columns())
        .extracting(Column::name)
        .contains("gate_formula", "gate_formula_f", "gate_formula_t");
    Observations of = Observations.of(state.view(), "validation_loss", Optional.of(Goal.MINIMIZE));
    assertThat(of.factors())
        .extracting(Factor::key)
        .containsExactlyInAnyOrder("attention.gate", FORMULA + ".f", FORMULA + ".t");
    assertThat(of.factors().stream().filter(f -> f.key().endsWith(".t")).findFirst().orElseThrow())
        .matches(Factor::numeric)
        .extracting(Factor::present)
        .isEqualTo(List.of("0.5", "1", "2"));
    assertThat(CellPairs.of(of).orElseThrow().pairs())
        .extracting(CellPair::cell)
        .contains("gate=tanh(linear(x) / 2) * y")
        .hasSize(6);
  }

  private static List<Trial> run(Search search) {
    List<Trial> trials = new ArrayList<>();
    while (search.ask() instanceof Proposal.Run next) {
      trials.add(next.trial());
      tell(search, next.trial());
    }
    return trials;
  }

  private static void tell(Search search, Trial trial) {
    double loss = trial.configuration().hash().hashCode() % 1000 / 1000.0;
    search.tell(
        new Observation(trial, Observation.Outcome.FINISHED, OptionalDouble.of(loss), 4, Map.of()));
  }

  @Test
  void aSearchOverListsHasTheCellsOfAGrid() throws Exception {
    String gate = "{formula: \"y * f(linear(g))\", f: [sigmoid, silu, tanh], g: [x, q, y]}";

    assertThat(spec(gate, "{method: random, trials: 4}").space(CATALOG.tree()).cells())
        .isEqualTo(9)
        .isEqualTo(spec(gate, "{method: grid}").space(CATALOG.tree()).cells());
    assertThat(run(spec(gate, "{method: random, trials: 20}").newSearch(CATALOG))).hasSize(9);
  }

  @Test
  void aGridTakesPointsOfAnInterval() throws Exception {
    String gate = "{formula: \"y * sigmoid(linear(x) / t)\", t: {uniform: [1, 3]%s}}";

    assertThat(spec(gate.formatted(", points: 3"), "{method: grid}").space(CATALOG.tree()).cells())
        .isEqualTo(3);
    assertThatThrownBy(() -> spec(gate.formatted(""), "{method: grid}"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("attention.gate.formula t: a grid needs 'points: n' here");
  }
}
