package org.attune.sweeps.simulation;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.scheduler.LoopObserver;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.SweepLoop;
import org.attune.sweeps.scheduler.VirtualTime;
import org.attune.sweeps.search.Objective;
import org.attune.sweeps.spec.SweepSpec;

/**
 * A whole sweep in virtual time, by the loop, the scheduler, the search and the rules that would
 * run it.
 */
public final class Simulation {

  private static final Instant START = Instant.EPOCH;

  private final SweepSpec spec;
  private final AxisCatalog catalog;
  private final Curves curves;
  private final double failures;

  /**
   * What came of it.
   *
   * @param wall how long the sweep takes
   * @param compute over all workers
   * @param trials proposed, finished, stopped and failed for good
   * @param best the objective of the best that finished or was stopped; empty when there is none
   * @param messages that workers sent: reports and ends
   * @param real how long it took to simulate
   */
  public record Outcome(
      Duration wall,
      Duration compute,
      Trials trials,
      OptionalDouble best,
      long messages,
      Duration real) {}

  /** How many trials there were, and how they ended. */
  public record Trials(int all, int finished, int stopped, int failures) {}

  /**
   * @param failures the share of attempts that their machine does not live to end
   */
  public Simulation(SweepSpec spec, AxisCatalog catalog, Curves curves, double failures) {
    this.spec = spec;
    this.catalog = catalog;
    this.curves = curves;
    this.failures = failures;
  }

  /** Runs it on so many workers. */
  public Outcome run(int workers) throws IOException, InterruptedException {
    long since = System.nanoTime();
    VirtualTime time = new VirtualTime(START);
    Scheduler scheduler = new Scheduler(spec, spec.newSearch(catalog));
    scheduler.apply(
        new Event.Opened(SweepHeader.of(spec, scheduler.trials(), 1, Map.of()), 1, time.now()));
    SimulatedSlots slots = new SimulatedSlots(time, curves, failures);
    Tally tally = new Tally(spec.objective());
    new SweepLoop(
            scheduler,
            slots,
            events -> {
              events.forEach(tally::take);
              return CompletableFuture.completedFuture(null);
            },
            time,
            new SweepLoop.Setup(workers, 1, spec.execution().trialTimeout()),
            new Silent())
        .run();
    return new Outcome(
        Duration.between(START, tally.last),
        Duration.ofMillis((long) (slots.busySeconds() * 1e3)),
        new Trials(tally.trials, tally.finished, tally.stopped, tally.failures),
        Double.isNaN(tally.best) ? OptionalDouble.empty() : OptionalDouble.of(tally.best),
        tally.messages,
        Duration.ofNanos(System.nanoTime() - since));
  }

  /** Counts what happens, and keeps no more than what runs. */
  private static final class Tally {
    private final Objective objective;
    private final Map<String, Double> latest = new HashMap<>();
    private Instant last = START;
    private double best = Double.NaN;
    private int trials;
    private int finished;
    private int stopped;
    private int failures;
    private long messages;

    Tally(Objective objective) {
      this.objective = objective;
    }

    void take(Event event) {
      if (event instanceof Event.Suggested) {
        trials++;
      } else if (event instanceof Event.Measured measured) {
        messages++;
        Double value = measured.values().get(objective.metric());
        if (value != null) {
          latest.put(measured.trialId(), value);
        }
      } else if (event instanceof Event.Terminal end) {
        messages++;
        last = end.time();
        end(end);
      }
    }

    private void end(Event.Terminal end) {
      Double value = latest.remove(end.trialId());
      if (end instanceof Event.Finished done) {
        finished++;
        value = done.metrics().getOrDefault(objective.metric(), value);
      } else if (end instanceof Event.Stopped) {
        stopped++;
      } else {
        failures += end instanceof Event.Failed ? 1 : 0;
        return;
      }
      if (value != null && objective.better(value, best)) {
        best = value;
      }
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
