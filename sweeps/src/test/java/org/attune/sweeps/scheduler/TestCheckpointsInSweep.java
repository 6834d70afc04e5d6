package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.measured;
import static org.attune.sweeps.scheduler.SimulatedSweep.saved;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.Start;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.TrialState;
import org.junit.jupiter.api.Test;

/** From which checkpoint a trial begins, and which files go. */
class TestCheckpointsInSweep {

  private final List<TrialContext> begun = new ArrayList<>();

  @Test
  void aTrialOfADriverThatDiedGoesOnFromItsNewestCheckpoint() throws Exception {
    SweepSpec spec = spec("axes: {train.steps: [1]}");
    SimulatedSweep sweep =
        sweep(
            1,
            trial ->
                List.of(
                    measured(trial, 1, 3),
                    saved(trial, 1),
                    measured(trial, 2, 2),
                    saved(trial, 2),
                    measured(trial, 3, 1),
                    finished(trial, 1)));
    assertThatThrownBy(() -> sweep.run(spec, search(spec), 7, Optional.empty()));

    sweep.run(spec);

    assertThat(begun)
        .extracting(TrialContext::start)
        .containsExactly(Start.BEGINNING, new Start(2, "1.1.2", true));
    assertThat(sweep.state().counts().finished()).isEqualTo(1);
  }

  @Test
  void aTrialThatIsTriedAgainGoesOnToo() throws Exception {
    SimulatedSweep sweep =
        sweep(
            1,
            trial ->
                trial.attempt() == 1
                    ? List.of(saved(trial, 5), failed(trial))
                    : List.of(finished(trial, 1)));

    sweep.run(spec("axes: {train.steps: [1]}"));

    assertThat(begun.get(1).start()).isEqualTo(new Start(5, "1.1.5", true));
    assertThat(sweep.state().view().trials().get(0).attempts())
        .extracting(attempt -> attempt.provenance().get("start_step"))
        .containsExactly(null, "5");
  }

  @Test
  void onlyTheBestTrialsLastCheckpointIsKept() throws Exception {
    SimulatedSweep sweep =
        sweep(
            2,
            trial -> {
              double loss = Math.abs(3 - Integer.parseInt(steps(trial)));
              return List.of(saved(trial, 1), saved(trial, 2), finished(trial, loss));
            });

    sweep.run(spec("axes: {train.steps: [1, 2, 3, 4]}"));

    assertThat(sweep.discarded)
        .containsExactlyInAnyOrder("1.1.1", "2.1.1", "3.1.1", "4.1.1", "1.1.2", "2.1.2", "4.1.2");
    assertThat(sweep.kept.get(1)).containsExactly("3.1.2");
  }

  @Test
  void allOrNoneAreKeptWhereTheFileSaysSo() throws Exception {
    for (String keep : List.of("all", "none")) {
      SimulatedSweep sweep = sweep(1, trial -> List.of(saved(trial, 1), finished(trial, 1)));

      sweep.run(
          spec("axes: {train.steps: [1, 2]}", "execution: {checkpoints: {keep: " + keep + "}}"));

      assertThat(sweep.kept.get(1)).hasSize(keep.equals("all") ? 2 : 0);
    }
  }

  @Test
  void theBestThatFinishedIsKeptHoweverWellStoppedOnesStood() throws Exception {
    SimulatedSweep sweep =
        sweep(
            1,
            trial ->
                List.of(
                    saved(trial, 1),
                    steps(trial).equals("2")
                        ? finished(trial, 0.7)
                        : new Event.Stopped(
                            trial.trial(),
                            1,
                            1,
                            "",
                            Map.of("loss", 0.1),
                            Map.of(),
                            SimulatedSweep.NOON)));

    sweep.run(spec("axes: {train.steps: [1, 2, 3]}"));

    assertThat(sweep.discarded).containsExactly("1.1.1", "3.1.1");
    assertThat(sweep.kept.get(1)).containsExactly("2.1.1");
  }

  @Test
  void trialsTakeTurns() throws Exception {
    SimulatedSweep sweep =
        sweep(
            1,
            trial -> {
              List<Event.OfAttempt> events = new ArrayList<>();
              for (long step = trial.start().step() + 1; step <= 3; step += 2) {
                events.add(measured(trial, step, 1));
                events.add(saved(trial, step));
                events.add(measured(trial, step + 1, 1)); // where it hears that it is to wait
              }
              events.add(finished(trial, 1));
              return events;
            });

    sweep.run(spec("axes: {train.steps: [8, 9]}", "stop: {turns: {steps: 1}}"));

    assertThat(begun)
        .extracting(trial -> steps(trial) + "." + trial.attempt() + " from " + trial.start().step())
        .startsWith("8.1 from 0", "9.1 from 0", "8.2 from 1", "9.2 from 1");
    assertThat(sweep.state().counts().finished()).isEqualTo(2);
    assertThat(sweep.state().view().trials().get(0).attempts().get(0).message())
        .isEqualTo("paused at step 2");
  }

  @Test
  void aTrialCarriesOnAnothers() throws Exception {
    Generations search = new Generations(new Trial.Origin(cell(1).id(), 2));
    SimulatedSweep sweep =
        sweep(1, trial -> List.of(saved(trial, 2), saved(trial, 4), finished(trial, 1)));

    sweep.run(spec("axes: {train.steps: [1, 2]}"), search, 1_000, Optional.empty());

    assertThat(begun.get(1).start()).isEqualTo(new Start(2, "1.1.2", false));
    assertThat(sweep.state().counts().finished()).isEqualTo(2);
    assertThat(sweep.kept.get(1)).hasSize(1); // nobody begins from the others any more
  }

  @Test
  void aTrialWhoseOriginIsNotThereFailsForGood() throws Exception {
    Generations search = new Generations(new Trial.Origin(cell(1).id(), 3));
    SimulatedSweep sweep = sweep(1, trial -> List.of(saved(trial, 2), finished(trial, 1)));

    sweep.run(spec("axes: {train.steps: [1, 2]}"), search, 1_000, Optional.empty());

    var child = sweep.state().trials(TrialState.FAILED).get(0).attempts().get(0);
    assertThat(child.cause()).contains(Cause.TRIAL_FAULT);
    assertThat(child.message())
        .isEqualTo(
            "it carries on trial %s after step 3, and there is no checkpoint of that"
                .formatted(cell(1).id()));
    assertThat(sweep.state().trials(TrialState.FAILED).get(0).attempts()).hasSize(1);
  }

  private SimulatedSweep sweep(int slots, SimulatedSweep.Script script) {
    return new SimulatedSweep(
        slots,
        trial -> {
          begun.add(trial);
          return script.of(trial);
        });
  }

  private static String steps(TrialContext trial) {
    return trial.configuration().get("train.steps");
  }

  private static Event.Failed failed(TrialContext trial) {
    return new Event.Failed(
        trial.trial(), trial.attempt(), Cause.TRANSIENT, "it broke", SimulatedSweep.NOON);
  }

  private static Trial cell(int steps) {
    return Trial.of(
        steps - 1,
        Configuration.of(
            SampleCatalog.TREE, java.util.Map.of("train.steps", String.valueOf(steps))),
        0,
        0);
  }

  private static Search search(SweepSpec spec) {
    return spec.newSearch(SampleCatalog.CATALOG);
  }

  /** A trial, and when it has ended another that carries it on. */
  private static final class Generations implements Search {
    private final Trial.Origin origin;
    private int asked;
    private int told;

    Generations(Trial.Origin origin) {
      this.origin = origin;
    }

    @Override
    public long trials() {
      return 2;
    }

    @Override
    public Proposal ask() {
      if (asked > told) {
        return Proposal.LATER;
      }
      return switch (asked++) {
        case 0 -> new Proposal.Run(cell(1));
        case 1 -> new Proposal.Run(cell(2).from(origin));
        default -> Proposal.DONE;
      };
    }

    @Override
    public void tell(Observation observation) {
      told++;
    }

    @Override
    public boolean carriesOn() {
      return true;
    }

    @Override
    public boolean mayCarryOn(Trial.Origin checkpoint) {
      return asked < 2;
    }
  }
}
