package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.sweeps.scheduler.SimulatedSweep.TEN;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Search;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.CellCondition;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.spec.SweepSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Trials that a user moves to the front come next, also after drivers that died. */
class TestPriorities {

  @Test
  void cellsThatMeetTheConditionComeNext() throws Exception {
    assertThat(steps(prioritised(TEN)))
        .containsExactly("1", "2", "3", "8", "9", "10", "4", "5", "6", "7");
  }

  @Test
  void theLatestRequestComesFirst() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(1, trial -> List.of(finished(trial, 1)));
    sweep.wishes.put(
        Duration.ofMillis(1_500), loop -> loop.prioritise(List.of("train.steps >= 8")));
    sweep.wishes.put(Duration.ofMillis(1_700), loop -> loop.prioritise(List.of("train.steps = 5")));

    sweep.run(spec(TEN));

    assertThat(steps(sweep)).containsExactly("1", "2", "5", "8", "9", "10", "3", "4", "6", "7");
  }

  /** The methods whose cells no result chooses. */
  static Stream<String> planned() {
    return SearchMethods.builtIn().stream()
        .filter(method -> !method.adaptive())
        .map(SearchMethod::name);
  }

  /** The proposals equal those of a sweep that never stopped, at whatever event a driver dies. */
  @ParameterizedTest
  @MethodSource("planned")
  void aResumedSweepGoesOnInTheSameOrder(String method) throws Exception {
    String file =
        method.equals("grid")
            ? TEN
            : "axes: {train.steps: {uniform: [1, 100]}}\nsearch: {method: %s, trials: 10}"
                .formatted(method);
    SimulatedSweep never = prioritised(file);
    assertThat(steps(never)).hasSize(10);
    SweepSpec spec = spec(file);
    for (int events = 8; events < never.journal.size(); events += 3) {
      SimulatedSweep resumed = new SimulatedSweep(1, trial -> List.of(finished(trial, 1)));
      resumed.journal.addAll(never.journal.subList(0, events));
      if (resumed.journal.stream().noneMatch(Event.Prioritised.class::isInstance)) {
        continue;
      }
      Search search = spec.newSearch(SampleCatalog.CATALOG);
      Scheduler replayed = new Scheduler(spec, search);
      resumed.journal.forEach(replayed::apply);
      assertThat(replayed.mismatches()).as("after %d events", events).isZero();

      resumed.run(spec);

      assertThat(steps(resumed)).as("after %d events", events).isEqualTo(steps(never));
    }
  }

  /** A driver dies once more after the request: the journal has it. */
  @Test
  void aDriverThatDiesForgetsNothing() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(1, trial -> List.of(finished(trial, 1)));
    sweep.wishes.put(
        Duration.ofMillis(1_500), loop -> loop.prioritise(List.of("train.steps >= 8")));
    SweepSpec spec = spec(TEN);
    assertThatThrownBy(
            () -> sweep.run(spec, spec.newSearch(SampleCatalog.CATALOG), 11, Optional.empty()))
        .isInstanceOf(IOException.class);
    sweep.wishes.clear();

    assertThat(sweep.run(spec)).isEqualTo(Ending.COMPLETE);

    assertThat(steps(sweep)).containsExactly("1", "2", "8", "9", "10", "3", "4", "5", "6", "7");
    assertThat(sweep.counts().finished()).isEqualTo(10);
  }

  /** A search that learns is not asked ahead of results. */
  @Test
  void aSearchThatLooksAtResultsKeepsItsOrder() throws Exception {
    String tpe =
        "axes: {train.steps: {uniform: [1, 100]}}\n"
            + "search: {method: tpe, trials: 10, startup: 3}";
    SimulatedSweep plain = new SimulatedSweep(1, trial -> List.of(finished(trial, 1)));
    plain.run(spec(tpe));

    assertThat(steps(prioritised(tpe))).isEqualTo(steps(plain));
  }

  @ParameterizedTest
  @CsvSource({
    "train.steps >= 8, 10, true",
    "train.steps = 8.0, 8, true",
    "train.steps != 8, 8, false",
    "train.steps<9, 10, false",
    "train.steps <= 10, 10, true",
    "train.steps > 10, 10, false",
    "attention.gate = learned, 8, false",
  })
  void conditionsCompareNumbersAsNumbers(String condition, String steps, boolean holds) {
    assertThat(
            CellCondition.read(condition)
                .orElseThrow()
                .holds(new Configuration(Map.of("train.steps", steps))))
        .isEqualTo(holds);
    assertThat(CellCondition.read("train.steps 8")).isEmpty();
    assertThat(CellCondition.read("train.steps = ")).isEmpty();
  }

  /** A sweep whose user prioritises high steps while the second trial runs. */
  private static SimulatedSweep prioritised(String file) throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(1, trial -> List.of(finished(trial, 1)));
    sweep.wishes.put(
        Duration.ofMillis(2_500), loop -> loop.prioritise(List.of("train.steps >= 8")));
    assertThat(sweep.run(spec(file))).isEqualTo(Ending.COMPLETE);
    return sweep;
  }

  /** The steps of trials, in the order of their suggestions. */
  private static List<String> steps(SimulatedSweep sweep) {
    return sweep.journal.stream()
        .filter(Event.Suggested.class::isInstance)
        .map(event -> ((Event.Suggested) event).trial().configuration().text("train.steps"))
        .toList();
  }
}
