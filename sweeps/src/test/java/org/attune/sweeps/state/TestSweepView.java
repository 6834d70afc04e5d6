package org.attune.sweeps.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.attune.api.search.Trial;
import org.attune.sweeps.ThreadTime;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.Events;
import org.junit.jupiter.api.Test;

class TestSweepView {

  private static final Trial FIRST = Events.trial(0, 0);
  private static final Trial SECOND = Events.trial(1, 0);

  private final SweepState state = new SweepState(Events.opened());

  @Test
  void staysAsItWasWhileTheSweepGoesOn() {
    apply(Events.suggested(FIRST), Events.started(FIRST, 1), Events.measured(FIRST, 1, 1, 3));
    SweepView before = state.view();
    apply(
        Events.measured(FIRST, 1, 2, 2),
        Events.finished(FIRST, 1, 1),
        Events.suggested(SECOND),
        new Event.Checkpointed(FIRST.id(), 1, 5, "checkpoint", "c.zip", 9, Events.NOON),
        new Event.Completed("done", Events.NOON));

    assertThat(before.counts()).isEqualTo(new Counts(0, 1, 0, 0, 0, 0));
    assertThat(before.trials()).extracting(TrialStatus::state).containsExactly(TrialState.RUNNING);
    assertThat(before.metrics()).extracting(MetricPoint::step).containsExactly(1L);
    assertThat(before.runningAttempts()).hasSize(1);
    assertThat(before.settledAttempts()).isEmpty();
    assertThat(before.finalMetrics()).isEmpty();
    assertThat(before.best()).isEmpty();
    assertThat(before.meanWallTime()).isEmpty();
    assertThat(before.completed()).isEmpty();

    SweepView after = state.view();
    assertThat(after.events()).isEqualTo(before.events() + 5);
    assertThat(after.trials())
        .extracting(TrialStatus::state)
        .containsExactly(TrialState.FINISHED, TrialState.PENDING);
    assertThat(after.runningAttempts()).isEmpty();
    assertThat(after.settledAttempts()).hasSize(1);
    assertThat(after.meanWallTime()).contains(Duration.ofSeconds(2));
    assertThat(after.finalMetrics()).containsExactly("loss");
  }

  @Test
  void isTheSameUntilTheNextEvent() {
    apply(Events.suggested(FIRST));
    SweepView view = state.view();
    assertThat(state.view()).isSameAs(view);
    apply(Events.started(FIRST, 1));
    assertThat(state.view()).isNotSameAs(view);
  }

  @Test
  void sharesWhatHasNotChanged() {
    for (int i = 0; i < 3; i++) {
      apply(Events.suggested(Events.trial(i, 0)), Events.started(Events.trial(i, 0), 1));
    }
    apply(Events.finished(Events.trial(2, 0), 1, 0.5));
    SweepView before = state.view();
    apply(Events.measured(FIRST, 1, 1, 3));
    SweepView after = state.view();

    assertThat(after.settledTrials().get(0)).isSameAs(before.settledTrials().get(0));
    assertThat(after.trial(SECOND.id())).containsSame(before.trial(SECOND.id()).orElseThrow());
    assertThat(after.trial(FIRST.id()).orElseThrow().attempts().get(0).lastStep()).isEqualTo(1);
    assertThat(before.trial(FIRST.id()).orElseThrow().attempts().get(0).lastStep()).isZero();
  }

  @Test
  void showsTheLateEndOfASettledTrialsOtherAttempt() {
    apply(
        Events.suggested(FIRST),
        Events.started(FIRST, 1),
        Events.started(FIRST, 2),
        Events.finished(FIRST, 1, 0.5));
    SweepView before = state.view();
    apply(Events.finished(FIRST, 2, 0.1));

    assertThat(before.trials().get(0).attempts().get(1).state()).isEqualTo(TrialState.RUNNING);
    assertThat(before.runningAttempts()).hasSize(1);
    assertThat(state.view().trials().get(0).attempts().get(1).state())
        .isEqualTo(TrialState.ABANDONED);
    assertThat(state.view().runningAttempts()).isEmpty();
    assertThat(state.view().settledTrials()).hasSize(1);
  }

  @Test
  void whatASearchDidNotNeedDoesNotWaitOnceItIsOver() {
    apply(Events.suggested(FIRST), Events.started(FIRST, 1), Events.finished(FIRST, 1, 1));
    assertThat(state.view().total()).isEqualTo(8);
    assertThat(state.view().waiting()).isEqualTo(7);

    apply(new Event.Completed("all trials have ended", Events.NOON));
    assertThat(state.view().total()).isEqualTo(1);
    assertThat(state.view().waiting()).isZero();

    apply(new Event.Opened(state.header(), 2, Events.NOON));
    assertThat(state.view().waiting()).isZero();
    apply(new Event.Opened(withTrials(state.header(), 10), 3, Events.NOON));
    assertThat(state.view().completed()).isEmpty();
    assertThat(state.view().waiting()).isEqualTo(9);
  }

  private static SweepHeader withTrials(SweepHeader of, long trials) {
    return new SweepHeader(
        of.sweepId(),
        of.name(),
        of.specText(),
        of.design(),
        of.seed(),
        trials,
        of.objectives(),
        of.retries(),
        of.wallTime(),
        of.runTime(),
        of.threadsPerTrial(),
        of.provenance(),
        of.cells(),
        of.tuned(),
        of.better());
  }

  @Test
  void aFinishedTrialIsBestHoweverWellAStoppedOneStood() {
    apply(Events.suggested(FIRST), Events.started(FIRST, 1), stopped(FIRST, 0.1));
    assertThat(state.view().best().orElseThrow().trial()).isEqualTo(FIRST);
    apply(Events.suggested(SECOND), Events.started(SECOND, 1), Events.finished(SECOND, 1, 0.7));
    assertThat(state.view().best().orElseThrow().trial()).isEqualTo(SECOND);
    Trial third = Events.trial(2, 0);
    apply(Events.suggested(third), Events.started(third, 1), stopped(third, 0.2));
    assertThat(state.view().best().orElseThrow().trial()).isEqualTo(SECOND);
  }

  private static Event.Stopped stopped(Trial trial, double loss) {
    return new Event.Stopped(trial.id(), 1, 3, "asha", Map.of("loss", loss), Map.of(), Events.NOON);
  }

  /** Were the settled trials walked for each view, this would walk five billion. */
  @Test
  void aViewAtEachOfAHundredThousandEndsWalksNothingThatIsSettled() {
    int trials = 100_000;
    long since = ThreadTime.nanos();
    for (int i = 0; i < trials; i++) {
      Trial trial = new Trial("t" + i, i, FIRST.configuration(), 0, 1);
      apply(Events.suggested(trial), Events.started(trial, 1), Events.finished(trial, 1, i));
      SweepView view = state.view();
      assertThat(view.settledTrials()).hasSize(i + 1);
      assertThat(view.meanWallTime()).isPresent();
      assertThat(view.unsettledTrials()).isEmpty();
    }
    assertThat(state.counts().finished()).isEqualTo(trials);
    assertThat(ThreadTime.nanos() - since).isLessThan(TimeUnit.SECONDS.toNanos(30));
  }

  private void apply(Event... events) {
    for (Event event : events) {
      state.apply(event);
    }
  }
}
