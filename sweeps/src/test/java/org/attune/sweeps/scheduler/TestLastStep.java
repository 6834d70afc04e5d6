package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.measured;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.util.ArrayList;
import java.util.List;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.spec.SweepSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules that judge trials at their last step end none: such a trial has done all its work. */
class TestLastStep {

  private static SweepSpec sweep(String rule) throws Exception {
    return spec(
        "train: {steps: 60}",
        "axes: {train.learning-rate: {log-uniform: [1e-4, 1e-1]}}",
        "search: {method: random, trials: 12}",
        "stop: {" + rule + "}");
  }

  /** Reports at its last step only, and then takes a while to end. */
  private static List<Event.OfAttempt> atItsEnd(TrialContext trial) {
    double rate = Double.parseDouble(trial.configuration().get("train.learning-rate"));
    List<Event.OfAttempt> events = new ArrayList<>();
    events.add(measured(trial, 60, rate));
    events.add(measured(trial, 60, rate));
    events.add(finished(trial, rate));
    return events;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "asha: {min-steps: 60, reduction: 2}",
        "asha: {min-steps: 60, reduction: 2, length: train.steps}",
        "median: {min-trials: 2, min-steps: 1}",
        "divergence: {bound: 1e-3}",
        "turns: {steps: 60}"
      })
  void allTrialsFinish(String rule) throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(2, TestLastStep::atItsEnd);

    assertThat(sweep.run(sweep(rule))).isEqualTo(Ending.COMPLETE);

    assertThat(sweep.counts().stopped()).isZero();
    assertThat(sweep.counts().finished()).isEqualTo(12);
    assertThat(sweep.journal).noneMatch(Event.Decided.class::isInstance);
  }
}
