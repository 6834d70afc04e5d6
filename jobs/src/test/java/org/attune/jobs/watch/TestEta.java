package org.attune.jobs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestEta {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  @TempDir Path sweep;

  /** Of two trials, the first took a second. */
  private SweepView oneOfTwo() throws Exception {
    SweepHeader header =
        new SweepHeader("two-00000000", "two", "sweep: two\n", 0, 2, LOSS, 0, 1, new TreeMap<>());
    try (RecordedSweep recorded = RecordedSweep.in(sweep, header)) {
      recorded.finished(Map.of("width", "64"), 0, Map.of("validation_loss", 1.0)).flush();
    }
    return Sweeps.read(sweep.toString());
  }

  @Test
  void theLastTrialTakesItsWholeTimeHoweverManySlotsAreIdle() throws Exception {
    SweepView sweep = oneOfTwo();

    assertThat(Eta.of(sweep, 8, sweep.startedAt())).isEqualTo(Eta.of(sweep, 1, sweep.startedAt()));
    assertThat(Eta.of(sweep, 8, sweep.startedAt())).hasValue(sweep.meanWallTime().orElseThrow());
    assertThat(sweep.meanWallTime().orElseThrow()).isPositive();
  }

  private static SweepState state(int trials) {
    SweepHeader header =
        new SweepHeader("s-0", "s", "sweep: s\n", 0, trials, LOSS, 0, 1, new TreeMap<>());
    return new SweepState(new Event.Opened(header, 1, NOON));
  }

  private static Trial suggested(SweepState state, int index) {
    Trial trial = Trial.of(index, new Configuration(Map.of("width", "" + index)), 0, 0);
    state.apply(new Event.Suggested(trial, 0, NOON));
    return trial;
  }

  private static void starts(SweepState state, Trial trial, int attempt, long step, long second) {
    Map<String, String> from = step == 0 ? Map.of() : Map.of("start_step", "" + step);
    Instant time = NOON.plusSeconds(second);
    state.apply(new Event.Started(trial.id(), attempt, "0.0", "host", "cpu", from, time));
  }

  private static void reports(SweepState state, Trial trial, int attempt, long step, long second) {
    Map<String, Double> loss = Map.of("validation_loss", 1.0);
    Instant time = NOON.plusSeconds(second);
    state.apply(new Event.Measured(trial.id(), attempt, step, loss, time));
  }

  /** It reports its last step, of a thousand, at its end. */
  private static void finishes(SweepState state, Trial trial, int attempt, long second) {
    reports(state, trial, attempt, 1000, second);
    Map<String, Double> loss = Map.of("validation_loss", 1.0);
    Instant time = NOON.plusSeconds(second);
    state.apply(new Event.Finished(trial.id(), attempt, loss, Map.of(), time));
  }

  private static Duration left(SweepState state, int slots, long second) {
    return Eta.of(state.view(), slots, NOON.plusSeconds(second)).orElseThrow();
  }

  /** A trial of a thousand steps takes 100 s; the second resumes after step 900. */
  @Test
  void whatAResumedTrialHasBehindItIsNotLeft() {
    SweepState state = state(2);
    Trial whole = suggested(state, 0);
    starts(state, whole, 1, 0, 0);
    finishes(state, whole, 1, 100);
    Trial resumed = suggested(state, 1);
    starts(state, resumed, 1, 0, 100);
    reports(state, resumed, 1, 900, 190);
    state.apply(new Event.Abandoned(resumed.id(), 1, "Ctrl-C", NOON.plusSeconds(190)));
    starts(state, resumed, 2, 900, 5000);

    assertThat(left(state, 1, 5000)).isEqualTo(Duration.ofSeconds(10));
    reports(state, resumed, 2, 950, 5005);
    assertThat(left(state, 1, 5005)).isEqualTo(Duration.ofSeconds(5));
  }

  private static void saves(SweepState state, Trial trial, String kind, long step) {
    state.apply(new Event.Checkpointed(trial.id(), 1, step, kind, "file", 9, NOON));
  }

  /** A trial takes 100 s. Beside one that runs, one waits with a checkpoint of nine tenths. */
  @Test
  void whatAWaitingTrialHasSavedIsNotLeft() {
    SweepState state = state(3);
    Trial whole = suggested(state, 0);
    starts(state, whole, 1, 0, 0);
    finishes(state, whole, 1, 100);
    Trial waiting = suggested(state, 1);
    starts(state, waiting, 1, 0, 100);
    reports(state, waiting, 1, 950, 195);
    saves(state, waiting, Event.Checkpointed.KIND, 900);
    state.apply(new Event.Abandoned(waiting.id(), 1, "Ctrl-C", NOON.plusSeconds(195)));
    starts(state, suggested(state, 2), 1, 0, 5000);

    assertThat(left(state, 1, 5000)).isEqualTo(Duration.ofSeconds(110));
  }

  /** It begins anew. */
  @Test
  void whatADamagedCheckpointHasSavedIsLeft() {
    SweepState state = state(2);
    Trial whole = suggested(state, 0);
    starts(state, whole, 1, 0, 0);
    finishes(state, whole, 1, 100);
    Trial waiting = suggested(state, 1);
    starts(state, waiting, 1, 0, 100);
    saves(state, waiting, Event.Checkpointed.KIND, 900);
    saves(state, waiting, Event.Checkpointed.DAMAGED, 900);
    state.apply(new Event.Abandoned(waiting.id(), 1, "damaged", NOON.plusSeconds(195)));

    assertThat(left(state, 1, 5000)).isEqualTo(Duration.ofSeconds(100));
  }

  /** Its last attempt took a tenth of the time that a trial takes. */
  @Test
  void aResumedTrialThatEndedMakesTheOthersNoShorter() {
    SweepState state = state(3);
    Trial resumed = suggested(state, 0);
    starts(state, resumed, 1, 0, 0);
    state.apply(new Event.Abandoned(resumed.id(), 1, "Ctrl-C", NOON.plusSeconds(90)));
    starts(state, resumed, 2, 900, 5000);
    finishes(state, resumed, 2, 5010);
    assertThat(left(state, 1, 5010)).isEqualTo(Duration.ofSeconds(200));

    Trial whole = suggested(state, 1);
    starts(state, whole, 1, 0, 5010);
    finishes(state, whole, 1, 5110);
    assertThat(left(state, 1, 5110)).isEqualTo(Duration.ofSeconds(100));
  }

  /** With two slots the sweep lasts until the trial that began last has ended. */
  @Test
  void theLongestOfTheRunningTrialsDecidesAtTheEnd() {
    SweepState state = state(3);
    Trial first = suggested(state, 0);
    starts(state, first, 1, 0, 0);
    finishes(state, first, 1, 100);
    Trial second = suggested(state, 1);
    Trial third = suggested(state, 2);
    starts(state, second, 1, 0, 50);
    starts(state, third, 1, 0, 100);
    reports(state, second, 1, 800, 130);
    reports(state, third, 1, 300, 130);

    assertThat(left(state, 2, 130)).isEqualTo(Duration.ofSeconds(70));
  }

  /** Only the time so far tells how far a trial without steps is. */
  @Test
  void aTrialThatReportsNoStepHasItsTimeBehindIt() {
    SweepState state = state(2);
    Trial first = suggested(state, 0);
    starts(state, first, 1, 0, 0);
    finishes(state, first, 1, 100);
    starts(state, suggested(state, 1), 1, 0, 100);

    assertThat(left(state, 1, 130)).isEqualTo(Duration.ofSeconds(70));
    assertThat(left(state, 1, 900)).isZero();
  }

  /** Two attempts ran at a time; one has just ended, and its slot has not begun the next. */
  @Test
  void aSlotThatIsEmptyForAMomentCounts() throws Exception {
    SweepState state = state(9);
    for (int i = 0; i < 4; i++) {
      Trial trial = Trial.of(i, new Configuration(Map.of("width", "" + i)), 0, 0);
      Instant begun = NOON.plusSeconds(60L * (i / 2));
      state.apply(new Event.Suggested(trial, 0, begun));
      state.apply(new Event.Started(trial.id(), 1, "0." + i % 2, "host", "cpu", Map.of(), begun));
      if (i < 3) {
        Map<String, Double> loss = Map.of("validation_loss", 1.0);
        state.apply(new Event.Finished(trial.id(), 1, loss, Map.of(), begun.plusSeconds(60)));
      }
    }

    assertThat(state.view().counts().running()).isEqualTo(1);
    assertThat(Eta.atOnce(state.view())).isEqualTo(2);
  }
}
