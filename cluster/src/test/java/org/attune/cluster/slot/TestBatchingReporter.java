package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.attune.api.Checkpoints;
import org.attune.api.trial.TrialWork;
import org.attune.sweeps.scheduler.Slots;
import org.junit.jupiter.api.Test;

class TestBatchingReporter {

  private static final Map<String, Double> LOSS = Map.of("loss", 1.0);

  /** The reporter's clock, which a test moves. */
  private long nanos;

  @Test
  void eachSampleIsSentOrLeftForTheEnd() throws Exception {
    List<Sample> sent = new ArrayList<>();
    BatchingReporter reporter =
        reporter(
            samples -> {
              sent.addAll(samples);
              return new SlotReply.Continue(0);
            });

    for (int step = 0; step < 1_000; step++) {
      reporter.report(step, LOSS);
      nanos += 1_000_000;
    }

    assertThat(sent).hasSize(901); // the first goes at once, so a stop is soon heard of
    List<Sample> arrived = new ArrayList<>(sent);
    arrived.addAll(reporter.unsent());
    assertThat(arrived).hasSize(1_000).isEqualTo(reporter.samples());
    assertThat(reporter.lastStep()).isEqualTo(999);
  }

  @Test
  void whatTheJournalHasIsNotKept() throws Exception {
    AtomicLong arrived = new AtomicLong();
    BatchingReporter reporter =
        reporter(samples -> new SlotReply.Continue(arrived.getAndAdd(samples.size())));
    int most = 0;
    for (int step = 0; step < 5; step++) {
      reporter.report(step, LOSS);
      nanos += 110_000_000; // a message each time, and the journal is one behind
      most = Math.max(most, reporter.samples().size());
    }

    assertThat(most).isLessThanOrEqualTo(2);
    assertThat(reporter.lastStep()).isEqualTo(4);
  }

  @Test
  void aStopReachesTheTrialAndLeavesTheLastStepKnown() {
    SlotReply.Stop stop = new SlotReply.Stop("others do better", Slots.Stop.Kind.RESULT);
    BatchingReporter reporter = reporter(samples -> stop);

    assertThatThrownBy(() -> reporter.report(7, LOSS))
        .isInstanceOf(TrialWork.StoppedException.class)
        .hasMessage("others do better");

    assertThat(reporter.stop()).contains(stop);
    assertThat(reporter.dismissed()).isFalse();
    assertThat(reporter.unsent()).isEmpty();
    assertThat(reporter.lastStep()).isEqualTo(7);
  }

  @Test
  void aDismissalIsNoStop() {
    BatchingReporter reporter = reporter(samples -> new SlotReply.Quit());

    assertThatThrownBy(() -> reporter.report(0, LOSS))
        .isInstanceOf(TrialWork.StoppedException.class);

    assertThat(reporter.dismissed()).isTrue();
    assertThat(reporter.stop()).isEmpty();
  }

  @Test
  void theVerdictOnAReportIsHeardBeforeTheNextStep() {
    SlotReply.Stop stop = new SlotReply.Stop("others do better", Slots.Stop.Kind.RESULT);
    List<Integer> asked = new ArrayList<>();
    BatchingReporter reporter =
        reporter(
            samples -> {
              asked.add(samples.size());
              return asked.size() < 3 ? new SlotReply.Continue(0) : stop;
            });
    assertThatThrownBy(() -> reporter.reportAndAwait(7, LOSS))
        .isInstanceOf(TrialWork.StoppedException.class);

    assertThat(asked).containsExactly(1, 0, 0);
    assertThat(reporter.lastStep()).isEqualTo(7);
  }

  @Test
  void aReportThatTheJournalHasIsNoLongerWaitedFor() throws Exception {
    AtomicLong arrived = new AtomicLong();
    AtomicLong asked = new AtomicLong();
    BatchingReporter reporter =
        reporter(
            samples -> {
              asked.incrementAndGet();
              return new SlotReply.Continue(arrived.getAndAdd(samples.size()));
            });
    reporter.reportAndAwait(7, LOSS);
    reporter.reportAndAwait(8, Map.of("train_loss", 1.0)); // no rule goes by it

    assertThat(asked).hasValue(2);
    assertThat(reporter.samples()).hasSize(1);
  }

  @Test
  void aDriverThatNeverAnswersIsNotWaitedForLong() throws Exception {
    AtomicLong asked = new AtomicLong();
    BatchingReporter reporter =
        reporter(
            samples -> {
              asked.incrementAndGet();
              nanos += 300_000_000;
              return new SlotReply.Continue(0);
            });

    reporter.reportAndAwait(1, LOSS);

    assertThat(asked).hasValue(1 + 4); // the report, and one in vain at 0, 0.3, 0.6 and 0.9 s
  }

  @Test
  void aTrialThatChecksInHearsTheVerdictOnItsLastReportBeforeTheNext() throws Exception {
    SlotReply.Stop stop = new SlotReply.Stop("others do better", Slots.Stop.Kind.RESULT);
    List<Integer> sent = new ArrayList<>();
    BatchingReporter reporter =
        reporter(
            samples -> {
              sent.add(samples.size());
              return sent.size() < 3 ? new SlotReply.Continue(0) : stop;
            });
    reporter.report(1, LOSS);
    nanos += 50_000_000;
    reporter.report(2, LOSS); // too soon after the first to be sent at once
    reporter.checkIn();
    assertThat(sent).containsExactly(1);

    nanos += 50_000_000;
    reporter.checkIn();
    assertThat(sent).containsExactly(1, 1);
    nanos += 100_000_000;

    assertThatThrownBy(reporter::checkIn).hasMessage("others do better");
    assertThat(sent).containsExactly(1, 1, 0);
  }

  @Test
  void aTrialWhoseReportsAreInTheJournalAsksSeldom() throws Exception {
    AtomicLong asked = new AtomicLong();
    BatchingReporter reporter =
        reporter(
            samples -> {
              asked.incrementAndGet();
              return new SlotReply.Continue(1);
            });
    reporter.report(1, LOSS);
    for (int i = 0; i < 60 * 20; i++) {
      nanos += 50_000_000;
      reporter.checkIn();
    }

    assertThat(asked).hasValue(1 + 60 / 5);
  }

  @Test
  void aTrialThatReportsFasterThanTheJournalTakesWaitsForIt() throws Exception {
    AtomicLong asked = new AtomicLong();
    AtomicLong durable = new AtomicLong();
    List<Integer> carried = new ArrayList<>();
    BatchingReporter reporter =
        reporter(
            samples -> {
              carried.add(samples.size());
              boolean catchesUp = asked.incrementAndGet() % 5 == 0;
              return new SlotReply.Continue(
                  catchesUp
                      ? durable.addAndGet(carried.stream().mapToInt(n -> n).sum() - durable.get())
                      : durable.get());
            });
    int most = 0;
    for (int step = 0; step < 100_000; step++) {
      reporter.report(step, LOSS); // the clock stands still
      most = Math.max(most, reporter.samples().size());
    }

    assertThat(most).isLessThanOrEqualTo(10_000);
  }

  private BatchingReporter reporter(Function<List<Sample>, SlotReply> send) {
    return new BatchingReporter(
        (facts, samples) -> send.apply(samples),
        Checkpoints.NONE,
        Set.of("loss"),
        Duration.ofSeconds(1),
        () -> nanos,
        () -> 0);
  }
}
