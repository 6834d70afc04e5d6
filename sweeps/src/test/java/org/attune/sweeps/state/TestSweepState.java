package org.attune.sweeps.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.Events;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TestSweepState {

  private static final Trial TRIAL = Events.trial(0, 0);

  private final SweepState state = new SweepState(Events.opened());

  @Test
  void everyKindOfEndLeavesItsAttemptInAState() {
    assertThat(TrialRecord.ENDS.keySet())
        .isEqualTo(Set.of(Event.Terminal.class.getPermittedSubclasses()));
  }

  @Test
  void followsATrialToItsEnd() {
    apply(Events.suggested(TRIAL));
    assertThat(state.counts()).isEqualTo(new Counts(1, 0, 0, 0, 0, 0));
    apply(Events.started(TRIAL, 1));
    assertThat(state.counts()).isEqualTo(new Counts(0, 1, 0, 0, 0, 0));
    apply(Events.finished(TRIAL, 1, 0.5));
    assertThat(state.counts()).isEqualTo(new Counts(0, 0, 1, 0, 0, 0));
    assertThat(trial().objective()).hasValue(0.5);
    assertThat(trial().attempt().orElseThrow().wallTime().orElseThrow()).hasSeconds(2);
    assertThat(trial().attempt().orElseThrow().provenance())
        .containsEntry("cpu", "test")
        .containsEntry("data_hash", "d");
  }

  @Test
  void theDeviceIsWhatTheAttemptItselfSays() {
    apply(Events.suggested(TRIAL), Events.started(TRIAL, 1));
    assertThat(trial().attempt().orElseThrow().device()).isEqualTo("cpu");

    apply(
        new Event.Finished(
            TRIAL.id(), 1, Map.of("loss", 1.0), Map.of("device", "gpu:1"), Events.NOON));

    assertThat(trial().attempt().orElseThrow().device()).isEqualTo("gpu:1");
  }

  @Test
  void whatAnAttemptNotesAboutItselfStaysHoweverItEnds() {
    apply(Events.suggested(TRIAL), Events.started(TRIAL, 1), Events.measured(TRIAL, 1, 3, 0.5));

    apply(new Event.Noted(TRIAL.id(), 1, Map.of("program_hash", "ab"), Events.NOON));
    apply(new Event.Abandoned(TRIAL.id(), 1, "its driver died", Events.NOON));

    Attempt attempt = trial().attempts().get(0);
    assertThat(attempt.provenance()).isEqualTo(Map.of("cpu", "test", "program_hash", "ab"));
    assertThat(attempt.metrics()).isEqualTo(Map.of("loss", 0.5));
    assertThat(attempt.lastStep()).isEqualTo(3);
  }

  @Test
  void attemptsOfASweepShareTheTextsOfTheirMachine() {
    Trial other = Events.trial(1, 0);
    apply(Events.suggested(TRIAL), started(TRIAL), finished(TRIAL));
    apply(Events.suggested(other), started(other), finished(other));

    Attempt first = state.view().settledAttempts().get(0).attempt();
    Attempt second = state.view().settledAttempts().get(1).attempt();
    assertThat(second.provenance()).isEqualTo(first.provenance());
    assertThat(second.provenance())
        .isEqualTo(Map.of("cpu", "a long name", "jvm", "17", "data_hash", "d"));
    assertThat(second.slot()).isSameAs(first.slot());
    assertThat(second.host()).isSameAs(first.host());
    for (String name : first.provenance().keySet()) {
      assertThat(second.provenance().get(name)).isSameAs(first.provenance().get(name));
    }
  }

  private static Event started(Trial trial) {
    return new Event.Started(
        trial.id(),
        1,
        new String("0.1"),
        new String("node-1"),
        "cpu",
        Map.of("cpu", new String("a long name"), "jvm", new String("17")),
        Events.NOON);
  }

  private static Event finished(Trial trial) {
    return new Event.Finished(
        trial.id(),
        1,
        Map.of("loss", 1.0),
        Map.of("data_hash", new String("d"), "cpu", new String("a long name")),
        Events.NOON);
  }

  @Test
  void aViewKeepsItsMetricsWhileMoreArrive() {
    apply(Events.suggested(TRIAL), Events.started(TRIAL, 1));
    measure(1, 5_000);
    List<MetricPoint> before = state.view().metrics();
    measure(5_001, 10_000);

    assertThat(before).hasSize(5_000);
    List<MetricPoint> after = state.view().metrics();
    assertThat(after).hasSize(10_000);
    for (int step = 1; step <= 10_000; step++) {
      MetricPoint metric = after.get(step - 1);
      assertThat(metric.step()).isEqualTo(step);
      assertThat(metric.value()).isEqualTo(1.0 / step);
      assertThat(metric.time()).isEqualTo(Events.NOON.plusSeconds(step));
    }
    assertThat(before.get(4_999)).isEqualTo(after.get(4_999));
  }

  private void measure(int from, int to) {
    for (int step = from; step <= to; step++) {
      apply(
          new Event.Measured(
              TRIAL.id(), 1, step, Map.of("loss", 1.0 / step), Events.NOON.plusSeconds(step)));
    }
  }

  @Test
  void countsOnlyAnAttemptsFirstEnd() {
    Event late = Events.finished(TRIAL, 1, 0.1);
    apply(Events.suggested(TRIAL), Events.started(TRIAL, 1), Events.finished(TRIAL, 1, 0.5), late);

    assertThat(trial().objective()).hasValue(0.5);
    assertThat(state.view().ignored()).containsExactly(late);
    assertThat(state.view().settledTrials()).hasSize(1);
    assertThat(state.view().settledAttempts()).hasSize(1);
  }

  @Test
  void abandonsTheAttemptThatComesSecond() {
    apply(
        Events.suggested(TRIAL),
        Events.started(TRIAL, 1),
        Events.started(TRIAL, 2),
        Events.finished(TRIAL, 1, 0.5),
        Events.finished(TRIAL, 2, 0.1));

    assertThat(trial().objective()).hasValue(0.5);
    assertThat(trial().attempts())
        .extracting(Attempt::state)
        .containsExactly(TrialState.FINISHED, TrialState.ABANDONED);
    assertThat(state.view().settledTrials()).hasSize(1);
    assertThat(state.view().settledAttempts()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(
      value = Cause.class,
      names = {"TRANSIENT", "TIMEOUT", "OUT_OF_MEMORY"})
  void triesAgainAsOftenAsTheSpecSays(Cause cause) {
    apply(Events.suggested(TRIAL));
    for (int attempt = 1; attempt <= 2; attempt++) {
      apply(Events.started(TRIAL, attempt), Events.failed(TRIAL, attempt, cause));
      assertThat(trial().state()).isEqualTo(TrialState.PENDING);
    }
    apply(Events.started(TRIAL, 3), Events.failed(TRIAL, 3, cause));
    assertThat(trial().state()).isEqualTo(TrialState.FAILED);
    assertThat(trial().attempt().orElseThrow().cause()).contains(cause);
  }

  @Test
  void aProgramsOwnErrorIsTriedAgainOnce() {
    apply(Events.suggested(TRIAL), Events.started(TRIAL, 1));
    apply(Events.failed(TRIAL, 1, Cause.PROGRAM_ERROR));
    assertThat(trial().state()).isEqualTo(TrialState.PENDING);

    apply(Events.started(TRIAL, 2), Events.failed(TRIAL, 2, Cause.PROGRAM_ERROR));
    assertThat(trial().state()).isEqualTo(TrialState.FAILED); // with a retry left
  }

  @ParameterizedTest
  @EnumSource(
      value = Cause.class,
      names = {"TRIAL_FAULT", "DIVERGENCE"})
  void doesNotTryAgainWhatWouldFailAgain(Cause cause) {
    apply(Events.suggested(TRIAL), Events.started(TRIAL, 1), Events.failed(TRIAL, 1, cause));

    assertThat(trial().state()).isEqualTo(TrialState.FAILED);
  }

  @Test
  void boundsLostExecutorsApartFromRetries() {
    apply(Events.suggested(TRIAL));
    for (int attempt = 1; attempt <= 10; attempt++) {
      apply(Events.started(TRIAL, attempt), Events.failed(TRIAL, attempt, Cause.INFRASTRUCTURE));
      assertThat(trial().state()).isEqualTo(TrialState.PENDING);
    }
    apply(Events.started(TRIAL, 11), Events.failed(TRIAL, 11, Cause.TRANSIENT));
    assertThat(trial().state()).isEqualTo(TrialState.PENDING);
    apply(Events.started(TRIAL, 12), Events.failed(TRIAL, 12, Cause.INFRASTRUCTURE));
    assertThat(trial().state()).isEqualTo(TrialState.FAILED);
  }

  @Test
  void waitsAgainWhenAnAttemptIsAbandoned() {
    apply(
        Events.suggested(TRIAL),
        Events.started(TRIAL, 1),
        new Event.Abandoned(TRIAL.id(), 1, "its driver died", Events.NOON));

    assertThat(trial().state()).isEqualTo(TrialState.PENDING);
    assertThat(trial().attempts().get(0).message()).isEqualTo("its driver died");
  }

  @Test
  void triesAFailedTrialAgainWhenAsked() {
    apply(
        Events.suggested(TRIAL),
        Events.started(TRIAL, 1),
        Events.failed(TRIAL, 1, Cause.TRIAL_FAULT),
        new Event.Completed("all done", Events.NOON),
        new Event.Retried(TRIAL.id(), Events.NOON));

    assertThat(trial().state()).isEqualTo(TrialState.PENDING);
    assertThat(state.completed()).isEmpty();
  }

  @Test
  void whatWaitsGoesOnWaitingWhenTheBudgetIsUsedUp() {
    apply(Events.suggested(TRIAL), new Event.Suspended(true, "out of time", Events.NOON));

    assertThat(trial().state()).isEqualTo(TrialState.PENDING);
    assertThat(state.completed()).isEmpty();
    assertThat(state.view().suspended().orElseThrow().reason()).isEqualTo("out of time");

    apply(new Event.Opened(Events.header("sweep: sample\n"), 2, Events.NOON));

    assertThat(state.view().suspended()).isEmpty();
  }

  /** Three epochs that count their steps from 1, and a message that arrives twice. */
  @Test
  void everyReportCountsWhateverItsStep() {
    apply(
        Events.suggested(TRIAL),
        Events.started(TRIAL, 1),
        numbered(1, 1, 3.2),
        numbered(2, 2, 3),
        numbered(3, 1, 2.2),
        numbered(4, 2, 2),
        numbered(3, 1, 2.2),
        numbered(4, 2, 2),
        numbered(5, 1, 1.2));

    assertThat(state.view().metrics())
        .extracting(metric -> metric.report() + ":" + metric.step() + ":" + metric.value())
        .containsExactly("1:1:3.2", "2:2:3.0", "3:1:2.2", "4:2:2.0", "5:1:1.2");
    Attempt running = state.view().trials().get(0).attempts().get(0);
    assertThat(running.metrics()).isEqualTo(Map.of("loss", 1.2));
    assertThat(running.lastStep()).isEqualTo(2);

    apply(Events.finished(TRIAL, 1, 1.2));

    assertThat(state.view().trials().get(0).attempts().get(0).provenance())
        .containsEntry("repeated_step", "step 1 after step 2");
  }

  /** Two lines of one step are two reports, of which neither repeats a metric. */
  @Test
  void metricsOfAStepMayComeInTurn() {
    apply(
        Events.suggested(TRIAL),
        Events.started(TRIAL, 1),
        new Event.Measured(TRIAL.id(), 1, 10, Map.of("loss", 1.0), 1, Events.NOON),
        new Event.Measured(TRIAL.id(), 1, 10, Map.of("accuracy", 0.5), 2, Events.NOON),
        Events.finished(TRIAL, 1, 1));

    assertThat(state.view().metrics()).extracting(MetricPoint::report).containsExactly(1, 2);
    assertThat(state.view().trials().get(0).attempts().get(0).provenance())
        .doesNotContainKey("repeated_step");
  }

  /** A journal of 0.1.0, whose driver took a step once and dropped what came after. */
  @Test
  void reportsWithoutANumberAreTakenByTheirSteps() {
    apply(
        Events.suggested(TRIAL),
        Events.started(TRIAL, 1),
        Events.measured(TRIAL, 1, 1, 3),
        Events.measured(TRIAL, 1, 2, 2),
        Events.measured(TRIAL, 1, 1, 9),
        new Event.Measured(TRIAL.id(), 1, 2, Map.of("accuracy", 0.5), Events.NOON));

    assertThat(state.view().metrics())
        .extracting(metric -> metric.report() + ":" + metric.step() + ":" + metric.value())
        .containsExactly("1:1:3.0", "2:2:2.0", "3:2:0.5");
  }

  private static Event.Measured numbered(int report, long step, double loss) {
    return new Event.Measured(TRIAL.id(), 1, step, Map.of("loss", loss), report, Events.NOON);
  }

  @Test
  void takesAMeasurementOnce() {
    apply(
        Events.suggested(TRIAL),
        Events.started(TRIAL, 1),
        Events.measured(TRIAL, 1, 10, 3),
        Events.measured(TRIAL, 1, 10, 3),
        Events.measured(TRIAL, 1, 20, 2),
        Events.finished(TRIAL, 1, 1),
        Events.measured(TRIAL, 1, 30, 0));

    assertThat(state.view().metrics()).extracting(MetricPoint::step).containsExactly(10L, 20L);
    assertThat(state.view().metrics().get(1))
        .isEqualTo(new MetricPoint(TRIAL.id(), 1, 20, 2, "loss", 2, Events.NOON));
    assertThat(state.view().ignored()).hasSize(1);
  }

  @Test
  void knowsTheBestAndPassesOverWhatIsNoNumber() {
    double[] losses = {Double.NaN, 0.5, 0.2, 0.2, Double.NEGATIVE_INFINITY};
    for (int i = 0; i < losses.length; i++) {
      Trial trial = Events.trial(i, 0);
      apply(
          Events.suggested(trial), Events.started(trial, 1), Events.finished(trial, 1, losses[i]));
    }

    assertThat(state.best().orElseThrow().trial()).isEqualTo(Events.trial(2, 0));
  }

  @Test
  void ignoresWhatItDoesNotKnow() {
    apply(
        Events.finished(TRIAL, 1, 0.5),
        Events.started(TRIAL, 1),
        Events.measured(TRIAL, 1, 1, 1),
        new Event.Retried(TRIAL.id(), Events.NOON));

    assertThat(state.view().ignored()).hasSize(4);
    assertThat(state.counts().total()).isZero();
  }

  @Test
  void holdsTenThousandTrialsAndAHundredThousandMetrics() {
    hold(10_000);
  }

  @Test
  @Tag("soak")
  void holdsAHundredThousandTrialsAndAMillionMetrics() {
    hold(100_000);
  }

  private void hold(int trials) {
    for (int i = 0; i < trials; i++) {
      Trial trial = new Trial("t" + i, i, TRIAL.configuration(), 0, 1);
      apply(Events.suggested(trial), Events.startedFully(trial, 1));
      IntStream.rangeClosed(1, 10)
          .forEach(step -> apply(Events.measured(trial, 1, step, 1.0 / step)));
      apply(Events.finished(trial, 1, i));
    }

    assertThat(state.counts().finished()).isEqualTo(trials);
    assertThat(state.view().metrics()).hasSize(10 * trials);
    assertThat(state.best().orElseThrow().trial().id()).isEqualTo("t0");
  }

  private void apply(Event... events) {
    for (Event event : events) {
      state.apply(event);
    }
  }

  private TrialStatus trial() {
    return state.trial(TRIAL.id()).orElseThrow();
  }
}
