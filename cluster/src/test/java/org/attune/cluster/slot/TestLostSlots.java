package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.apache.spark.TaskContext;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.util.TaskCompletionListener;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.storage.Storage;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialWork;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.store.SweepLayout;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Slots that die, are taken away, or go on although they were given up. */
class TestLostSlots extends LocalSlots {

  private static volatile CountDownLatch all;
  private static volatile CountDownLatch released;
  private static volatile Path envelopes;
  private static volatile Storage storage;
  private static volatile CountDownLatch gone;

  /** The tasks of all slots but that of the first trial. */
  private static final Queue<Long> OTHERS = new ConcurrentLinkedQueue<>();

  @Test
  void aSlotThatDiesIsReplacedAndItsTrialRunAgain() throws Exception {
    DrivenSweep sweep = sweep(3, "execution: {retries: 0}");
    envelopes = directory.resolve("envelopes");

    sweep.run(
        (trial, reporter) -> {
          int number = began(trial);
          if (number == 0 && trial.attempt() == 1) {
            Files.writeString(envelopes, "in the way of every result");
          } else if (number == 0) {
            Files.deleteIfExists(envelopes);
          } else {
            awaitRun("0.2");
          }
          return loss(number);
        },
        1);

    assertThat(RUNS).containsExactly("0.1", "0.2", "1.1", "2.1");
    assertThat(sweep.trials()).allMatch(trial -> trial.state() == TrialState.FINISHED);
    Attempt lost = sweep.trial(0).attempts().get(0);
    assertThat(lost).matches(TestLostSlots::infrastructure);
    assertThat(lost.message()).startsWith("its slot was lost: ");
    assertThat(sweep.trial(1).attempt().orElseThrow().slot()).isNotEqualTo(lost.slot());
  }

  /** The message names the executor, where it said which of Spark's job groups was cancelled. */
  @Test
  void aTrialSaysWhichExecutorItLost() throws Exception {
    DrivenSweep sweep = sweep(1, "execution: {retries: 0}");

    sweep.run(
        (trial, reporter) -> {
          int number = began(trial);
          if (trial.attempt() == 1) {
            SparkListenerExecutorRemoved lost =
                new SparkListenerExecutorRemoved(
                    System.currentTimeMillis(), "driver", "worker lost");
            spark.sc().listenerBus().post(lost);
            new CountDownLatch(1).await();
          }
          return loss(number);
        },
        1);

    Attempt lost = sweep.trial(0).attempts().get(0);
    assertThat(lost).matches(TestLostSlots::infrastructure);
    assertThat(lost.message()).isEqualTo("its slot was lost: Spark has lost executor driver");
    assertThat(sweep.trial(0).state()).isEqualTo(TrialState.FINISHED);
  }

  @Test
  void aPreemptedTaskIsNotTheTrialsFault() throws Exception {
    DrivenSweep sweep = sweep(2, "execution: {retries: 0}");

    sweep.run(
        (trial, reporter) -> {
          int number = began(trial);
          if (number == 0 && trial.attempt() == 1) {
            // As when an executor is decommissioned: Spark starts the task again by itself.
            spark.sc().killTaskAttempt(TaskContext.get().taskAttemptId(), true, "preempted");
            new CountDownLatch(1).await();
          }
          return loss(number);
        });

    assertThat(sweep.trial(0).attempts()).hasSize(2);
    assertThat(sweep.trial(0).attempts().get(0)).matches(TestLostSlots::infrastructure);
    assertThat(sweep.trials()).allMatch(trial -> trial.state() == TrialState.FINISHED);
    assertThat(sweep.storage.exists(SweepLayout.envelope(1, sweep.trial(0).trial().id(), 1)))
        .isFalse();
  }

  @Test
  void aTrialThatOutlivesItsSlotChangesNothing() throws Exception {
    DrivenSweep sweep = sweep(12, "execution: {trial-timeout: 1s, retries: 1}");
    envelopes = directory.resolve("envelopes");
    released = new CountDownLatch(1);

    SweepView state =
        sweep.run(
            (trial, reporter) -> {
              int number = began(trial);
              if (number == 0 && trial.attempt() == 1) {
                HeldTime.pass(Duration.ofSeconds(3)); // it is killed at two
                awaitWhateverHappens(released);
                return loss(-1);
              }
              if (number == 0) {
                released.countDown();
                awaitFile(envelopes.resolveSibling(SweepLayout.envelope(1, trial.trial(), 1)));
              }
              return loss(number);
            },
            DrivenSweep.SLOTS,
            new OneFirst(sweep.search()),
            directory);

    Attempt killed = sweep.trial(0).attempts().get(0);
    assertThat(killed.cause()).contains(Cause.TIMEOUT);
    assertThat(sweep.trial(0).attempts()).hasSize(2);
    assertThat(sweep.trial(0).objective()).hasValue(0);
    assertThat(RUNS).hasSize(12 + 1).doesNotHaveDuplicates();
    assertThat(state.ignored()).isEmpty();
    assertThat(sweep.trials())
        .flatExtracting(trial -> trial.attempts())
        .filteredOn(attempt -> attempt.slot().equals(killed.slot()))
        .allMatch(attempt -> !attempt.startedAt().isAfter(killed.startedAt()));
  }

  @Test
  void idleSlotsMayDieWhileOthersWork() throws Exception {
    DrivenSweep sweep = sweep(SLOTS, "execution: {retries: 0}");
    storage = sweep.storage;
    all = new CountDownLatch(SLOTS);
    gone = new CountDownLatch(SLOTS - 1);
    OTHERS.clear();

    sweep.run(
        (trial, reporter) -> {
          int number = began(trial);
          if (number != 0) {
            OTHERS.add(TaskContext.get().taskAttemptId());
            TaskContext.get()
                .addTaskCompletionListener((TaskCompletionListener) task -> gone.countDown());
          }
          all.countDown();
          all.await(); // as many slots as trials
          if (number == 0) {
            awaitFinished(SLOTS - 1);
            OTHERS.forEach(task -> spark.sc().killTaskAttempt(task, true, "its room is needed"));
            gone.await();
          }
          return loss(number);
        },
        SLOTS);

    assertThat(sweep.trials())
        .allMatch(trial -> trial.state() == TrialState.FINISHED && trial.attempts().size() == 1);
  }

  @Test
  void aRunWhoseSlotsAllDieAtOnceIsGivenUpWithTheReason() throws Exception {
    DrivenSweep sweep = sweep(1);
    Path elsewhere = directory.resolve("elsewhere");

    assertThatThrownBy(
            () ->
                sweep.run(
                    (trial, reporter) -> loss(0), DrivenSweep.SLOTS, sweep.search(), elsewhere))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Gave up after 10 slots died")
        .hasMessageContaining("Cannot find the sweep's directory " + elsewhere);

    assertThat(sweep.trials()).allMatch(trial -> trial.attempts().isEmpty());
    assertThat(sweep.run((trial, reporter) -> loss(0)).counts().finished()).isEqualTo(1);
  }

  private static void awaitFinished(int trials) {
    await(() -> SweepJournal.read(storage).counts().finished() >= trials);
  }

  private static void awaitRun(String run) {
    await(() -> RUNS.contains(run));
  }

  private static void awaitFile(Path file) {
    await(() -> Files.exists(file));
  }

  private static void await(Callable<Boolean> event) {
    Awaitility.await().forever().pollInterval(Duration.ofMillis(10)).until(event);
  }

  /** Waits, and takes no notice of the interrupt that comes meanwhile: as native code does. */
  private static void awaitWhateverHappens(CountDownLatch latch) {
    boolean interrupted = false;
    while (latch.getCount() > 0 || !interrupted) {
      interrupted |= Thread.interrupted();
      Thread.onSpinWait();
    }
  }

  private static boolean infrastructure(Attempt attempt) {
    return attempt.state() == TrialState.FAILED
        && attempt.cause().equals(Optional.of(Cause.INFRASTRUCTURE));
  }

  private static TrialWork.Result loss(double loss) {
    return new TrialWork.Result(Map.of("loss", loss), Map.of());
  }

  /** A search that proposes nothing beside its first trial until that has ended. */
  private static final class OneFirst implements Search {
    private final Search search;
    private boolean asked;
    private boolean told;

    OneFirst(Search search) {
      this.search = search;
    }

    @Override
    public long trials() {
      return search.trials();
    }

    @Override
    public Proposal ask() {
      if (asked && !told) {
        return Proposal.LATER;
      }
      asked = true;
      return search.ask();
    }

    @Override
    public void tell(Observation end) {
      told = true;
      search.tell(end);
    }
  }
}
