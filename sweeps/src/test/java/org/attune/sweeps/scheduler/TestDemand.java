package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.measured;
import static org.attune.sweeps.scheduler.SimulatedSweep.saved;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.event.Event;
import org.junit.jupiter.api.Test;

/** How many of twenty slots are kept while a search waits for trials to end. */
class TestDemand {

  private static final int SLOTS = 20;
  private static final int TICKS_A_SECOND = 5;

  /** A trial of this number of seconds. */
  private static List<Event.OfAttempt> lasting(TrialContext trial, int seconds) {
    long end = Long.parseLong(trial.configuration().get("train.steps"));
    List<Event.OfAttempt> events = new ArrayList<>();
    LongStream.range(0, seconds - 2).forEach(i -> events.add(measured(trial, i + 1, 1)));
    events.add(saved(trial, end));
    events.add(finished(trial, 1));
    return events;
  }

  @Test
  void idleSlotsAreKeptForTenSecondsOnlyWhileAPopulationTrains() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(SLOTS, trial -> lasting(trial, 120));

    sweep.run(
        spec(
            "train: {steps: 1000}",
            "axes: {train.learning-rate: {log-uniform: [1e-4, 1e-1]}}",
            "search: {method: population, population: 4, turns: 10}"));

    assertThat(sweep.counts().finished()).isEqualTo(40);
    // Sixteen slots for ten seconds at first, and one that asks in vain when a turn has ended.
    double mean = sweep.idle.stream().mapToInt(idle -> idle).average().orElseThrow();
    assertThat(mean).isLessThan(1);
    assertThat(sweep.idle.subList(15 * TICKS_A_SECOND, sweep.idle.size()))
        .allMatch(idle -> idle <= 4);
  }

  @Test
  void aSearchThatHasMoreAgainGetsAllSlots() throws Exception {
    // A generation waits for its last, which takes a minute; the next one is as large.
    SimulatedSweep sweep =
        new SimulatedSweep(
            SLOTS, trial -> lasting(trial, trial.trial().hashCode() % 7 == 0 ? 60 : 5));
    int trials = 200;
    sweep.run(
        spec(
            "axes: {train.learning-rate: {log-uniform: [1e-4, 1e-1]}}",
            "search: {method: cma-es, trials: " + trials + "}"));

    assertThat(sweep.counts().finished()).isEqualTo(trials);
    assertThat(sweep.mostRoom).isEqualTo(SLOTS);
  }
}
