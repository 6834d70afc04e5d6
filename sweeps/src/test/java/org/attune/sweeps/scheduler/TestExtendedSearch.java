package org.attune.sweeps.scheduler;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.sweeps.scheduler.SimulatedSweep.failed;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.spec.SweepSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A finished search that is extended by replicates runs them for each of its cells, once, at
 * whatever event its driver dies.
 */
class TestExtendedSearch {

  private static final int CELLS = 12;

  /** The driver dies at each event of these numbers; a trial takes three. */
  private static final int EVERY = 7;

  @ParameterizedTest
  @MethodSource("org.attune.sweeps.search.DrawingMethods#all")
  void everyCellGetsItsMissingReplicates(String method) throws Exception {
    SimulatedSweep sweep = sweep(1);
    sweep.run(search(method, CELLS, 1));
    List<Trial> first = suggested(sweep);
    assertThat(first).hasSize(CELLS);

    List<Event> finished = List.copyOf(sweep.journal);
    SweepSpec seeds = search(method, CELLS, 2);
    assertThat(sweep.run(seeds)).isEqualTo(Ending.COMPLETE);
    assertEachCellHas(2, CELLS, sweep);
    assertThat(suggested(sweep)).startsWith(first.toArray(Trial[]::new));
    assertThatAKilledDriverChangesNothing(finished, seeds, sweep);

    List<Event> extended = List.copyOf(sweep.journal);
    SweepSpec both = search(method, CELLS + 3, 4);
    assertThat(sweep.run(both)).isEqualTo(Ending.COMPLETE);
    assertEachCellHas(4, CELLS + 3, sweep);
    assertThatAKilledDriverChangesNothing(extended, both, sweep);
  }

  /** As when the first driver died, or its budget was used up, and another goes on with more. */
  @ParameterizedTest
  @MethodSource("org.attune.sweeps.search.DrawingMethods#all")
  void aSearchThatIsExtendedBeforeItsEndIsWholeToo(String method) throws Exception {
    for (int slots : new int[] {1, 3}) {
      SimulatedSweep sweep = sweep(slots);
      SweepSpec few = search(method, CELLS, 1);
      assertThatThrownBy(
              () -> sweep.run(few, few.newSearch(SampleCatalog.CATALOG), 17, Optional.empty()))
          .isInstanceOf(IOException.class);

      assertThat(sweep.run(search(method, CELLS, 2))).isEqualTo(Ending.COMPLETE);
      assertEachCellHas(2, CELLS, sweep);
    }
  }

  /** Without {@code trials}, the budget and the replicates say how many cells there are. */
  @Test
  void aSmallerBudgetThanTheExtensionNeedsCutsItAndALargerOneGoesOn() throws Exception {
    String[] parts = {
      "axes: {train.learning-rate: {uniform: [0.1, 0.9]}}", "search: {method: sobol}"
    };
    SimulatedSweep sweep = sweep(1);
    sweep.run(spec(parts[0], parts[1], "budget: {trials: 12}"));

    sweep.run(spec(parts[0], parts[1], "budget: {trials: 18}", "replicates: 2"));
    assertThat(suggested(sweep).subList(12, 18))
        .extracting(Trial::configuration)
        .isEqualTo(suggested(sweep).subList(0, 6).stream().map(Trial::configuration).toList());
    sweep.run(spec(parts[0], parts[1], "budget: {trials: 24}", "replicates: 2"));
    assertEachCellHas(2, CELLS, sweep);
  }

  /** The best third get a further seed, as they would have without the extension's detour. */
  @Test
  void anExtensionOfPromisingSeedsGoesToTheBestCells() throws Exception {
    SimulatedSweep sweep = sweep(1);
    sweep.run(search("sobol, seeds: promising", CELLS, 1));
    assertThat(sweep.run(search("sobol, seeds: promising", CELLS, 2))).isEqualTo(Ending.COMPLETE);

    SimulatedSweep atOnce = sweep(1);
    atOnce.run(search("sobol, seeds: promising", CELLS, 2));
    assertThat(suggested(sweep).subList(0, CELLS)).extracting(Trial::replicate).containsOnly(0);
    assertThat(suggested(sweep).subList(CELLS, suggested(sweep).size()))
        .hasSizeBetween(1, CELLS / 3)
        .allMatch(trial -> trial.replicate() == 1)
        .extracting(trial -> trial.configuration())
        .isSubsetOf(
            suggested(atOnce).stream()
                .filter(trial -> trial.replicate() == 1)
                .map(Trial::configuration)
                .toList());
  }

  private static void assertThatAKilledDriverChangesNothing(
      List<Event> before, SweepSpec spec, SimulatedSweep undisturbed) throws Exception {
    for (int most = before.size() + 2; most < undisturbed.journal.size(); most += EVERY) {
      SimulatedSweep killed = sweep(1);
      killed.journal.addAll(before);
      int events = most;
      assertThatThrownBy(
              () ->
                  killed.run(spec, spec.newSearch(SampleCatalog.CATALOG), events, Optional.empty()))
          .isInstanceOf(IOException.class);
      assertThat(killed.run(spec)).isEqualTo(Ending.COMPLETE);

      assertThat(suggested(killed))
          .as("killed at event %d", most)
          .isEqualTo(suggested(undisturbed));
    }
  }

  private static void assertEachCellHas(int seeds, int cells, SimulatedSweep sweep) {
    Map<Configuration, Long> trials =
        suggested(sweep).stream().collect(groupingBy(Trial::configuration, counting()));
    assertThat(trials.values()).hasSize(cells).containsOnly((long) seeds);
    assertThat(suggested(sweep)).extracting(Trial::id).doesNotHaveDuplicates();
    assertThat(suggested(sweep)).extracting(Trial::replicate).allMatch(r -> r < seeds);
  }

  private static SweepSpec search(String method, int cells, int replicates) throws Exception {
    return spec(
        "axes: {train.steps: {uniform: [1, 1000]}, train.learning-rate: {uniform: [0.1, 0.9]}}",
        "search: {method: %s, trials: %d}".formatted(method, cells),
        "replicates: " + replicates);
  }

  /** With one slot, trials end in the order of their starts whenever the driver dies. */
  private static SimulatedSweep sweep(int slots) {
    return new SimulatedSweep(slots, trial -> List.of(end(trial)));
  }

  /** Each cell's replicates differ, and those of the fastest learners fail. */
  private static Event.OfAttempt end(TrialContext trial) {
    double rate = Double.parseDouble(trial.configuration().get("train.learning-rate"));
    return rate > 0.8
        ? failed(trial, Cause.TRIAL_FAULT)
        : finished(trial, Math.abs(rate - 0.3) + 1e-3 * (trial.seed() % 100));
  }

  private static List<Trial> suggested(SimulatedSweep sweep) {
    return sweep.journal.stream()
        .filter(Event.Suggested.class::isInstance)
        .map(event -> ((Event.Suggested) event).trial())
        .toList();
  }
}
