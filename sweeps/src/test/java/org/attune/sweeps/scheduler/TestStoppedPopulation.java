package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.measured;
import static org.attune.sweeps.scheduler.SimulatedSweep.saved;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A population, some of whose turns are stopped before they end. */
class TestStoppedPopulation {

  private static final int STEPS = 60;
  private static final int EVERY = 5;
  private static final int TRIALS = 24;

  private static SweepSpec population(String stop) throws Exception {
    return spec(
        "train: {steps: " + STEPS + "}",
        "axes: {train.learning-rate: {log-uniform: [1e-4, 1e-1]}}",
        "search: {method: population, population: 6, turns: 4}",
        stop);
  }

  /** Reports from where it begins to the end of its turn, which is when it writes a checkpoint. */
  private static List<Event.OfAttempt> turn(TrialContext trial) {
    long end = Long.parseLong(trial.configuration().get("train.steps"));
    double rate = Double.parseDouble(trial.configuration().get("train.learning-rate"));
    double loss = Math.abs(Math.log10(rate) + 2.5);
    List<Event.OfAttempt> events = new ArrayList<>();
    for (long step = trial.start().step() + EVERY; step <= end; step += EVERY) {
      events.add(measured(trial, step, loss + 1.0 / step));
    }
    events.add(saved(trial, end));
    events.add(finished(trial, loss));
    return events;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "asha: {min-steps: 5, reduction: 2}",
        "hyperband: {min-steps: 5, reduction: 2, brackets: 4}",
        "median: {min-trials: 2}",
        "patience: {reports: 1, min-change: 0.05}",
        "divergence: {bound: 1.2}",
        "turns: {steps: 10}"
      })
  void noTrialFailsForWantOfACheckpoint(String rule) throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(3, TestStoppedPopulation::turn);

    assertThat(sweep.run(population("stop: {" + rule + "}"))).isEqualTo(Ending.COMPLETE);

    assertThat(sweep.counts().failed()).isZero();
    assertThat(sweep.counts().finished() + sweep.counts().stopped()).isEqualTo(TRIALS);
    if (!rule.startsWith("turns")) {
      assertThat(sweep.counts().stopped()).as("the rule had something to do").isPositive();
    }
  }

  @Test
  void whatAUserStopsIsGivenUpForAnother() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(3, TestStoppedPopulation::turn);
    sweep.wishes.put(
        Duration.ofMillis(1_500),
        loop -> loop.stopTrial(first(sweep).trial().id(), "stopped by a user"));

    assertThat(sweep.run(population(""))).isEqualTo(Ending.COMPLETE);

    String stopped = first(sweep).trial().id();
    assertThat(first(sweep).state()).isEqualTo(TrialState.STOPPED);
    assertThat(sweep.counts().failed()).isZero();
    assertThat(sweep.state().view().trials())
        .hasSize(TRIALS)
        .noneMatch(
            trial -> trial.trial().origin().filter(of -> of.trialId().equals(stopped)).isPresent());
  }

  private static TrialStatus first(SimulatedSweep sweep) {
    return sweep.state().view().trials().get(0);
  }
}
