package org.attune.sweeps.importance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Searches of which a rule stopped two of three trials at step 10. The learning rate matters, the
 * gate matters only after step 10, and width and dropout do nothing.
 */
class TestRungImportances {

  private static final long RUNG = 10;
  private static final long END = 30;
  private static final String RATE = "train.learning-rate";
  private static final List<String> IDLE = List.of("model.width", "train.dropout");

  private static final String SPEC =
      """
      sweep: rungs
      objective: {metric: loss, goal: minimize}
      seed: %d
      axes:
        attention.gate: [none, learned, computed]
        model.width: [32, 64]
        train.dropout: {uniform: [0, 0.3]}
        train.learning-rate: {log-uniform: [1e-4, 3e-2]}
      search: {method: %s, trials: 40}
      """;

  @Test
  void afterASearchTheFirstRungHasAllTrialsAndSaysWhichAxisMatters() throws Exception {
    SweepView sweep = sweep("auto", 3);
    Observations of = observations(sweep);
    RungImportances rungs = RungImportances.of(sweep, of);

    assertThat(of.runs()).hasSizeLessThan(30);
    assertThat(rungs.all()).hasSize(1);
    Rung first = rungs.all().get(0);
    assertThat(first.step()).isEqualTo(RUNG);
    assertThat(first.trials()).isEqualTo(40);
    assertThat(first.stoppedBefore()).isZero();
    Importances shares = first.importances().orElseThrow();
    assertThat(shares.useful()).isTrue();
    assertThat(shares.axes().get(0).axis()).isEqualTo(RATE);
    assertThat(shares.axes().get(0).share()).isGreaterThan(0.5);
    assertThat(shares.axes()).noneMatch(Importances.AxisImportance::tested);
    assertThat(rungs.finished()).isEqualTo(of.runs().size());
    assertThat(rungs.agreement()).isBetween(-1.0, 1.0);
    assertThat(rungs.chance()).isBetween(0.0005, 1.0);
  }

  /** Which trials reach the first rung does not depend on results there, so tests hold. */
  @Test
  void afterARandomSearchTheFirstRungIsTested() throws Exception {
    SweepView sweep = sweep("random", 3);
    Importances shares =
        RungImportances.of(sweep, observations(sweep)).all().get(0).importances().orElseThrow();

    assertThat(shares.axes()).allMatch(Importances.AxisImportance::tested);
    assertThat(
            shares.axes().stream()
                .filter(Importances.AxisImportance::shown)
                .map(Importances.AxisImportance::axis))
        .containsExactly(RATE);
  }

  @Test
  void aSweepWithoutStoppedTrialsHasNoRungs() {
    SweepState state = opened("grid");
    Trial trial = Events.trial(0, 0);
    state.apply(Events.suggested(trial));
    state.apply(Events.started(trial, 1));
    state.apply(Events.finished(trial, 1, 1.0));
    state.apply(new Event.Completed("done", Events.NOON));
    SweepView sweep = state.view();

    RungImportances rungs = RungImportances.of(sweep, observations(sweep));

    assertThat(rungs.all()).isEmpty();
    assertThat(rungs.agreement()).isCloseTo(Double.NaN, within(0.0));
  }

  /** Counts how often an idle axis has a share above .25, in 60 searches whose forest predicts. */
  @Test
  @Tag("soak")
  void idleAxesRarelyHaveALargeShareAtTheFirstRung() throws Exception {
    for (String method : List.of("auto", "random")) {
      int useful = 0;
      int idle = 0;
      int shown = 0;
      int wrong = 0;
      for (int seed = 0; seed < 60; seed++) {
        SweepView sweep = sweep(method, seed);
        Optional<Importances> of =
            RungImportances.of(sweep, observations(sweep)).all().get(0).importances();
        if (of.filter(Importances::useful).isPresent()) {
          useful++;
          List<Importances.AxisImportance> axes = of.get().axes();
          idle += axes.stream().anyMatch(a -> isIdle(a) && a.share() > 0.25) ? 1 : 0;
          shown += axes.stream().anyMatch(a -> isIdle(a) && a.shown()) ? 1 : 0;
          wrong += axes.get(0).axis().equals(RATE) ? 0 : 1;
        }
      }
      assertThat(useful).as(method).isGreaterThanOrEqualTo(30);
      assertThat(idle + wrong).isLessThanOrEqualTo(3);
      assertThat(shown).isLessThanOrEqualTo(7); // of 60 at 5 %, more with probability .01
    }
  }

  private static boolean isIdle(Importances.AxisImportance axis) {
    return IDLE.contains(axis.axis());
  }

  private static Observations observations(SweepView sweep) {
    return Observations.of(sweep, "loss", Optional.of(Goal.MINIMIZE));
  }

  private static SweepState opened(String search) {
    return new SweepState(
        new Event.Opened(
            Events.header("sweep: sample\nsearch: " + search + ", trials 40\n"), 1, Events.NOON));
  }

  /** A trial that does worse at step 10 than the best third so far is stopped there. */
  private static SweepView sweep(String method, int seed) throws Exception {
    String text = SPEC.formatted(seed, method);
    SweepSpec spec = SpecFile.read("s.yaml", text, Map.of(), SampleCatalog.CATALOG);
    Search search = spec.newSearch(SampleCatalog.CATALOG);
    SweepState state = opened(method);
    Random random = new Random(seed);
    List<Double> losses = new ArrayList<>();
    while (search.ask() instanceof Proposal.Run run) {
      Trial trial = run.trial();
      Configuration cell = trial.configuration();
      double off = Math.log10(Double.parseDouble(cell.text(RATE))) + 2.5;
      double early = 1 + off * off + 0.1 * random.nextGaussian();
      double late =
          off * off / 4
              + (cell.text("attention.gate").equals("learned") ? 0 : 0.2)
              + 0.02 * random.nextGaussian();
      state.apply(Events.suggested(trial));
      state.apply(Events.started(trial, 1));
      state.apply(Events.measured(trial, 1, RUNG, early));
      losses.add(early);
      long better = losses.stream().filter(other -> other < early).count();
      boolean stopped = losses.size() > 3 && better > losses.size() / 3;
      double last = stopped ? early : late;
      if (stopped) {
        state.apply(
            new Event.Stopped(
                trial.id(), 1, RUNG, "rung", Map.of("loss", early), Map.of(), Events.NOON));
      } else {
        state.apply(Events.measured(trial, 1, END, late));
        state.apply(Events.finished(trial, 1, late));
      }
      search.tell(
          new Observation(
              trial,
              stopped ? Observation.Outcome.STOPPED : Observation.Outcome.FINISHED,
              OptionalDouble.of(last),
              stopped ? RUNG : END,
              Map.of("loss", last)));
    }
    state.apply(new Event.Completed("done", Events.NOON));
    return state.view();
  }
}
