package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.scheduler.SimulatedSweep.TEN;
import static org.attune.sweeps.scheduler.SimulatedSweep.failed;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.trial.Cause;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.Counts;
import org.junit.jupiter.api.Test;

/** What users ask of a sweep that runs: to stop a trial, to try others again. */
class TestWishes {

  @Test
  void aUserStopsOneTrialAndWhatItMeasuredStands() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(2, SimulatedSweep::threeReports);
    sweep.wishes.put(
        Duration.ofMillis(1_500),
        loop -> loop.stopTrial(sweep.trial(1).trial().id(), "stopped by a user"));

    assertThat(sweep.run(spec(TEN))).isEqualTo(Ending.COMPLETE);

    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 9, 1, 0, 0));
    Attempt stopped = sweep.trial(1).attempts().get(0);
    assertThat(stopped.message()).isEqualTo("stopped by a user");
    assertThat(stopped.metrics()).containsEntry("loss", 3.0);
    assertThat(sweep.journal)
        .filteredOn(Event.Decided.class::isInstance)
        .extracting(event -> ((Event.Decided) event).rule())
        .containsExactly("user");
  }

  /** A trial takes a second. One slot stays from 1.5 s on; two join it at 4.5 s. */
  @Test
  void slotsOfALiveRunAreLoweredAndRaised() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(2, trial -> List.of(finished(trial, 1)));
    sweep.wishes.put(Duration.ofMillis(1_500), loop -> loop.slots(1));
    sweep.wishes.put(Duration.ofMillis(4_500), loop -> loop.slots(3));

    assertThat(sweep.run(spec(TEN))).isEqualTo(Ending.COMPLETE);

    assertThat(sweep.counts().finished()).isEqualTo(10);
    assertThat(atOnce(sweep)).containsExactly(2, 2, 1, 1, 1, 2, 1);
  }

  /** How many trials start at the same time, one after another. */
  private static List<Integer> atOnce(SimulatedSweep sweep) {
    Map<Instant, Integer> starts = new TreeMap<>();
    sweep.journal.stream()
        .filter(Event.Started.class::isInstance)
        .forEach(event -> starts.merge(event.time(), 1, Integer::sum));
    return List.copyOf(starts.values());
  }

  @Test
  void aRulesDecisionCarriesTheTimeAtWhichItWasMade() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(2, SimulatedSweep::threeReports);

    sweep.run(spec(TEN, "stop: {patience: {reports: 1, min-change: 5}}"));

    // The samples say noon; the first comes in a second later.
    assertThat(sweep.journal)
        .filteredOn(Event.Decided.class::isInstance)
        .isNotEmpty()
        .allSatisfy(event -> assertThat(event.time()).isAfter(SimulatedSweep.NOON));
  }

  @Test
  void stoppingATrialThatDoesNotRunChangesNothing() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(2, SimulatedSweep::threeReports);
    sweep.wishes.put(
        Duration.ofMillis(9_500),
        loop -> loop.stopTrial(sweep.trial(1).trial().id(), "stopped by a user"));

    sweep.run(spec(TEN));

    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
  }

  @Test
  void failedTrialsAreTriedAgainWhileTheSweepRunsAndFinishedOnesAreNot() throws Exception {
    SimulatedSweep sweep =
        new SimulatedSweep(
            1,
            trial ->
                List.of(
                    trial.configuration().get("train.steps").equals("1") && trial.attempt() == 1
                        ? failed(trial, Cause.TRIAL_FAULT)
                        : finished(trial, 1)));
    sweep.wishes.put(
        Duration.ofMillis(4_500),
        loop -> loop.retry(List.of(sweep.trial(1).trial().id(), sweep.trial(2).trial().id())));

    assertThat(sweep.run(spec(TEN))).isEqualTo(Ending.COMPLETE);

    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
    assertThat(sweep.trial(1).attempts()).hasSize(2);
    assertThat(sweep.trial(2).attempts()).hasSize(1);
    assertThat(sweep.journal).filteredOn(Event.Retried.class::isInstance).hasSize(1);
  }
}
