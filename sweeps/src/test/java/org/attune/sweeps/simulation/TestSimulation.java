package org.attune.sweeps.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.ThreadTime;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestSimulation {

  private static SweepSpec spec(String... lines) throws Exception {
    return SpecFile.read(
        "s.yaml",
        "sweep: s\nobjective: {metric: loss, goal: minimize}\n" + String.join("\n", lines),
        Map.of(),
        SampleCatalog.CATALOG);
  }

  private static Simulation.SimulationResult run(SweepSpec spec, double failures, int workers)
      throws Exception {
    return new Simulation(spec, SampleCatalog.CATALOG, scripted(spec), failures).run(workers);
  }

  private static Curves scripted(SweepSpec spec) {
    return new ScriptedCurves(spec.space(SampleCatalog.TREE), spec.objective(), 60, 1_000);
  }

  @Test
  void aThousandWorkersAreSimulatedInSeconds() throws Exception {
    SweepSpec spec =
        spec(
            "train: {steps: 1000}",
            "axes: {train.learning-rate: {log-uniform: [1e-4, 1e-1]}}",
            "search: {method: random, trials: 3000}",
            "stop: {asha: {min-steps: 100}}");

    long since = ThreadTime.nanos();
    Simulation.SimulationResult full = run(spec.stoppedBy(List.of()), 0, 1_000);
    Simulation.SimulationResult asha = run(spec, 0, 1_000);

    assertThat(full.trials()).isEqualTo(new Simulation.Trials(3_000, 3_000, 0, 0));
    assertThat(full.messages()).isEqualTo(3_000 * 30);
    // Three rounds of a minute, one trial in twenty four times as slow.
    assertThat(full.wall()).isBetween(Duration.ofMinutes(3), Duration.ofMinutes(9));
    assertThat(asha.trials().stopped()).isGreaterThan(1_500);
    assertThat(asha.compute()).isLessThan(full.compute().dividedBy(2));
    assertThat(asha.best().orElseThrow()).isLessThan(full.best().orElseThrow() + 0.03);
    assertThat(ThreadTime.nanos() - since).isLessThan(Duration.ofSeconds(20).toNanos());
  }

  @Test
  void theSameIsSimulatedAgain() throws Exception {
    SweepSpec spec =
        spec(
            "axes: {train.steps: [1, 2, 3, 4, 5, 6, 7, 8]}",
            "replicates: 3",
            "execution: {retries: 1}");

    Simulation.SimulationResult once = run(spec, 0.3, 4);
    Simulation.SimulationResult again = run(spec, 0.3, 4);

    assertThat(once.trials().failures()).isPositive();
    assertThat(once.trials().finished()).isEqualTo(24);
    assertThat(again.wall()).isEqualTo(once.wall());
    assertThat(again.best()).isEqualTo(once.best());
  }

  @Test
  void whatARuleEndsTakesNoStepMore() throws Exception {
    SweepSpec spec =
        spec("axes: {train.steps: [1, 2, 3, 4]}", "stop: {divergence: {bound: 0.001}}");
    Curves ofAMinute =
        trial ->
            new Curve(
                List.of(
                    new Curve.CurvePoint(10, 20, Map.of("loss", 0.0)),
                    new Curve.CurvePoint(20, 40, Map.of("loss", 1.0)),
                    new Curve.CurvePoint(30, 60, Map.of("loss", 1.0))));

    Simulation.SimulationResult outcome =
        new Simulation(spec, SampleCatalog.CATALOG, ofAMinute, 0).run(1);

    assertThat(outcome.trials()).isEqualTo(new Simulation.Trials(4, 0, 4, 0));
    assertThat(outcome.compute()).isEqualTo(Duration.ofSeconds(4 * 40));
  }

  /** Reports after 100, 200, ... steps of 1,000, each 6 seconds after the one before. */
  private static final Curves TEN_REPORTS =
      trial ->
          new Curve(
              IntStream.rangeClosed(1, 10)
                  .mapToObj(i -> new Curve.CurvePoint(100L * i, 6 * i, Map.of("loss", 1.0 / i)))
                  .toList());

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3})
  void membersOfAPopulationCarryEachOtherOn(double failures) throws Exception {
    SweepSpec spec =
        spec(
            "train: {steps: 4000}",
            "axes: {train.learning-rate: {log-uniform: [1e-4, 1e-1]}}",
            "search: {method: population, population: 5, turns: 4}",
            "execution: {checkpoints: {every: 5s}}");

    Simulation.SimulationResult outcome =
        new Simulation(spec, SampleCatalog.CATALOG, TEN_REPORTS, failures).run(5);

    assertThat(outcome.trials().finished()).isEqualTo(5 * 4);
    assertThat(outcome.best()).hasValue(0.1);
    if (failures == 0) {
      assertThat(outcome.trials()).isEqualTo(new Simulation.Trials(20, 20, 0, 0));
      assertThat(outcome.compute()).isEqualTo(Duration.ofMinutes(5));
      assertThat(outcome.wall()).isEqualTo(Duration.ofSeconds(60));
    }
  }

  @Test
  void aTrialThatWaitsItsTurnGoesOnFromWhereItWas() throws Exception {
    SweepSpec spec = spec("axes: {train.steps: [1, 2, 3, 4]}", "stop: {turns: {steps: 300}}");

    Simulation.SimulationResult outcome =
        new Simulation(spec, SampleCatalog.CATALOG, TEN_REPORTS, 0).run(1);

    assertThat(outcome.trials()).isEqualTo(new Simulation.Trials(4, 4, 0, 0));
    assertThat(outcome.compute()).isEqualTo(Duration.ofMinutes(4));
  }

  @Test
  void aPartOfACurveTakesItsShareOfTheTime() {
    Curve curve = TEN_REPORTS.of(null).inSteps(40).upTo(18).after(6);

    assertThat(curve.reports())
        .extracting(Curve.CurvePoint::step)
        .containsExactly(8L, 12L, 16L, 18L);
    assertThat(curve.reports())
        .extracting(Curve.CurvePoint::seconds)
        .containsExactly(3.0, 9.0, 15.0, 18.0);
    assertThat(curve.after(18).reports()).hasSize(1);
  }

  @Test
  void anotherMethodSeeksTheSameCells() throws Exception {
    SweepSpec spec = spec("axes: {train.steps: [1, 2, 3, 4, 5, 6, 7, 8]}");
    SweepSpec random = spec.searchedBy(SearchMethods.named("random"), 5);

    assertThat(run(random, 0, 2).trials().finished()).isEqualTo(5);
    assertThat(run(spec, 0, 2).trials().finished()).isEqualTo(8);
  }

  @Test
  void curvesDependOnTheCellAndTheSeedAlone() throws Exception {
    SweepSpec spec = spec("axes: {train.steps: [1, 2, 3]}");
    Configuration cell = spec.space(SampleCatalog.TREE).cell(1);
    TrialContext trial = new TrialContext("t-0", 1, cell.values(), 5, 1);

    assertThat(scripted(spec).of(trial)).isEqualTo(scripted(spec).of(trial));
  }
}
