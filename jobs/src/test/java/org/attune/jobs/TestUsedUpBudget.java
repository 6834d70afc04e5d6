package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attune.api.search.Trial;
import org.attune.cluster.table.TablePublisher;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.ProcessSignals;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.table.Tables;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep whose budget is used up, though its last run ended for another reason. */
class TestUsedUpBudget {

  private ValidSweep sweep;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    sweep = ValidSweep.in(folder);
    sweep.write(ValidSweep.YAML + "budget: {trials: 1}\n");
  }

  @Test
  void itSaysSoAndNotThatItWasInterruptedOnce() throws Exception {
    interruptAfterOneTrial();

    Ran again = Ran.attune("run", sweep.spec().toString(), "--out", sweep.results().toString());

    assertThat(again.exit()).as(again.error()).isEqualTo(ExitCode.DONE);
    assertThat(again.output())
        .contains("the budget of 1 trials is used up: 1 planned trial remains; raise it");
    assertThat(Ran.attune("status", sweep.results().toString()).output())
        .contains("out of budget", "0 running, more pending beyond the budget, 0 failed");
  }

  /** Its one trial has ended and its tables are published when Ctrl-C comes. */
  private void interruptAfterOneTrial() throws Exception {
    LocalStorage storage = new LocalStorage(sweep.results());
    try (SweepJournal journal = sweep.begin(ValidSweep.YAML + "budget: {trials: 1}\n")) {
      Trial trial = Trial.of(0, ValidSweep.read(ValidSweep.YAML).base(), 0, 7);
      Instant now = Instant.now();
      journal
          .append(
              List.of(
                  new Event.Suggested(trial, 0, now),
                  new Event.Started(trial.id(), 1, "0.0", "here", "cpu", Map.of(), now),
                  new Event.Finished(trial.id(), 1, Map.of("validation_loss", 1.0), Map.of(), now),
                  new Event.Suspended(false, ProcessSignals.reason("INT"), now)))
          .join();
      SweepView view = journal.state().view();
      TablePublisher publisher = new TablePublisher(storage, journal, Clock.systemUTC());
      publisher.publish(
          view.events(), Tables.all(view, new TrialCatalog().tree(), publisher::settledRows));
    }
  }
}
