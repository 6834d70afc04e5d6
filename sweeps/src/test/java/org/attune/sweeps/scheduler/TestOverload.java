package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.attune.api.trial.Cause;
import org.attune.api.trial.CheckpointPlan;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.spec.ExecutionSettings;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.junit.jupiter.api.Test;

/** A slot whose messages come in faster than they can be handled: the next is there at once. */
class TestOverload {

  private static final int ENDLESS = 200_000;
  private static final Duration COST = Duration.ofMillis(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Busy time = new Busy();
  private final Flooding slots = new Flooding();
  private final SweepLoop loop;
  private Consumer<Integer> wish = message -> {};
  private int messages;

  TestOverload() throws Exception {
    SweepSpec spec = spec("axes: {train.steps: [1]}", "execution: {retries: 0}");
    Scheduler scheduler = new Scheduler(spec, spec.newSearch(SampleCatalog.CATALOG));
    scheduler.apply(
        new Event.Opened(
            SpecHeader.of(spec, scheduler.trials(), 1, Map.of()), 1, SimulatedSweep.NOON));
    loop =
        new SweepLoop(
            scheduler,
            slots,
            events -> CompletableFuture.completedFuture(null),
            time,
            LoopSetup.of(timed(), 1, 1, CheckpointPlan.NONE),
            new Silent());
  }

  private static ExecutionSettings timed() {
    ExecutionSettings standard = ExecutionSettings.STANDARD;
    return new ExecutionSettings(
        standard.retries(),
        standard.slots(),
        standard.threadsPerTrial(),
        Optional.of(TIMEOUT),
        standard.slotTimeout(),
        standard.checkpoints(),
        standard.gpusPerTrial());
  }

  @Test
  void anInterruptionDoesNotWaitForThemToEnd() throws Exception {
    wish =
        message -> {
          if (message == 1_000) {
            loop.interrupt("interrupted");
          }
        };

    assertThat(loop.run().kind()).isEqualTo(Ending.Kind.INTERRUPTED);

    assertThat(messages).isLessThan(3_000);
  }

  @Test
  void aTimeoutDoesNotWaitForThemToEnd() throws Exception {
    assertThat(loop.run()).isEqualTo(Ending.COMPLETE);

    assertThat(slots.stopped).contains("took longer than the trial-timeout of 5 s");
    assertThat(messages).isLessThan(2 * (int) TIMEOUT.dividedBy(COST));
  }

  /** A clock that goes on with each message that is handled, and with nothing else. */
  private static final class Busy implements Timeline {
    private final Deque<Runnable> posted = new ArrayDeque<>();
    private Duration passed = Duration.ZERO;

    @Override
    public Instant now() {
      return SimulatedSweep.NOON.plus(passed);
    }

    @Override
    public long nanos() {
      return passed.toNanos();
    }

    @Override
    public void post(Runnable action) {
      posted.add(action);
    }

    @Override
    public Runnable next(Duration atMost) {
      passed = passed.plus(COST);
      return posted.poll();
    }
  }

  private final class Flooding extends PlayedSlots {
    private Listener listener;
    private Optional<TrialContext> at = Optional.empty();
    private Optional<String> stopped = Optional.empty();

    Flooding() {
      super(
          new VirtualTime(SimulatedSweep.NOON),
          trial -> List.of(),
          Map.of(),
          new ArrayList<>(),
          new ArrayList<>());
    }

    @Override
    public void open(Listener listener) {
      super.open(listener);
      this.listener = listener;
    }

    @Override
    public void run(long slot, TrialContext trial) {
      at = Optional.of(trial);
      message();
    }

    private void message() {
      if (at.isPresent() && messages++ < ENDLESS) {
        wish.accept(messages);
        time.post(this::message);
      }
    }

    @Override
    public void stop(long slot, Stop stop) {
      TrialContext trial = at.orElseThrow();
      at = Optional.empty();
      stopped = Optional.of(stop.reason());
      listener.ended(
          slot,
          List.of(
              new Event.Failed(
                  trial.trial(), trial.attempt(), Cause.TIMEOUT, stop.reason(), time.now())));
    }

    @Override
    public void close() {
      at = Optional.empty();
      super.close();
    }
  }

  private static final class Silent implements LoopObserver {
    @Override
    public void tick(int slots) {}

    @Override
    public void ended(String trialId, int attempt) {}

    @Override
    public void ignored(long slot, Event.OfAttempt end) {}
  }
}
