package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.JobExecutionStatus;
import org.apache.spark.status.api.v1.JobData;
import org.attune.api.trial.Cause;
import org.attune.api.trial.Gpus;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialException;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.gpu.GpuPlan;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.MetricPoint;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TestSweepRun extends LocalSlots {

  private static final AtomicInteger AT_ONCE = new AtomicInteger();
  private static final AtomicInteger MOST_AT_ONCE = new AtomicInteger();
  private static volatile CountDownLatch both;

  @Test
  void everyTrialRunsOnceAndIsPublished() throws Exception {
    DrivenSweep sweep = sweep(6, "replicates: 2");

    SweepView state = sweep.run((trial, reporter) -> loss(began(trial)));

    assertThat(RUNS).hasSize(12);
    assertThat(state.counts().finished()).isEqualTo(12);
    assertThat(state.completed().orElseThrow().reason()).isEqualTo("every trial has ended");
    for (TrialStatus trial : sweep.trials()) {
      assertThat(trial.attempts()).hasSize(1);
      assertThat(trial.objective()).hasValue(DrivenSweep.number(trial));
    }
    assertThat(state.best().map(DrivenSweep::number)).contains(0L);
    assertThat(SweepJournal.tablesInForce(sweep.storage)).isPresent();
  }

  @Test
  void whatEndsWellIsNoFailedJobOfSparks() throws Exception {
    both = new CountDownLatch(DrivenSweep.SLOTS);

    sweep(3).run(new SlowToLeave());

    spark.sc().listenerBus().waitUntilEmpty(Duration.ofMinutes(20).toMillis());
    JobData last = spark.sc().statusStore().jobsList(null).head();
    assertThat(last.name()).isNotEmpty();
    assertThat(last.status()).isEqualTo(JobExecutionStatus.SUCCEEDED);
  }

  /** Work after which a slot comes to ask for more, and to quit, seconds later than it could. */
  private static final class SlowToLeave implements TrialWork {
    private static final long serialVersionUID = 1L;

    @Override
    public Result run(TrialContext trial, Reporter reporter) throws InterruptedException {
      both.countDown();
      both.await(); // each slot has come
      return loss(began(trial));
    }

    @Override
    public Optional<String> unusable() {
      LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
      return Optional.empty();
    }
  }

  @Test
  void replicatesOfAllCellsShareTheirSeeds() throws Exception {
    DrivenSweep sweep = sweep(3, "replicates: 2");

    sweep.run(
        (trial, reporter) -> {
          began(trial);
          return new TrialWork.Result(Map.of("loss", 0.0, "seed", (double) trial.seed()), Map.of());
        });

    for (int replicate = 0; replicate < 2; replicate++) {
      int wanted = replicate;
      assertThat(sweep.trials())
          .filteredOn(trial -> trial.trial().replicate() == wanted)
          .hasSize(3)
          .extracting(trial -> trial.attempt().orElseThrow().metrics().get("seed").longValue())
          .containsOnly(seed(sweep, replicate));
    }
    assertThat(seed(sweep, 0)).isNotEqualTo(seed(sweep, 1));
  }

  private static long seed(DrivenSweep sweep, int replicate) throws Exception {
    return sweep.trials().stream()
        .filter(trial -> trial.trial().replicate() == replicate)
        .findFirst()
        .orElseThrow()
        .trial()
        .seed();
  }

  @Test
  void trialsRunSideBySideButNoMoreThanAllowed() throws Exception {
    AT_ONCE.set(0);
    MOST_AT_ONCE.set(0);
    both = new CountDownLatch(DrivenSweep.SLOTS);

    sweep(20)
        .run(
            (trial, reporter) -> {
              MOST_AT_ONCE.accumulateAndGet(AT_ONCE.incrementAndGet(), Math::max);
              both.countDown();
              both.await(); // returns only when as many as allowed are here
              AT_ONCE.decrementAndGet();
              return loss(0);
            });

    assertThat(MOST_AT_ONCE).hasValue(DrivenSweep.SLOTS);
  }

  @Test
  void metricsArriveOnceEachInOrder() throws Exception {
    DrivenSweep sweep = sweep(2);

    SweepView state =
        sweep.run(
            (trial, reporter) -> {
              int number = began(trial);
              for (int step = 0; step < 300; step++) {
                double value = step == 7 ? Double.NaN : step + 1000.0 * number;
                reporter.report(step, Map.of("train_loss", value, "twice", 2.0 * step));
                Thread.sleep(step % 10 == 0 ? 5 : 0); // over several messages
              }
              return loss(number);
            });

    for (TrialStatus trial : state.trials()) {
      List<MetricPoint> metrics =
          state.metrics().stream()
              .filter(metric -> metric.trialId().equals(trial.trial().id()))
              .filter(metric -> metric.name().equals("train_loss"))
              .toList();
      assertThat(metrics).hasSize(300);
      for (int step = 0; step < 300; step++) {
        assertThat(metrics.get(step).step()).isEqualTo(step);
        double expected = step == 7 ? Double.NaN : step + 1000.0 * DrivenSweep.number(trial);
        assertThat(metrics.get(step).value()).isEqualTo(Double.valueOf(expected));
      }
      assertThat(trial.attempt().orElseThrow().lastStep()).isEqualTo(299);
    }
    assertThat(state.metrics()).hasSize(2 * 2 * 300);
    assertThat(state.ignored()).isEmpty();
  }

  @Test
  void whatARuleEndsTakesNoStepMore() throws Exception {
    DrivenSweep sweep = sweep(3, "stop: {patience: {reports: 3}}");

    SweepView state =
        sweep.run(
            (trial, reporter) -> {
              began(trial);
              for (int step = 1; step <= 50; step++) {
                reporter.reportAndAwait(step, Map.of("loss", 1.0));
              }
              return loss(0);
            });

    assertThat(state.trials())
        .hasSize(3)
        .allMatch(trial -> trial.state() == TrialState.STOPPED)
        .allMatch(trial -> trial.attempt().orElseThrow().lastStep() == 4);
  }

  @Test
  void transientFailuresAreRetriedAsOftenAsAllowed() throws Exception {
    DrivenSweep sweep = sweep(3, "execution: {retries: 2}");

    SweepView state =
        sweep.run(
            (trial, reporter) -> {
              int number = began(trial);
              if (number == 0 || number == 1 && trial.attempt() == 1) {
                throw new IllegalStateException("the disk hiccuped");
              }
              return loss(number);
            });

    assertThat(state.counts().failed()).isEqualTo(1);
    assertThat(state.counts().finished()).isEqualTo(2);
    TrialStatus hopeless = sweep.trial(0);
    assertThat(hopeless.state()).isEqualTo(TrialState.FAILED);
    assertThat(hopeless.attempts()).hasSize(3).allMatch(a -> failed(a, Cause.TRANSIENT));
    assertThat(hopeless.attempt().orElseThrow().message()).isEqualTo("the disk hiccuped");
    assertThat(sweep.trial(1).attempts()).hasSize(2);
    assertThat(sweep.trial(1).state()).isEqualTo(TrialState.FINISHED);
    assertThat(RUNS).hasSize(3 + 2 + 1);
  }

  @ParameterizedTest
  @EnumSource(names = {"DIVERGENCE", "TRIAL_FAULT"})
  void whatWouldFailAgainIsNotRetried(Cause cause) throws Exception {
    DrivenSweep sweep = sweep(2, "execution: {retries: 2}");

    sweep.run(
        (trial, reporter) -> {
          if (began(trial) == 0) {
            throw new TrialException(cause, "no use");
          }
          return loss(1);
        });

    assertThat(sweep.trial(0).attempts()).hasSize(1).allMatch(a -> failed(a, cause));
    assertThat(sweep.trial(0).state()).isEqualTo(TrialState.FAILED);
    assertThat(sweep.trial(1).state()).isEqualTo(TrialState.FINISHED);
  }

  @Test
  void memoryThatRanOutIsNamed() throws Exception {
    DrivenSweep sweep = sweep(1, "execution: {retries: 1}");

    sweep.run(
        (trial, reporter) -> {
          if (trial.attempt() == 1) {
            throw new IllegalStateException("in a layer", new OutOfMemoryError("native memory"));
          }
          throw new OutOfMemoryError("Java heap space");
        });

    assertThat(sweep.trial(0).attempts()).hasSize(2).allMatch(a -> failed(a, Cause.OUT_OF_MEMORY));
    assertThat(sweep.trial(0).attempt().orElseThrow().message()).isEqualTo("Java heap space");
  }

  private static volatile boolean cardLost;

  /** Work whose process is of no use once a trial has lost its card. */
  private static final class LosingTheCard implements TrialWork {
    private static final long serialVersionUID = 1L;

    @Override
    public Result run(TrialContext trial, Reporter reporter) throws Exception {
      if (began(trial) == 1) {
        cardLost = true;
        throw new TrialException(Cause.INFRASTRUCTURE, "an illegal address");
      }
      return loss(0);
    }

    @Override
    public Optional<String> unusable() {
      return cardLost ? Optional.of("The card is lost") : Optional.empty();
    }
  }

  @Test
  void aProcessThatHasLostItsCardRunsNoTrialAnyMoreAndItsTrialLosesNoRetry() throws Exception {
    cardLost = false;
    DrivenSweep sweep = sweep(3, "execution: {retries: 0}");

    assertThatThrownBy(() -> sweep.run(new LosingTheCard()))
        .hasMessageContaining("The card is lost; rerun the sweep to resume");
    cardLost = false; // another process
    sweep.run((trial, reporter) -> loss(began(trial)));

    assertThat(sweep.trial(1).attempts()).hasSizeGreaterThan(1);
    assertThat(sweep.trial(1).attempts().get(0)).matches(a -> failed(a, Cause.INFRASTRUCTURE));
    assertThat(sweep.trials()).allMatch(t -> t.state() == TrialState.FINISHED);
  }

  private static volatile String lostCard;
  private static final List<String> CARDS_USED = new CopyOnWriteArrayList<>();

  /** Work of which the second trial loses its card, of two. */
  private static final class LosingOneOfTwo implements TrialWork {
    private static final long serialVersionUID = 1L;

    @Override
    public Result run(TrialContext trial, Reporter reporter) throws Exception {
      String card = trial.gpus().device();
      both.countDown();
      both.await(); // each card has a trial
      if (began(trial) == 1 && trial.attempt() == 1) {
        lostCard = card;
        throw new TrialException(Cause.INFRASTRUCTURE, "an illegal address");
      }
      CARDS_USED.add(card);
      return loss(0);
    }

    @Override
    public Optional<String> unusable(Gpus gpus) {
      return gpus.device().equals(lostCard) ? Optional.of("it is lost") : Optional.empty();
    }
  }

  @Test
  void aSlotWhoseCardIsLostTakesNoTrialAnyMoreAndTheOthersGoOn(@TempDir Path locks)
      throws Exception {
    lostCard = "";
    CARDS_USED.clear();
    both = new CountDownLatch(DrivenSweep.SLOTS);
    DrivenSweep sweep = sweep(20, "execution: {retries: 0}");
    String id = locks.getFileName().toString(); // cards of this test alone
    sweep.gpus = new GpuPlan(1, List.of(id + "-a", id + "-b"));

    sweep.run(new LosingOneOfTwo());

    assertThat(sweep.trials()).allMatch(t -> t.state() == TrialState.FINISHED);
    assertThat(CARDS_USED).hasSize(20).filteredOn(lostCard::equals).isEmpty();
  }

  @Test
  void aTrialThatTakesTooLongEndsAtItsNextReport() throws Exception {
    DrivenSweep sweep = sweep(2, "execution: {trial-timeout: 2s, retries: 0}");

    sweep.run(
        (trial, reporter) -> {
          int number = began(trial);
          if (number == 0) {
            reporter.report(1, Map.of("loss", 1.0));
            HeldTime.pass(Duration.ofSeconds(3)); // at four it would be killed
            for (int step = 2; ; step++) {
              reporter.report(step, Map.of("loss", 1.0));
              Thread.sleep(10);
            }
          }
          return loss(number);
        },
        1);

    Attempt late = sweep.trial(0).attempt().orElseThrow();
    assertThat(late).matches(a -> failed(a, Cause.TIMEOUT));
    assertThat(late.message()).isEqualTo("took longer than the trial-timeout of 2 s");
    assertThat(late.lastStep()).isPositive();
    // Of one that is killed there is none.
    assertThat(sweep.storage.exists(SweepLayout.envelope(1, sweep.trial(0).trial().id(), 1)))
        .isTrue();
    assertThat(sweep.trial(1).state()).isEqualTo(TrialState.FINISHED);
  }

  @Test
  void aTrialThatTakesTooLongAndNeverReportsIsKilled() throws Exception {
    DrivenSweep sweep = sweep(1, "execution: {trial-timeout: 1s, retries: 1}");

    sweep.run(
        (trial, reporter) -> {
          began(trial);
          if (trial.attempt() == 1) {
            HeldTime.pass(Duration.ofSeconds(3)); // more than twice as long
            new CountDownLatch(1).await();
          }
          return loss(0);
        });

    assertThat(sweep.trial(0).attempts()).hasSize(2);
    assertThat(sweep.trial(0).attempts().get(0)).matches(a -> failed(a, Cause.TIMEOUT));
    assertThat(sweep.trial(0).state()).isEqualTo(TrialState.FINISHED);
    String id = sweep.trial(0).trial().id();
    assertThat(sweep.storage.exists(SweepLayout.envelope(1, id, 1))).isFalse();
    assertThat(sweep.storage.exists(SweepLayout.envelope(1, id, 2))).isTrue();
  }

  @Test
  void noTrialStartsOnceTheTimeIsUsedUp() throws Exception {
    DrivenSweep sweep = sweep(100, "budget: {wall-time: 1h}");

    SweepView state =
        sweep.run(
            (trial, reporter) -> {
              if (began(trial) == 4) {
                HeldTime.pass(Duration.ofHours(1));
              }
              return loss(0);
            },
            1);

    assertThat(RUNS).containsExactly("0.1", "1.1", "2.1", "3.1", "4.1");
    assertThat(state.counts().finished()).isEqualTo(5);
    assertThat(state.counts().running() + state.counts().pending()).isZero();
    assertThat(state.completed()).isEmpty();
    assertThat(state.suspended().orElseThrow().reason())
        .isEqualTo("the budget's wall-time of 1h is used up");
  }

  @Tag("soak")
  @Test
  void tenThousandEmptyTrialsCostWhatThePlatformPromises() throws Exception {
    SweepView state = sweep(10_000).run((trial, reporter) -> loss(0));

    assertThat(state.counts().finished()).isEqualTo(10_000);
    Duration secondHalf =
        Duration.between(end(state, 5_000), state.completed().orElseThrow().time());
    assertThat(secondHalf.dividedBy(5_000)).isLessThan(Duration.ofNanos(1_500_000));
  }

  /** When this number of trials had ended before. */
  private static Instant end(SweepView state, int trials) {
    return state.settledTrials().get(trials).attempts().get(0).endedAt().orElseThrow();
  }

  private static TrialWork.Result loss(double loss) {
    return new TrialWork.Result(Map.of("loss", loss), Map.of());
  }

  private static boolean failed(Attempt attempt, Cause cause) {
    return attempt.state() == TrialState.FAILED && attempt.cause().equals(Optional.of(cause));
  }
}
