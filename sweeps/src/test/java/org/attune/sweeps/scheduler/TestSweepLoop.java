package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.measured;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.search.Observation;
import org.attune.sweeps.search.Proposal;
import org.attune.sweeps.search.Search;
import org.attune.sweeps.search.Trial;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.trial.Cause;
import org.attune.sweeps.trial.TrialContext;
import org.junit.jupiter.api.Test;

/** The loop and the scheduler, in simulated time. */
class TestSweepLoop {

  private static final String TEN =
      "axes: {train.steps: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}\nexecution: {retries: 1}";

  @Test
  void everyTrialRunsOnce() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(3, trial -> List.of(finished(trial, 1)));

    Ending ending = sweep.run(spec(TEN));

    assertThat(ending).isEqualTo(Ending.COMPLETE);
    assertThat(counts(sweep)).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
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

    assertThat(counts(sweep)).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
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

    assertThat(counts(sweep)).isEqualTo(new Counts(0, 0, 7, 0, 3, 0));
    assertThat(trial(sweep, 1).attempts()).hasSize(2);
    assertThat(trial(sweep, 2).attempts()).hasSize(1);
    assertThat(trial(sweep, 3).attempts()).hasSize(1);
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
      Attempt attempt = trial(sweep, steps).attempts().get(0);
      assertThat(attempt.cause()).contains(Cause.TIMEOUT);
      assertThat(attempt.message()).isEqualTo("took longer than the trial-timeout of 5 s");
    }
  }

  @Test
  void aBudgetOfTimeCutsTheSweepAndALargerOneGoesOn() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(2, trial -> List.of(finished(trial, 1)));

    Ending cut = sweep.run(spec(TEN, "budget: {wall-time: 3s}"));

    assertThat(cut)
        .isEqualTo(new Ending(Ending.Kind.BUDGET, "the budget's wall-time of 3s is used up"));
    assertThat(counts(sweep).finished()).isEqualTo(6);
    assertThat(counts(sweep).abandoned()).isZero();
    assertThat(sweep.state().completed()).isEmpty();
    assertThat(sweep.state().view().suspended().orElseThrow().budget()).isTrue();

    sweep.pause(Duration.ofMinutes(1));
    assertThat(sweep.run(spec(TEN, "budget: {wall-time: 1h}"))).isEqualTo(Ending.COMPLETE);
    assertThat(counts(sweep)).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
    assertThat(sweep.state().view().trials()).allMatch(trial -> trial.attempts().size() == 1);
  }

  @Test
  void aBudgetOfTrialsCutsTheSweepAndALargerOneGoesOn() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(2, trial -> List.of(finished(trial, 1)));

    Ending cut = sweep.run(spec(TEN, "budget: {trials: 4}"));

    assertThat(cut.reason()).isEqualTo("the budget of 4 trials is used up");
    assertThat(counts(sweep)).isEqualTo(new Counts(0, 0, 4, 0, 0, 0));
    assertThat(sweep.run(spec(TEN, "budget: {trials: 10}"))).isEqualTo(Ending.COMPLETE);
    assertThat(counts(sweep)).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
  }

  @Test
  void anInterruptedRunLeavesNoFailureAndTheNextGoesOn() throws Exception {
    for (int millis = 0; millis < 6_000; millis += 250) {
      SimulatedSweep sweep = new SimulatedSweep(2, TestSweepLoop::threeReports);

      Ending interrupted = sweep.runFor(spec(TEN), Duration.ofMillis(millis));

      assertThat(interrupted).isEqualTo(new Ending(Ending.Kind.INTERRUPTED, "interrupted"));
      assertThat(counts(sweep).running()).isZero();
      assertThat(sweep.run(spec(TEN))).isEqualTo(Ending.COMPLETE);
      assertThat(counts(sweep)).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
      assertThat(sweep.state().view().trials())
          .flatExtracting(TrialStatus::attempts)
          .noneMatch(attempt -> attempt.state() == TrialState.FAILED);
    }
  }

  @Test
  void aLostSlotsTrialIsRunAgainUnlessItsResultIsThere() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(1, TestSweepLoop::threeReports);
    SweepSpec spec = spec(TEN);
    assertThatThrownBy(() -> sweep.run(spec, search(spec), 5, Optional.empty()))
        .isInstanceOf(IOException.class);
    String running = sweep.state().view().runningAttempts().get(0).trial().id();
    sweep.left.put(
        running + ".1",
        List.of(
            new Event.Finished(running, 1, Map.of("loss", 0.5), Map.of(), SimulatedSweep.NOON)));

    sweep.run(spec);

    assertThat(sweep.state().trial(running).orElseThrow().attempts()).hasSize(1);
    assertThat(sweep.state().trial(running).orElseThrow().objective()).hasValue(0.5);
    assertThat(counts(sweep)).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
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

    sweep.run(spec(TEN, "stop: {patience: {reports: 3}}"));

    assertThat(counts(sweep)).isEqualTo(new Counts(0, 0, 5, 5, 0, 0));
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

  /** Even numbers of steps learn nothing. */
  private static double flat(TrialContext trial, int step) {
    return Integer.parseInt(trial.configuration().get("train.steps")) % 2 == 0 ? 1 : -step;
  }

  @Test
  void anAdaptiveSearchThatIsKilledAtEachEventGoesOnAsTheUndisturbedOne() throws Exception {
    SweepSpec spec = spec("execution: {retries: 1}");
    SimulatedSweep undisturbed = adaptive();
    undisturbed.run(spec, new Climbing(), Integer.MAX_VALUE, Optional.empty());
    List<String> expected = suggestions(undisturbed);
    assertThat(expected).hasSize(Climbing.TRIALS);

    for (int most = 1; most < undisturbed.journal.size(); most++) {
      SimulatedSweep killed = adaptive();
      int events = most;
      assertThatThrownBy(() -> killed.run(spec, new Climbing(), events, Optional.empty()))
          .isInstanceOf(IOException.class)
          .hasCauseInstanceOf(SimulatedSweep.Died.class);
      Climbing resumed = new Climbing();
      killed.run(spec, resumed, Integer.MAX_VALUE, Optional.empty());

      assertThat(suggestions(killed)).as("killed at event %d", most).isEqualTo(expected);
      assertThat(counts(killed).finished()).isEqualTo(Climbing.TRIALS);
      assertThat(resumed.asked).isEqualTo(Climbing.TRIALS);
    }
  }

  /** One slot, so that the order of ends is the order of starts whenever the driver dies. */
  private static SimulatedSweep adaptive() {
    return new SimulatedSweep(
        1, trial -> List.of(finished(trial, loss(trial.configuration().get("train.steps")))));
  }

  private static double loss(String steps) {
    return Math.abs(Double.parseDouble(steps) - 37);
  }

  private static List<String> suggestions(SimulatedSweep sweep) {
    return sweep.journal.stream()
        .filter(Event.Suggested.class::isInstance)
        .map(event -> ((Event.Suggested) event).trial().configuration().text("train.steps"))
        .toList();
  }

  /** Steps towards what was better; the next step depends on all that was told. */
  private static final class Climbing implements Search {
    static final int TRIALS = 12;
    private int asked;
    private int told;
    private long at = 1;
    private long step = 16;
    private double best = Double.POSITIVE_INFINITY;

    @Override
    public long trials() {
      return TRIALS;
    }

    @Override
    public Proposal ask() {
      if (asked == TRIALS) {
        return Proposal.DONE;
      }
      if (told < asked) {
        return Proposal.LATER;
      }
      Map<String, String> settings =
          Map.of("train.steps", Long.toString(at), "train.batch", Integer.toString(asked + 1));
      Trial trial =
          Trial.of(
              asked++,
              org.attune.sweeps.catalog.Configuration.of(SampleCatalog.TREE, settings),
              0,
              7);
      return new Proposal.Run(trial);
    }

    @Override
    public void tell(Observation observation) {
      told++;
      double value = observation.value().orElse(Double.NaN);
      if (value < best) {
        best = value;
      } else {
        step = Math.max(1, step / 2);
        at = Math.max(1, at - step);
        return;
      }
      at += step;
    }
  }

  @Test
  void aUserStopsOneTrialAndWhatItMeasuredStands() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(2, TestSweepLoop::threeReports);
    sweep.wishes.put(
        Duration.ofMillis(1_500),
        loop -> loop.stopTrial(trial(sweep, 1).trial().id(), "stopped by a user"));

    assertThat(sweep.run(spec(TEN))).isEqualTo(Ending.COMPLETE);

    assertThat(counts(sweep)).isEqualTo(new Counts(0, 0, 9, 1, 0, 0));
    Attempt stopped = trial(sweep, 1).attempts().get(0);
    assertThat(stopped.message()).isEqualTo("stopped by a user");
    assertThat(stopped.metrics()).containsEntry("loss", 3.0);
    assertThat(sweep.journal)
        .filteredOn(Event.Decided.class::isInstance)
        .extracting(event -> ((Event.Decided) event).rule())
        .containsExactly("user");
  }

  @Test
  void stoppingATrialThatDoesNotRunChangesNothing() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(2, TestSweepLoop::threeReports);
    sweep.wishes.put(
        Duration.ofMillis(9_500),
        loop -> loop.stopTrial(trial(sweep, 1).trial().id(), "stopped by a user"));

    sweep.run(spec(TEN));

    assertThat(counts(sweep)).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
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
        loop -> loop.retry(List.of(trial(sweep, 1).trial().id(), trial(sweep, 2).trial().id())));

    assertThat(sweep.run(spec(TEN))).isEqualTo(Ending.COMPLETE);

    assertThat(counts(sweep)).isEqualTo(new Counts(0, 0, 10, 0, 0, 0));
    assertThat(trial(sweep, 1).attempts()).hasSize(2);
    assertThat(trial(sweep, 2).attempts()).hasSize(1);
    assertThat(sweep.journal).filteredOn(Event.Retried.class::isInstance).hasSize(1);
  }

  @Test
  void anExtendedSweepRunsWhatIsNewAndNothingTwice() throws Exception {
    for (String search : List.of("", "search: {method: random, trials: %d}")) {
      SimulatedSweep sweep = new SimulatedSweep(2, trial -> List.of(finished(trial, 1)));
      sweep.run(spec("axes: {train.steps: [3, 5]}", search.formatted(2), "replicates: 2"));
      List<String> before = ids(sweep);

      SweepSpec more =
          spec("axes: {train.steps: [1, 2, 3, 4, 5]}", search.formatted(4), "replicates: 3");
      sweep.runFor(more, Duration.ofMillis(2_500));
      Ending ending = sweep.run(more);

      assertThat(ending).isEqualTo(Ending.COMPLETE);
      assertThat(counts(sweep).finished()).isEqualTo(search.isEmpty() ? 15 : 12);
      assertThat(ids(sweep)).startsWith(before.toArray(String[]::new)).doesNotHaveDuplicates();
      assertThat(sweep.state().view().trials())
          .allMatch(
              trial ->
                  trial.attempts().stream().filter(a -> a.state() == TrialState.FINISHED).count()
                      == 1);
    }
  }

  private static List<String> ids(SimulatedSweep sweep) {
    return sweep.journal.stream()
        .filter(Event.Suggested.class::isInstance)
        .map(event -> ((Event.Suggested) event).trial().id())
        .toList();
  }

  private static List<Event.OfAttempt> threeReports(TrialContext trial) {
    return List.of(
        measured(trial, 1, 3), measured(trial, 2, 2), measured(trial, 3, 1), finished(trial, 1));
  }

  private static Event.Failed failed(TrialContext trial, Cause cause) {
    return new Event.Failed(
        trial.trial(), trial.attempt(), cause, "it broke", Instant.parse("2026-01-01T12:00:00Z"));
  }

  private static Counts counts(SimulatedSweep sweep) {
    return sweep.state().counts();
  }

  private static TrialStatus trial(SimulatedSweep sweep, int steps) {
    return sweep.state().view().trials().stream()
        .filter(trial -> trial.trial().configuration().integer("train.steps") == steps)
        .findFirst()
        .orElseThrow();
  }

  private static Search search(SweepSpec spec) {
    return spec.newSearch(SampleCatalog.CATALOG);
  }
}
