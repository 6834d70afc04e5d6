package org.attune.cluster.slot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.api.storage.FencedException;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialWork;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.CurrentTables;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.Test;

/** What a driver makes of what the one before it left. */
class TestNextDriver extends LocalSlots {

  private static volatile CountDownLatch running;
  private static volatile CountDownLatch released;
  private static volatile CountDownLatch ended;

  @Test
  void aResultThatNobodyHeardOfIsAdopted() throws Exception {
    DrivenSweep sweep = sweep(3);
    Trial orphan = leaveRunning(sweep);
    leaveEnvelope(sweep, orphan, AttemptEnd.finished());

    SweepView state = sweep.run(TestNextDriver::finish);

    assertThat(RUNS).containsExactlyInAnyOrder("1.1", "2.1");
    TrialStatus adopted = sweep.trial(0);
    assertThat(adopted.state()).isEqualTo(TrialState.FINISHED);
    assertThat(adopted.attempts()).hasSize(1);
    assertThat(adopted.objective()).hasValue(0.25);
    assertThat(adopted.attempt().orElseThrow().provenance()).containsEntry("data_hash", "abc");
    assertThat(state.metrics())
        .filteredOn(metric -> metric.trialId().equals(orphan.id()))
        .extracting(metric -> metric.step() + "=" + metric.value())
        .containsExactly("1=2.0", "2=NaN");
  }

  @Test
  void aResultWhereAnEarlierVersionPutItIsAdopted() throws Exception {
    DrivenSweep sweep = sweep(2);
    Trial orphan = leaveRunning(sweep);
    leaveEnvelope(sweep, orphan, AttemptEnd.finished());
    String path = SweepLayout.envelope(1, orphan.id(), 1);
    try (InputStream result = sweep.storage.open(path)) {
      sweep.storage.replace(SweepLayout.earlierEnvelope(1, orphan.id(), 1), result.readAllBytes());
    }
    sweep.storage.delete(path);

    sweep.run(TestNextDriver::finish);

    assertThat(sweep.trial(0).objective()).hasValue(0.25);
    assertThat(RUNS).containsExactly("1.1");
  }

  @Test
  void aTimeoutThatNobodyHeardOfIsStillAFailure() throws Exception {
    DrivenSweep sweep = sweep(1, "execution: {retries: 1}");
    Trial orphan = leaveRunning(sweep);
    leaveEnvelope(
        sweep,
        orphan,
        AttemptEnd.stopped(new SlotReply.Stop("took too long", Slots.Stop.Kind.TIMEOUT)));

    sweep.run(TestNextDriver::finish);

    Attempt first = sweep.trial(0).attempts().get(0);
    assertThat(first.state()).isEqualTo(TrialState.FAILED);
    assertThat(first.cause()).contains(Cause.TIMEOUT);
    assertThat(sweep.trial(0).state()).isEqualTo(TrialState.FINISHED);
    assertThat(RUNS).containsExactly("0.2");
  }

  @Test
  void whatLeftNoResultIsAbandonedAndRunAgain() throws Exception {
    DrivenSweep sweep = sweep(2);
    leaveRunning(sweep);

    sweep.run(TestNextDriver::finish);

    assertThat(RUNS).containsExactlyInAnyOrder("0.2", "1.1");
    assertThat(sweep.trial(0).attempts())
        .extracting(Attempt::state)
        .containsExactly(TrialState.ABANDONED, TrialState.FINISHED);
    assertThat(sweep.trial(0).objective()).hasValue(0);
  }

  @Test
  void aResultThatCannotBeReadIsNotAdopted() throws Exception {
    DrivenSweep sweep = sweep(1);
    Trial orphan = leaveRunning(sweep);
    sweep.storage.createExclusively(
        SweepLayout.envelope(1, orphan.id(), 1), "{\"sweep".getBytes(UTF_8));

    sweep.run(TestNextDriver::finish);

    assertThat(RUNS).containsExactly("0.2");
    assertThat(sweep.trial(0).state()).isEqualTo(TrialState.FINISHED);
  }

  @Test
  void aResultOfAnotherSweepIsNotAdopted() throws Exception {
    DrivenSweep sweep = sweep(1);
    Trial orphan = leaveRunning(sweep);
    leaveEnvelope(sweep, orphan, AttemptEnd.finished(), "other-12345678");

    assertThat(LeftResults.unreadable(sweep.storage, SweepJournal.read(sweep.storage)))
        .singleElement(STRING)
        .contains(SweepLayout.envelope(1, orphan.id(), 1), "another sweep's: trial " + orphan.id());
    sweep.run(TestNextDriver::finish);

    assertThat(RUNS).containsExactly("0.2");
    assertThat(sweep.trial(0).objective()).hasValue(0);
  }

  @Test
  void theSearchIsToldOfEachTrialOnce() throws Exception {
    DrivenSweep sweep = sweep(4);
    Trial orphan = leaveRunning(sweep);
    leaveEnvelope(sweep, orphan, AttemptEnd.finished());
    leaveWaiting(sweep); // it ends, and so does the orphan, before the search is asked again
    Listening search = new Listening(sweep.search());

    sweep.run(TestNextDriver::finish, 1, search, sweep.directory);

    // Of the last one it is told when it is asked again, which may be never.
    assertThat(search.told).contains("0: 0.25", "1: 1.0", "2: 2.0").doesNotHaveDuplicates();
  }

  @Test
  void aDriverThatIsShutOutEndsThoughItsTrialsSayNothing() throws Exception {
    DrivenSweep sweep = sweep(2);
    running = new CountDownLatch(2);
    released = new CountDownLatch(1);
    ended = new CountDownLatch(2);
    FutureTask<SweepView> stale = new FutureTask<>(() -> sweep.run(TestNextDriver::await));
    new Thread(stale, "stale driver").start();
    running.await();

    try (SweepJournal next = sweep.open(true)) {
      assertThatThrownBy(stale::get)
          .hasMessageContaining("Another driver took over")
          .cause()
          .hasCauseInstanceOf(FencedException.class);
      ended.await(); // its executors are free
    }
  }

  @Test
  void aDriverThatIsShutOutEndsAndChangesNothingThatIsRead() throws Exception {
    DrivenSweep sweep = sweep(2);
    sweep.lookEvery = Duration.ofDays(1); // the journal tells it
    running = new CountDownLatch(2);
    released = new CountDownLatch(1);
    ended = new CountDownLatch(2);
    FutureTask<SweepView> stale = new FutureTask<>(() -> sweep.run(TestNextDriver::await));
    Thread driver = new Thread(stale, "stale driver");
    driver.start();
    running.await();

    try (SweepJournal next = sweep.open(true)) {
      List<TrialStatus> trials = sweep.trials();
      Optional<CurrentTables> tables = SweepJournal.tablesInForce(sweep.storage);
      released.countDown();
      assertThatThrownBy(stale::get)
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Another driver took over")
          .hasCauseInstanceOf(FencedException.class);
      assertThat(sweep.trials()).isEqualTo(trials);
      assertThat(SweepJournal.tablesInForce(sweep.storage)).isEqualTo(tables);
      assertThat(next.epoch()).isEqualTo(2);
    }

    RUNS.clear();
    sweep.run(TestNextDriver::finish);
    // What had ended is adopted; what was cut short is not a failure of the trial, and run again.
    assertThat(RUNS).containsExactly("1.2");
    assertThat(sweep.trial(0).attempts()).hasSize(1);
    assertThat(sweep.trial(1).attempts())
        .extracting(Attempt::state)
        .containsExactly(TrialState.ABANDONED, TrialState.FINISHED);
  }

  /** Number 0 goes on when it is released; the others until they are interrupted. */
  private static TrialWork.Result await(TrialContext trial, TrialWork.Reporter reporter)
      throws InterruptedException {
    int number = began(trial);
    running.countDown();
    try {
      (number == 0 ? released : new CountDownLatch(1)).await();
    } finally {
      ended.countDown();
    }
    return new TrialWork.Result(Map.of("loss", (double) number), Map.of());
  }

  private static TrialWork.Result finish(TrialContext trial, TrialWork.Reporter reporter) {
    return new TrialWork.Result(Map.of("loss", (double) began(trial)), Map.of());
  }

  /** A driver started the first trial and died. */
  private static Trial leaveRunning(DrivenSweep sweep) throws IOException {
    Trial first = next(sweep.search());
    try (SweepJournal journal = sweep.open(false)) {
      journal.append(new Event.Suggested(first, 0, Instant.now())).join();
      journal
          .append(new Event.Started(first.id(), 1, "0.1", "host", "cpu", Map.of(), Instant.now()))
          .join();
      journal
          .append(new Event.Measured(first.id(), 1, 1, Map.of("loss", 2.0), Instant.now()))
          .join();
    }
    return first;
  }

  private static Trial next(Search search) {
    return ((Proposal.Run) search.ask()).trial();
  }

  /** A driver suggested the second trial and died. */
  private static void leaveWaiting(DrivenSweep sweep) throws IOException {
    Search search = sweep.search();
    next(search);
    try (SweepJournal journal = sweep.open(false)) {
      journal.append(new Event.Suggested(next(search), 0, Instant.now())).join();
    }
  }

  /** Its executor ended the attempt before it died too. */
  private static void leaveEnvelope(DrivenSweep sweep, Trial trial, AttemptEnd ending)
      throws IOException {
    leaveEnvelope(sweep, trial, ending, SweepJournal.read(sweep.storage).header().sweepId());
  }

  private static void leaveEnvelope(
      DrivenSweep sweep, Trial trial, AttemptEnd ending, String sweepId) throws IOException {
    Envelope envelope =
        new Envelope(
            sweepId,
            1,
            trial.id(),
            1,
            ending,
            List.of(
                new Sample(1, Map.of("loss", 2.0), 1, 1_000),
                new Sample(2, Map.of("loss", Double.NaN), 2, 2_000)),
            List.of(),
            2,
            new TrialWork.Result(Map.of("loss", 0.25), Map.of("data_hash", "abc")),
            0,
            3_000,
            3);
    assertThat(
            sweep.storage.createExclusively(
                SweepLayout.envelope(1, trial.id(), 1), envelope.toJson()))
        .isTrue();
  }

  /** A search that notes what it is told. */
  private static final class Listening implements Search {
    private final Search search;
    private final List<String> told = new ArrayList<>();

    Listening(Search search) {
      this.search = search;
    }

    @Override
    public long trials() {
      return search.trials();
    }

    @Override
    public Proposal ask() {
      return search.ask();
    }

    @Override
    public void tell(Observation end) {
      told.add(
          end.trial().configuration().text(NumberCatalog.NUMBER)
              + ": "
              + end.value().orElseThrow());
    }
  }
}
