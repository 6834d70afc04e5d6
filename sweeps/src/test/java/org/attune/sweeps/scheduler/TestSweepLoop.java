package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.sweeps.scheduler.SimulatedSweep.TEN;
import static org.attune.sweeps.scheduler.SimulatedSweep.failed;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.measured;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.Counts;
import org.junit.jupiter.api.Test;

/** The loop and the scheduler, in simulated time: which trial starts when, and what holds first. */
class TestSweepLoop {

  @Test
  void everyTrialRunsOnce() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(3, trial -> List.of(finished(trial, 1)));

    Ending ending = sweep.run(spec(TEN));

    assertThat(ending).isEqualTo(Ending.COMPLETE);
    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
    assertThat(sweep.state().completed()).isPresent();
    assertThat(sweep.state().view().ignored()).isEmpty();
  }

  @Test
  void theEndOfATrialAndTheNextStartCostOneForce() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(1, trial -> List.of(finished(trial, 1)));

    sweep.run(spec(TEN));

    // The first start, nine times an end with the next suggestion and start, the last end, the end.
    assertThat(sweep.forces).containsExactly(2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1, 1);
  }

  @Test
  void aTrialThatTakesSeveralSlotsWaitsForThemAndGivesThemBack() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(4, trial -> List.of(finished(trial, 1)));
    sweep.room =
        trial -> Integer.parseInt(trial.configuration().get("train.steps")) % 3 == 0 ? 3 : 1;

    assertThat(sweep.run(spec(TEN))).isEqualTo(Ending.COMPLETE);

    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
    assertThat(sweep.state().view().trials()).allMatch(trial -> trial.attempts().size() == 1);
    assertThat(sweep.mostRoom).isEqualTo(4);
  }

  @Test
  void aTrialThatTakesMoreSlotsThanThereWillEverBeEndsTheRunWithTheReason() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(2, trial -> List.of(finished(trial, 1)));
    sweep.room = trial -> 3;

    assertThatThrownBy(() -> sweep.run(spec(TEN)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it takes 3 slots at once, and the sweep has 2");
  }

  @Test
  void aRulesDecisionIsInTheJournalBeforeTheTrialStops() throws Exception {
    SimulatedSweep sweep =
        new SimulatedSweep(
            2,
            trial ->
                IntStream.rangeClosed(1, 30)
                    .mapToObj(
                        step ->
                            step == 30
                                ? finished(trial, 0)
                                : (Event.OfAttempt) measured(trial, step, flat(trial, step)))
                    .toList());

    String longer = "axes: {train.steps: [30, 31, 32, 33, 34, 35, 36, 37, 38, 39]}";
    sweep.run(spec(longer, "stop: {patience: {reports: 3}}"));

    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 5, 5, 0, 0));
    for (int i = 0; i < sweep.journal.size(); i++) {
      if (sweep.journal.get(i) instanceof Event.Stopped stopped) {
        assertThat(sweep.journal.subList(0, i))
            .filteredOn(Event.Decided.class::isInstance)
            .extracting(decided -> ((Event.Decided) decided).trialId())
            .contains(stopped.trialId());
        assertThat(stopped.reason()).isEqualTo("loss was no better for 3 reports");
      }
    }
  }

  @Test
  void whatFailsWhileTheRunEndsIsNoFailure() throws Exception {
    SimulatedSweep sweep =
        new SimulatedSweep(2, trial -> List.of(failed(trial, Cause.PROGRAM_ERROR)));
    sweep.wishes.put(Duration.ofSeconds(1), loop -> loop.interrupt("interrupted by SIGINT"));

    assertThat(sweep.run(spec(TEN)).reason()).isEqualTo("interrupted by SIGINT");

    assertThat(sweep.journal).noneMatch(Event.Failed.class::isInstance);
    assertThat(sweep.journal)
        .filteredOn(Event.Abandoned.class::isInstance)
        .extracting(event -> ((Event.Abandoned) event).reason())
        .containsExactly("interrupted by SIGINT", "interrupted by SIGINT");
    assertThat(sweep.journal).filteredOn(Event.Started.class::isInstance).hasSize(2);
    assertThat(sweep.counts()).isEqualTo(new Counts(2, 0, 0, 0, 0, 0));
  }

  @Test
  void anInterruptedRunTakesTheLastStateOfItsTrialsAndStartsNoOthers() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(2, SimulatedSweep::threeReports);
    sweep.parting = Duration.ofSeconds(16);

    sweep.runFor(spec(TEN), Duration.ofMillis(1_500));

    assertThat(sweep.journal).filteredOn(Event.Started.class::isInstance).hasSize(2);
    assertThat(sweep.journal)
        .filteredOn(Event.Checkpointed.class::isInstance)
        .extracting(event -> ((Event.Checkpointed) event).step())
        .containsExactly(2L, 2L);
    assertThat(sweep.journal)
        .filteredOn(Event.Abandoned.class::isInstance)
        .extracting(event -> ((Event.Abandoned) event).reason())
        .containsExactly("interrupted", "interrupted");
    assertThat(sweep.counts()).isEqualTo(new Counts(2, 0, 0, 0, 0, 0));
    assertThat(sweep.run(spec(TEN))).isEqualTo(Ending.COMPLETE);
  }

  @Test
  void aTrialThatDoesNotEndIsAbandonedAfterItsTime() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(1, trial -> List.of());
    sweep.parting = Duration.ofSeconds(16);

    Ending ending = sweep.runFor(spec(TEN), Duration.ofSeconds(2));

    assertThat(ending.reason()).isEqualTo("interrupted");
    Event.Suspended end = (Event.Suspended) sweep.journal.get(sweep.journal.size() - 1);
    assertThat(end.time())
        .isBetween(SimulatedSweep.NOON.plusSeconds(18), SimulatedSweep.NOON.plusSeconds(19));
    assertThat(sweep.counts()).isEqualTo(new Counts(1, 0, 0, 0, 0, 0));
  }

  @Test
  void aSlotThatIsLostWhileTheRunEndsIsNoFailure() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(1, trial -> List.of());
    sweep.parting = Duration.ofSeconds(16);
    sweep.lost.put(Duration.ofSeconds(3), 1L);

    sweep.runFor(spec(TEN), Duration.ofSeconds(2));

    assertThat(sweep.journal).noneMatch(Event.Failed.class::isInstance);
    assertThat(sweep.counts()).isEqualTo(new Counts(1, 0, 0, 0, 0, 0));
  }

  /** Even numbers of steps learn nothing. */
  private static double flat(TrialContext trial, int step) {
    return Integer.parseInt(trial.configuration().get("train.steps")) % 2 == 0 ? 1 : -step;
  }
}
