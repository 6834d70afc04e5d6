package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.api.search.Trial;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.state.SweepState;
import org.junit.jupiter.api.Test;

/** On which seeds the table of pairs chooses a cell's tuned values. */
class TestTunedValues {

  private final List<Run> runs = new ArrayList<>();

  /** The rejected rate has more tuning seeds than the chosen one has fresh seeds. */
  @Test
  void tuningSeedsJudgeNoCell() {
    cell("none", ".1", 0, 4, 2);
    cell("none", ".2", Tuning.FIRST_SEED, 6, 1);
    cell("learned", ".2", 0, 4, 1);
    cell("learned", ".1", Tuning.FIRST_SEED, 6, 3);
    CellPair pair = pairs().pairs().get(0);

    assertThat(pair.controlAt()).isEqualTo("learning-rate=0.1");
    assertThat(pair.at()).isEqualTo("learning-rate=0.2");
    assertThat(pair.n()).isEqualTo(4);
    assertThat(pairs().tuning())
        .contains(
            "each at its best train.learning-rate"
                + " (values chosen on tuning seeds, cells compared on fresh seeds)");
  }

  /** The best of two that tuning seeds chose is no luckier than one, so p is not doubled. */
  @Test
  void aChoiceOnTuningSeedsCostsNothing() {
    cell("none", ".1", 0, 4, 2);
    cell("learned", ".2", 0, 4, 1);
    double one = pairs().pairs().get(0).probability();
    cell("learned", ".1", Tuning.FIRST_SEED, 2, 3);

    assertThat(pairs().pairs().get(0).probability()).isEqualTo(one);
  }

  @Test
  void otherChoicesAreTold() {
    cell("none", ".1", 0, 4, 2);
    cell("learned", ".2", 0, 4, 1);
    assertThat(pairs().tuning()).contains("each at its own train.learning-rate");
    cell("none", ".2", 0, 4, 3);
    assertThat(pairs().choice().label()).isEqualTo("values chosen on the same seeds");
    cell("learned", ".1", Tuning.FIRST_SEED, 2, 3);
    assertThat(pairs().choice().label())
        .isEqualTo("values of gate=none chosen on the same seeds, of gate=learned on tuning seeds");
  }

  /** Settings that tuning rejected have no fresh seed; the others have no difference in rates. */
  @Test
  void tuningSeedsAreInNoPairedComparison() {
    cell("none", ".1", 0, 4, 2);
    cell("learned", ".1", 0, 4, 1);
    cell("none", ".2", Tuning.FIRST_SEED, 2, 3);
    cell("learned", ".2", Tuning.FIRST_SEED, 2, 3);
    SweepAnalysis analysis = SweepAnalysis.of(observed());

    assertThat(analysis.comparisons()).singleElement().extracting(PairedComparison::n).isEqualTo(4);
    assertThat(observed().runs()).hasSize(8);
  }

  /** Before fresh seeds end, there is nothing else to describe. */
  @Test
  void tuningSeedsAloneAreDescribed() {
    cell("none", ".2", Tuning.FIRST_SEED, 2, 3);

    assertThat(observed().runs()).hasSize(2);
  }

  /** The chosen setting is described by its tuning seeds until a fresh seed ends. */
  @Test
  void aChosenSettingStaysWhileItsFreshSeedsRun() {
    SweepState sweep = new SweepState(Events.opened());
    finish(sweep, Events.trial(0, Tuning.FIRST_SEED), .5);
    finish(sweep, Events.trial(1, Tuning.FIRST_SEED), .1);
    Trial fresh = Events.trial(1, 0);
    sweep.apply(Events.suggested(fresh));

    assertThat(observed(sweep).runs()).extracting(Run::value).containsExactly(.5, .1);
    assertThat(observed(sweep).excluded().tuning()).isZero();
    sweep.apply(Events.started(fresh, 1));
    sweep.apply(Events.finished(fresh, 1, .2));
    assertThat(observed(sweep).runs()).extracting(Run::value).containsExactly(.2);
    assertThat(observed(sweep).rejected()).extracting(Run::value).containsExactly(.5);
  }

  /** Another arm's fresh seed has finished; this arm's best is not a rejected setting yet. */
  @Test
  void aChosenSettingIsAmongThoseTriedUntilItIsJudged() {
    SweepState sweep = new SweepState(Events.opened());
    finish(sweep, Events.trial(0, Tuning.FIRST_SEED), .1);
    sweep.apply(Events.suggested(Events.trial(0, 0)));
    finish(sweep, Events.trial(1, 0), .3);

    assertThat(observed(sweep).runs()).extracting(Run::value).containsExactly(.3);
    assertThat(observed(sweep).rejected()).extracting(Run::value).containsExactly(.1);
  }

  private static void finish(SweepState sweep, Trial trial, double loss) {
    sweep.apply(Events.suggested(trial));
    sweep.apply(Events.started(trial, 1));
    sweep.apply(Events.finished(trial, 1, loss));
  }

  private static Observations observed(SweepState sweep) {
    return Observations.of(sweep.view(), "loss", Optional.of(Goal.MINIMIZE));
  }

  private void cell(String gate, String rate, int first, int seeds, double mean) {
    Configuration cell =
        new Configuration(Map.of("attention.gate", gate, "train.learning-rate", rate));
    for (int seed = 0; seed < seeds; seed++) {
      double loss = mean + .001 * seed * (seed + mean);
      runs.add(new Run(gate + rate + seed, cell, first + seed, loss));
    }
  }

  private CellPairs pairs() {
    return CellPairs.of(observed()).orElseThrow();
  }

  private Observations observed() {
    return Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE);
  }
}
