package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.time.Duration;
import java.util.List;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.Counts;
import org.junit.jupiter.api.Test;

/** Trials that take eight slots at once, where there are six. */
class TestMissingSlots {

  private static final int WORKERS = 8;

  private static SimulatedSweep sweep() {
    SimulatedSweep sweep = new SimulatedSweep(WORKERS, trial -> List.of(finished(trial, 1)));
    sweep.room = trial -> WORKERS;
    sweep.offered = 6;
    return sweep;
  }

  private static SweepSpec two(String timeout) throws Exception {
    return spec("axes: {train.steps: [1, 2]}", "execution: {slot-timeout: " + timeout + "}");
  }

  @Test
  void whatIsMissingIsSaidAtOnceAndEveryMinute() throws Exception {
    SimulatedSweep sweep = sweep();

    sweep.runFor(two("1h"), Duration.ofSeconds(4));
    assertThat(sweep.missing).isEmpty(); // slots that start together may still come
    sweep.runFor(two("1h"), Duration.ofSeconds(10));
    assertThat(sweep.missing).containsExactly("6 of 8");
    sweep.runFor(two("1h"), Duration.ofMinutes(10));
    assertThat(sweep.missing).hasSize(1 + 10);
  }

  @Test
  void theRunIsGivenUpAfterATimeThatTheFileSays() throws Exception {
    SimulatedSweep sweep = sweep();

    assertThatThrownBy(() -> sweep.run(two("5m")))
        .hasMessageStartingWith("Gave up after 300 s: trial ")
        .hasMessageContaining(" takes 8 slots at once, and 6 are there; ")
        .hasMessageContaining("execution.slot-timeout");
    assertThat(sweep.missing).hasSize(5);
  }

  @Test
  void theEventsSayWhyTheRunWasGivenUp() throws Exception {
    SimulatedSweep sweep = sweep();

    assertThatThrownBy(() -> sweep.run(two("5m"))).hasMessageStartingWith("Gave up");

    assertThat(sweep.journal.get(sweep.journal.size() - 1))
        .isInstanceOfSatisfying(
            Event.Suspended.class,
            end -> {
              assertThat(end.budget()).isFalse();
              assertThat(end.reason()).startsWith("Gave up after 300 s: trial ");
            });
  }

  @Test
  void theNextRunGoesOnWhereSlotsHaveCome() throws Exception {
    SimulatedSweep sweep = sweep();
    assertThatThrownBy(() -> sweep.run(two("1m"))).hasMessageStartingWith("Gave up");

    sweep.offered = WORKERS;

    assertThat(sweep.run(two("1m"))).isEqualTo(Ending.COMPLETE);
    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 2, 0, 0, 0));
  }

  @Test
  void slotsThatComeInTimeAreTakenAndTheTimeBeginsAnew() throws Exception {
    SimulatedSweep sweep = sweep();
    sweep.wishes.put(Duration.ofSeconds(40), loop -> sweep.offered = WORKERS);

    assertThat(sweep.run(two("1m"))).isEqualTo(Ending.COMPLETE);

    assertThat(sweep.missing).containsExactly("6 of 8");
  }
}
