package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.cluster.table.TablePublisher;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.ExitCode;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.table.Tables;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep that an earlier version extended by replicates, which only its last cell got. */
class TestExtendedSweep {

  private static final String ONCE = ValidSweep.YAML + "search: {method: sobol, trials: 2}\n";
  private static final String TWICE = ONCE + "replicates: 2\n";

  private ValidSweep sweep;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    sweep = ValidSweep.in(folder);
    sweep.write(TWICE);
  }

  @Test
  void theSameExtensionOnceMoreRunsWhatIsMissing() throws Exception {
    completeWithoutOneTrial();

    Ran again = Ran.attune("run", sweep.spec() + "", "--out", sweep.results() + "", "--extend");

    assertThat(again.exit()).as(again.error()).isEqualTo(ExitCode.DONE);
    assertThat(SweepJournal.read(new LocalStorage(sweep.results())).counts())
        .isEqualTo(new Counts(0, 0, 4, 0, 0, 0));
  }

  /** Three seeds can decide a comparison, so their results are a look; two cannot. */
  @Test
  void anExtensionSaysWhatItAddsAndWhatItCosts() throws Exception {
    String three = ValidSweep.YAML + "replicates: 3\n";
    sweep.write(three);
    try (SweepJournal journal = sweep.begin(three)) {
      Search search = ValidSweep.read(three).newSearch(new TrialCatalog());
      while (search.ask() instanceof Proposal.Run next) {
        finish(journal, next.trial());
      }
      journal.append(new Event.Completed("all trials have ended", Instant.now())).join();
    }

    Printed seeds = extend("replicates=5");
    Printed cells = extend("axes.attention.gate=[none,learned,computed]");
    Printed budget = extend("budget.wall-time=5h");

    String warning =
        "warning: with --extend, no comparison that is open now gets a verdict in this sweep, because"
            + " results are known: what it shows later is only marked 'to confirm'; for a verdict,"
            + " run a new sweep with another seed instead\n";
    assertThat(seeds.error()).contains(warning);
    assertThat(seeds.output())
        .contains("\ndone        6 trials of these", "\nnew         4 trials\n");
    assertThat(cells.error()).contains(warning);
    assertThat(cells.output()).contains("\nnew         3 trials\n");
    assertThat(extend("axes.attention.gate=[none,computed]").output())
        .contains(
            "\ndone        6 trials of these and of values that ended, in ",
            "\nnew         3 trials\n");
    assertThat(budget.error()).doesNotContain("verdict");
    assertThat(budget.output()).contains("\nnew         0 trials\n");

    Printed learning = extend("search.method=tpe", "search.trials=4");
    Printed objective = printed("objective.metric=train_loss");
    assertThat(learning.error())
        .contains(
            "warning: with --extend, results choose cells from now on, so no comparison that is open"
                + " now gets a verdict; to test what the search finds, confirm it in a new sweep: attune"
                + " best DIR --confirm 3\n");
    assertThat(objective.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(objective.error())
        .contains(
            "Cannot extend small by the objective train_loss: 6 of 6 finished trials did not report"
                + " it, and without it they cannot be compared; choose a metric that all report");
  }

  @Test
  void withAnErrorLeftForLaterLooksTheWarningSaysWhatThisOneCosts() throws Exception {
    String several = ValidSweep.YAML + "replicates: 3\nlooks: several\n";
    sweep.write(several);
    try (SweepJournal journal = sweep.begin(several)) {
      Search search = ValidSweep.read(several).newSearch(new TrialCatalog());
      while (search.ask() instanceof Proposal.Run next) {
        finish(journal, next.trial());
      }
      journal.append(new Event.Completed("all trials have ended", Instant.now())).join();
    }

    assertThat(extend("replicates=5").error())
        .contains(
            "warning: with --extend, p of each comparison that is open now is multiplied by 4 instead"
                + " of 2, because results are known; to pay nothing, run a new sweep with another"
                + " seed instead\n");
  }

  /** Else its trials would stand under settings that none of them has. */
  @Test
  void anExtensionOfSettingsThatWouldRunNoTrialIsRefused() throws Exception {
    String search = ValidSweep.YAML + "search: {method: random, trials: 2}\n";
    complete(search);

    for (String set :
        List.of(
            "train.steps=3",
            "axes.attention.gate=[none,learned,computed]",
            "axes.model.heads=[1,2]")) {
      sweep
          .assertRefused(" by " + set.replaceAll("axes\\.|=.*", ""), extension(true, set))
          .contains(
              "Cannot extend small by ",
              ": search.trials allows no more than its 2 trials, so no trial would run with the new"
                  + " values; raise search.trials too, or run a new sweep");
      sweep.assertRefused("raise search.trials too", extension(false, set));
    }
    sweep.assertRefused(
        ": budget.trials allows no more than its 2 trials",
        extension(true, "train.steps=3", "search.trials=4", "budget.trials=2"));
    assertThat(extend("train.steps=3", "search.trials=4").output())
        .contains(
            "\ndone        2 trials of shorter training, in ",
            "\nnew         2 trials\nlonger      these train 3 steps; the 2 trials before stay as"
                + " they are\n");
    assertThat(extend("budget.wall-time=5h").output()).contains("\nnew         0 trials\n");
  }

  /** A grid's longer trials are cells of their own, unless a budget keeps them from running. */
  @Test
  void aGridWhoseBudgetIsUsedUpIsNotExtendedEither() throws Exception {
    complete(ValidSweep.YAML);

    sweep.assertRefused(
        "Cannot extend small by train.steps: budget.trials allows no more than its 2 trials",
        extension(true, "train.steps=3", "budget.trials=2"));
    assertThat(extend("train.steps=3").output()).contains("\nnew         2 trials\n");
  }

  private void complete(String yaml) throws Exception {
    sweep.write(yaml);
    try (SweepJournal journal = sweep.begin(yaml)) {
      Search search = ValidSweep.read(yaml).newSearch(new TrialCatalog());
      while (search.ask() instanceof Proposal.Run next) {
        finish(journal, next.trial());
      }
      journal.append(new Event.Completed("all trials have ended", Instant.now())).join();
    }
  }

  @Test
  void valuesThatEndedAreNotOfTheseAtTheNextExtensionEither() throws Exception {
    sweep.write(ValidSweep.YAML);
    String fewer = ValidSweep.YAML.replace("[none, learned]", "[learned, computed]");
    assertThat(fewer).isNotEqualTo(ValidSweep.YAML);
    try (SweepJournal journal = sweep.begin(ValidSweep.YAML)) {
      Search search = ValidSweep.read(ValidSweep.YAML).newSearch(new TrialCatalog());
      while (search.ask() instanceof Proposal.Run next) {
        finish(journal, next.trial());
      }
    }
    SweepHeader changed = SpecHeader.of(ValidSweep.read(fewer), 2, 1, Map.of());
    SweepJournal.extend(new LocalStorage(sweep.results()), changed, false, event -> {}).close();
    sweep.write(fewer);

    assertThat(extend("budget.wall-time=5h").output())
        .contains("\ndone        2 trials of these and of values that ended, in ");
  }

  private Printed extend(String... set) {
    Printed printed = printed(set);
    assertThat(printed.exit()).as(printed.error()).isZero();
    return printed;
  }

  private Printed printed(String... set) {
    return Printed.of(extension(true, set));
  }

  private Object[] extension(boolean dry, String... set) {
    List<Object> words =
        new ArrayList<>(List.of("run", sweep.spec(), "--out", sweep.results(), "--extend"));
    if (dry) {
      words.add("--dry-run");
    }
    for (String each : set) {
      words.addAll(List.of("--set", each));
    }
    return words.toArray();
  }

  private void completeWithoutOneTrial() throws Exception {
    LocalStorage storage = new LocalStorage(sweep.results());
    try (SweepJournal journal = sweep.begin(TWICE)) {
      Search search = ValidSweep.read(ONCE).newSearch(new TrialCatalog());
      Trial first = ((Proposal.Run) search.ask()).trial();
      Trial last = ((Proposal.Run) search.ask()).trial();
      finish(journal, first);
      finish(journal, last);
      finish(journal, Trial.of(2, last.configuration(), 1, ValidSweep.read(ONCE).seed()));
      journal.append(new Event.Completed("all trials have ended", Instant.now())).join();
      SweepView view = journal.state().view();
      TablePublisher publisher = new TablePublisher(storage, journal, Clock.systemUTC());
      publisher.publish(
          view.events(), Tables.all(view, new TrialCatalog().tree(), publisher::settledRows));
    }
  }

  private static void finish(SweepJournal journal, Trial trial) {
    Instant now = Instant.now();
    journal
        .append(
            List.of(
                new Event.Suggested(trial, 0, now),
                new Event.Started(trial.id(), 1, "0.0", "here", "cpu", Map.of(), now),
                new Event.Finished(trial.id(), 1, Map.of("validation_loss", 1.0), Map.of(), now)))
        .join();
  }
}
