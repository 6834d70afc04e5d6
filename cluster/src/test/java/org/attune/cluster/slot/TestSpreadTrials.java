package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.VoidFunction;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialException;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.TrialState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Trials that take several slots at once, beside others that take one; on twelve cores. */
class TestSpreadTrials extends LocalSlots {

  private static final AtomicInteger BUSY = new AtomicInteger();
  private static final AtomicInteger MOST = new AtomicInteger();

  @BeforeEach
  void forget() {
    BUSY.set(0);
    MOST.set(0);
  }

  @Test
  void spreadTrialsAndOthersShareTheClusterAndEachRunsOnce() throws Exception {
    DrivenSweep sweep = sweep(40, "execution: {retries: 0}");

    sweep.run(new EveryThird(8, Fault.NONE), SLOTS);

    assertThat(sweep.trials())
        .allMatch(t -> t.state() == TrialState.FINISHED && t.attempts().size() == 1);
    assertThat(sweep.trial(3).objective()).hasValue(8);
    assertThat(sweep.trial(3).attempts().get(0).metrics()).containsEntry("rounds", 3.0);
    assertThat(sweep.trial(4).objective()).hasValue(1);
    assertThat(MOST.get()).isLessThanOrEqualTo(SLOTS);
    assertThat(RUNS).hasSize(40).doesNotHaveDuplicates();
  }

  @Test
  void aSpreadTrialMayTakeTheWholeCluster() throws Exception {
    DrivenSweep sweep = sweep(8, "execution: {retries: 0}");

    sweep.run(new EveryThird(SLOTS, Fault.NONE), SLOTS);

    assertThat(sweep.trials())
        .allMatch(t -> t.state() == TrialState.FINISHED && t.attempts().size() == 1);
  }

  @Test
  void stoppingRulesEndASpreadTrialAtItsNextReport() throws Exception {
    DrivenSweep sweep = sweep(1, "stop: {patience: {reports: 2}}");

    sweep.run(new EveryThird(4, Fault.ENDLESS), SLOTS);

    assertThat(sweep.trial(0).state()).isEqualTo(TrialState.STOPPED);
  }

  @Test
  void aLostWorkerIsARecordedRetryThatCostsNone() throws Exception {
    DrivenSweep sweep = sweep(4, "execution: {retries: 0}");

    sweep.run(new EveryThird(4, Fault.CANCELLED_ONCE), SLOTS);

    assertThat(sweep.trials()).allMatch(trial -> trial.state() == TrialState.FINISHED);
    List<Attempt> attempts = sweep.trial(0).attempts();
    assertThat(attempts).hasSize(2);
    assertThat(attempts.get(0).cause()).contains(Cause.INFRASTRUCTURE);
    assertThat(attempts.get(0).message()).contains("a worker was lost");
  }

  @Test
  void aSpreadTrialThatHangsIsEndedByItsTimeout() throws Exception {
    DrivenSweep sweep = sweep(5, "execution: {retries: 0, trial-timeout: 1s}");

    sweep.run(new EveryThird(4, Fault.HANGS), 4); // no other trial is there to be late too

    assertThat(sweep.trial(0).attempts()).hasSize(1);
    assertThat(sweep.trial(0).attempts().get(0).cause()).contains(Cause.TIMEOUT);
    assertThat(sweep.trial(1).state()).isEqualTo(TrialState.FINISHED);
  }

  private enum Fault {
    NONE,
    ENDLESS,
    CANCELLED_ONCE,
    HANGS
  }

  /** Every third trial is spread: its jobs' tasks wait for each other, so they run at once. */
  private record EveryThird(int room, Fault fault) implements SpreadWork {

    private static CountDownLatch met;

    @Override
    public int workers(TrialContext trial) {
      return number(trial) % 3 == 0 ? room : 0;
    }

    @Override
    public Result run(TrialContext trial, Reporter reporter) throws Exception {
      began(trial);
      busy(20);
      return new Result(Map.of("loss", 1.0), Map.of());
    }

    @Override
    public Result spread(JavaSparkContext spark, TrialContext trial, Reporter reporter)
        throws Exception {
      began(trial);
      int rounds = 0;
      while (rounds < 3 || fault == Fault.ENDLESS) {
        try {
          round(spark, trial);
        } catch (Exception e) {
          throw new TrialException(Cause.INFRASTRUCTURE, "a worker was lost: " + e, e);
        }
        rounds++;
        reporter.report(rounds, Map.of("loss", (double) room));
      }
      return new Result(Map.of("loss", (double) room, "rounds", (double) rounds), Map.of());
    }

    private void round(JavaSparkContext spark, TrialContext trial) {
      synchronized (EveryThird.class) {
        met = new CountDownLatch(room);
        boolean faulty = number(trial) == 0 && trial.attempt() == 1;
        Fault now = faulty ? fault : Fault.NONE;
        spark
            .parallelize(IntStream.range(0, room).boxed().toList(), room)
            .foreach(
                (VoidFunction<Integer>)
                    worker -> {
                      met.countDown();
                      met.await();
                      busy(2);
                      if (now == Fault.HANGS) {
                        HeldTime.pass(Duration.ofSeconds(1)); // each of four: it is killed at two
                        new CountDownLatch(1).await();
                      }
                      if (now == Fault.CANCELLED_ONCE) {
                        TestSpreadTrials.spark
                            .sc()
                            .cancelStage(org.apache.spark.TaskContext.get().stageId());
                        new CountDownLatch(1).await();
                      }
                    });
      }
    }

    private static void busy(long millis) throws InterruptedException {
      MOST.accumulateAndGet(BUSY.incrementAndGet(), Math::max);
      try {
        Thread.sleep(millis);
      } finally {
        BUSY.decrementAndGet();
      }
    }

    private static int number(TrialContext trial) {
      return Integer.parseInt(trial.configuration().get(NumberCatalog.NUMBER));
    }
  }
}
