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
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.junit.jupiter.api.Test;

/** A sweep that one driver left goes on with the next: nothing is lost, nothing runs twice. */
class TestLaterDrivers {

  @Test
  void aBudgetOfTimeCutsTheSweepAndALargerOneGoesOn() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(2, trial -> List.of(finished(trial, 1)));

    Ending cut = sweep.run(spec(TEN, "budget: {wall-time: 3s}"));

    assertThat(cut)
        .isEqualTo(new Ending(Ending.Kind.BUDGET, "the budget's wall-time of 3s is used up"));
    assertThat(sweep.counts().finished()).isEqualTo(6);
    assertThat(sweep.counts().abandoned()).isZero();
    assertThat(sweep.state().completed()).isEmpty();
    assertThat(sweep.state().view().suspended().orElseThrow().budget()).isTrue();

    sweep.pause(Duration.ofMinutes(1));
    assertThat(sweep.run(spec(TEN, "budget: {wall-time: 1h}"))).isEqualTo(Ending.COMPLETE);
    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
    assertThat(sweep.state().view().trials()).allMatch(trial -> trial.attempts().size() == 1);
  }

  /** Two trials a second: after 3 s six have finished, and one second more is left of 4 s. */
  @Test
  void aBudgetOfRunTimeDoesNotCountTheBreakBetweenTwoRuns() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(2, trial -> List.of(finished(trial, 1)));
    assertThat(sweep.run(spec(TEN, "budget: {run-time: 3s}")))
        .isEqualTo(new Ending(Ending.Kind.BUDGET, "the budget's run-time of 3s is used up"));
    assertThat(sweep.counts().finished()).isEqualTo(6);

    sweep.pause(Duration.ofMinutes(1));
    assertThat(sweep.run(spec(TEN, "budget: {run-time: 4s}")))
        .isEqualTo(new Ending(Ending.Kind.BUDGET, "the budget's run-time of 4s is used up"));
    assertThat(sweep.counts().finished()).isEqualTo(8);

    sweep.pause(Duration.ofMinutes(1));
    assertThat(sweep.run(spec(TEN, "budget: {run-time: 4s, wall-time: 1h}")).reason())
        .as("nothing is left of the time")
        .isEqualTo("the budget's run-time of 4s is used up");
    assertThat(sweep.run(spec(TEN, "budget: {run-time: 5s}"))).isEqualTo(Ending.COMPLETE);
    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
  }

  @Test
  void aBudgetOfTrialsCutsTheSweepAndALargerOneGoesOn() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(2, trial -> List.of(finished(trial, 1)));

    Ending cut = sweep.run(spec(TEN, "budget: {trials: 4}"));

    assertThat(cut.reason()).isEqualTo("the budget of 4 trials is used up");
    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 4, 0, 0, 0));
    assertThat(sweep.run(spec(TEN, "budget: {trials: 10}"))).isEqualTo(Ending.COMPLETE);
    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
  }

  @Test
  void anInterruptedRunLeavesNoFailureAndTheNextGoesOn() throws Exception {
    for (int millis = 0; millis < 6_000; millis += 250) {
      SimulatedSweep sweep = new SimulatedSweep(2, SimulatedSweep::threeReports);

      Ending interrupted = sweep.runFor(spec(TEN), Duration.ofMillis(millis));

      assertThat(interrupted).isEqualTo(new Ending(Ending.Kind.INTERRUPTED, "interrupted"));
      assertThat(sweep.counts().running()).isZero();
      assertThat(sweep.run(spec(TEN))).isEqualTo(Ending.COMPLETE);
      assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
      assertThat(sweep.state().view().trials())
          .flatExtracting(TrialStatus::attempts)
          .noneMatch(attempt -> attempt.state() == TrialState.FAILED);
    }
  }

  @Test
  void aLostSlotsTrialIsRunAgainUnlessItsResultIsThere() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(1, SimulatedSweep::threeReports);
    SweepSpec spec = spec(TEN);
    assertThatThrownBy(
            () -> sweep.run(spec, spec.newSearch(SampleCatalog.CATALOG), 5, Optional.empty()))
        .isInstanceOf(IOException.class);
    String running = sweep.state().view().runningAttempts().get(0).trial().id();
    sweep.left.put(
        running + ".1",
        List.of(
            new Event.Finished(running, 1, Map.of("loss", 0.5), Map.of(), SimulatedSweep.NOON)));

    sweep.run(spec);

    assertThat(sweep.state().trial(running).orElseThrow().attempts()).hasSize(1);
    assertThat(sweep.state().trial(running).orElseThrow().objective()).hasValue(0.5);
    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
  }

  @Test
  void anExtendedSweepRunsWhatIsNewAndNothingTwice() throws Exception {
    for (String search : List.of("", "search: {method: random, trials: %d}")) {
      SimulatedSweep sweep = new SimulatedSweep(2, trial -> List.of(finished(trial, 1)));
      sweep.run(spec("axes: {train.steps: [3, 5]}", search.formatted(2), "replicates: 2"));
      List<String> before = ids(sweep);

      SweepSpec more =
          spec("axes: {train.steps: [1, 2, 3, 4, 5]}", search.formatted(4), "replicates: 3");
      sweep.runFor(more, Duration.ofMillis(2_500));
      Ending ending = sweep.run(more);

      assertThat(ending).isEqualTo(Ending.COMPLETE);
      assertThat(sweep.counts().finished()).isEqualTo(search.isEmpty() ? 15 : 12);
      assertThat(ids(sweep)).startsWith(before.toArray(String[]::new)).doesNotHaveDuplicates();
      assertThat(sweep.state().view().trials())
          .allMatch(
              trial ->
                  trial.attempts().stream().filter(a -> a.state() == TrialState.FINISHED).count()
                      == 1);
    }
  }

  private static List<String> ids(SimulatedSweep sweep) {
    return sweep.journal.stream()
        .filter(Event.Suggested.class::isInstance)
        .map(event -> ((Event.Suggested) event).trial().id())
        .toList();
  }
}
