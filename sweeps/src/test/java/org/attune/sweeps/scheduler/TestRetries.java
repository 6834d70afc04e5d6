package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.scheduler.SimulatedSweep.TEN;
import static org.attune.sweeps.scheduler.SimulatedSweep.failed;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.measured;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.attune.api.trial.Cause;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.TrialState;
import org.junit.jupiter.api.Test;

/** What becomes of an attempt that fails or takes too long. */
class TestRetries {

  @Test
  void causesDecideAboutAnotherTry() throws Exception {
    Map<String, Cause> causes =
        Map.of("1", Cause.TRANSIENT, "2", Cause.DIVERGENCE, "3", Cause.TRIAL_FAULT);
    SimulatedSweep sweep =
        new SimulatedSweep(
            2,
            trial -> {
              Cause cause = causes.get(trial.configuration().get("train.steps"));
              return List.of(cause == null ? finished(trial, 1) : failed(trial, cause));
            });

    sweep.run(spec(TEN));

    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 7, 0, 3, 0));
    assertThat(sweep.trial(1).attempts()).hasSize(2);
    assertThat(sweep.trial(2).attempts()).hasSize(1);
    assertThat(sweep.trial(3).attempts()).hasSize(1);
  }

  @Test
  void aProgramsOwnErrorIsTriedAgainOnceHoweverManyRetriesThereAre() throws Exception {
    SimulatedSweep sweep =
        new SimulatedSweep(1, trial -> List.of(failed(trial, Cause.PROGRAM_ERROR)));

    sweep.run(spec("execution: {retries: 5}"));

    assertThat(sweep.state().view().trials())
        .isNotEmpty()
        .allSatisfy(trial -> assertThat(trial.attempts()).hasSize(2));
  }

  @Test
  void retriesMayBeRaisedForALaterRun() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(1, trial -> List.of(failed(trial, Cause.TRANSIENT)));
    sweep.runFor(spec("execution: {retries: 3}"), Duration.ofMillis(1_500));

    sweep.run(spec("execution: {retries: 5}"));

    assertThat(sweep.state().view().trials().get(0).attempts())
        .filteredOn(attempt -> attempt.state() == TrialState.FAILED)
        .hasSize(6);
  }

  /** One trial of ten that fails when it is first tried. */
  private static SimulatedSweep failsOnce() {
    return new SimulatedSweep(
        1,
        trial ->
            List.of(
                trial.configuration().get("train.steps").equals("1") && trial.attempt() == 1
                    ? failed(trial, Cause.TRANSIENT)
                    : finished(trial, 1)));
  }

  @Test
  void aVerdictStandsWhenRetriesAreRaised() throws Exception {
    SimulatedSweep sweep = failsOnce();
    sweep.runFor(spec(TEN.replace("retries: 1", "retries: 0")), Duration.ofMillis(2_500));
    assertThat(sweep.counts().failed()).isEqualTo(1);

    assertThat(sweep.run(spec(TEN.replace("retries: 1", "retries: 2")))).isEqualTo(Ending.COMPLETE);

    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 9, 0, 1, 0));
    assertThat(sweep.trial(1).attempts()).hasSize(1);
    assertThat(sweep.state().view().ignored()).isEmpty();
  }

  @Test
  void aTrialThatWaitsToBeTriedAgainIsThoughRetriesAreLowered() throws Exception {
    SimulatedSweep sweep = failsOnce();
    sweep.runFor(spec(TEN.replace("retries: 1", "retries: 2")), Duration.ofMillis(1_500));
    assertThat(sweep.trial(1).state()).isEqualTo(TrialState.PENDING);

    assertThat(sweep.run(spec(TEN.replace("retries: 1", "retries: 0")))).isEqualTo(Ending.COMPLETE);

    assertThat(sweep.counts()).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
  }

  @Test
  void aTrialThatTakesTooLongEndsAtItsNextReportOrIsKilled() throws Exception {
    SimulatedSweep sweep =
        new SimulatedSweep(
            2,
            trial -> {
              List<Event.OfAttempt> reports =
                  IntStream.range(1, 100)
                      .mapToObj(step -> (Event.OfAttempt) measured(trial, step, 1))
                      .toList();
              return trial.configuration().get("train.steps").equals("1") ? reports : List.of();
            });

    sweep.run(spec("axes: {train.steps: [1, 2]}", "execution: {trial-timeout: 5s, retries: 0}"));

    for (int steps = 1; steps <= 2; steps++) {
      Attempt attempt = sweep.trial(steps).attempts().get(0);
      assertThat(attempt.cause()).contains(Cause.TIMEOUT);
      assertThat(attempt.message()).isEqualTo("took longer than the trial-timeout of 5 s");
    }
  }
}
