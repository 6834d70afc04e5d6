package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.measured;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.TrialState;
import org.junit.jupiter.api.Test;

/** Executors on which trials fail, in simulated time: odd slots are on good, even ones on bad. */
class TestCoolDown {

  private static final int TRIALS = 40;
  private static final String SPEC =
      "axes: {train.steps: %s}\nexecution: {retries: 1}"
          .formatted(IntStream.rangeClosed(1, TRIALS).boxed().toList());

  @Test
  void anExecutorThatAlwaysFailsRestsAndTheSweepEndsOnTheOthers() throws Exception {
    SimulatedSweep sweep = sweep();

    assertThat(sweep.run(spec(SPEC))).isEqualTo(Ending.COMPLETE);

    assertThat(sweep.state().counts()).isEqualTo(new Counts(0, 0, TRIALS, 0, 0, 0));
    List<Event.Rested> rests = rests(sweep);
    assertThat(rests).allMatch(rest -> rest.who().equals("executor bad on host"));
    assertThat(rests)
        .extracting(rest -> Duration.between(rest.time(), rest.until()).toMinutes())
        .startsWith(1L, 0L, 2L);
    // Three before the first rest and one already at work; then one a rest, of which there are two.
    assertThat(failures(sweep)).hasSizeLessThanOrEqualTo(8);
  }

  @Test
  void aTrialIsTriedAgainWhereItHasNotFailed() throws Exception {
    SimulatedSweep sweep = sweep();

    sweep.run(spec(SPEC));

    assertThat(sweep.state().view().trials())
        .filteredOn(trial -> trial.attempts().size() > 1)
        .isNotEmpty()
        .allSatisfy(
            trial -> {
              assertThat(trial.attempts().get(0).slot()).startsWith("bad.");
              assertThat(trial.attempts().get(1).slot()).startsWith("good.");
            });
  }

  @Test
  void trialsThatFailEverywhereMakeNobodyRestForLong() throws Exception {
    SimulatedSweep sweep = new SimulatedSweep(4, trial -> List.of(failed(trial)));
    sweep.places = TestCoolDown::place;

    assertThat(sweep.run(spec(SPEC))).isEqualTo(Ending.COMPLETE);

    assertThat(sweep.state().counts().failed()).isEqualTo(TRIALS);
    Duration taken =
        Duration.between(
            sweep.state().view().startedAt(), sweep.journal.get(sweep.journal.size() - 1).time());
    assertThat(taken).as("80 attempts of a second in 4 slots").isLessThan(Duration.ofSeconds(40));
  }

  @Test
  void aLaterDriverBeginsWithAllOfThem() throws Exception {
    SimulatedSweep sweep = sweep();
    sweep.runFor(spec(SPEC), Duration.ofSeconds(20));
    assertThat(sweep.state().view().resting()).hasSize(1);

    sweep.fault = (place, trial) -> List.of();
    sweep.run(spec(SPEC));

    assertThat(sweep.state().view().resting()).isEmpty();
    assertThat(sweep.state().view().trials())
        .flatExtracting(trial -> trial.attempts())
        .extracting(Attempt::slot)
        .anyMatch(slot -> slot.startsWith("bad."));
    assertThat(sweep.state().counts()).isEqualTo(new Counts(0, 0, TRIALS, 0, 0, 0));
  }

  /** A trial takes 10 s on the good executor, and a second on the bad one. */
  private static SimulatedSweep sweep() {
    SimulatedSweep sweep =
        new SimulatedSweep(
            4,
            trial ->
                Stream.concat(
                        IntStream.range(1, 10).mapToObj(step -> measured(trial, step, 1)),
                        Stream.of(finished(trial, 1)))
                    .map(event -> (Event.OfAttempt) event)
                    .toList());
    sweep.places = TestCoolDown::place;
    sweep.fault =
        (place, trial) -> place.executor().equals("bad") ? List.of(failed(trial)) : List.of();
    return sweep;
  }

  private static SlotLocation place(long slot) {
    return new SlotLocation((slot % 2 == 1 ? "good." : "bad.") + slot, "host", "cpu", Map.of());
  }

  private static Event.Failed failed(TrialContext trial) {
    return new Event.Failed(
        trial.trial(), trial.attempt(), Cause.TRANSIENT, "no space left", SimulatedSweep.NOON);
  }

  private static List<Event.Rested> rests(SimulatedSweep sweep) {
    return sweep.journal.stream()
        .filter(Event.Rested.class::isInstance)
        .map(Event.Rested.class::cast)
        .toList();
  }

  private static List<Attempt> failures(SimulatedSweep sweep) {
    return sweep.state().view().trials().stream()
        .flatMap(trial -> trial.attempts().stream())
        .filter(attempt -> attempt.state() == TrialState.FAILED)
        .toList();
  }
}
