package org.attune.sweeps.simulation;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.search.Objective;
import org.attune.api.search.Search;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.scheduler.LoopObserver;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.SweepLoop;
import org.attune.sweeps.scheduler.VirtualTime;
import org.attune.sweeps.spec.SweepSpec;

/**
 * Simulates a whole sweep in virtual time, with the loop, scheduler, search and rules of a real
 * run.
 */
public final class Simulation {

  private static final Instant START = Instant.EPOCH;

  private final SweepSpec spec;
  private final AxisCatalog catalog;
  private final Curves curves;
  private final double failures;

  /**
   * The result of a simulation.
   *
   * @param wall the sweep's duration
   * @param compute computing time over all workers
   * @param trials proposed, finished and stopped, and failed attempts
   * @param best the objective of the best finished trial, or of the best stopped one if none
   *     finished; empty if there is none
   * @param messages number of messages from workers: reports and ends
   * @param real real time of the simulation
   */
  public record Outcome(
      Duration wall,
      Duration compute,
      Trials trials,
      OptionalDouble best,
      long messages,
      Duration real) {}

  /** The number of trials, by kind of end, and of failed attempts. */
  public record Trials(int all, int finished, int stopped, int failures) {}

  /**
   * @param failures the share of attempts whose machine fails before their end
   */
  public Simulation(SweepSpec spec, AxisCatalog catalog, Curves curves, double failures) {
    this.spec = spec;
    this.catalog = catalog;
    this.curves = curves;
    this.failures = failures;
  }

  /** Runs the simulation on this many workers. */
  public Outcome run(int workers) throws IOException, InterruptedException {
    long since = System.nanoTime();
    VirtualTime time = new VirtualTime(START);
    Search search = spec.newSearch(catalog);
    Scheduler scheduler = new Scheduler(spec, search);
    scheduler.apply(
        new Event.Opened(SweepHeader.of(spec, scheduler.trials(), 1, Map.of()), 1, time.now()));
    SimulatedSlots slots = new SimulatedSlots(time, curvesFor(search), failures);
    Tally tally = new Tally(spec.objective());
    new SweepLoop(
            scheduler,
            slots,
            events -> {
              events.forEach(tally::take);
              return CompletableFuture.completedFuture(null);
            },
            time,
            SweepLoop.Setup.of(
                spec.execution(),
                workers,
                1,
                spec.execution().checkpoints().plan(search.carriesOn())),
            new LoopObserver() {})
        .run();
    return new Outcome(
        Duration.between(START, tally.last),
        Duration.ofMillis((long) (slots.busySeconds() * 1e3)),
        new Trials(tally.trials, tally.finished, tally.stopped, tally.failures),
        tally.best(),
        tally.messages,
        Duration.ofNanos(System.nanoTime() - since));
  }

  private Curves curvesFor(Search search) {
    return search
        .cutBy()
        .<Curves>map(steps -> new PartCurves(curves, steps, spec.base().integer(steps)))
        .orElse(curves);
  }

  /** Counts events, and keeps only running trials' data. */
  private static final class Tally {
    private final Objective objective;
    private final Map<String, Double> latest = new HashMap<>();
    private Instant last = START;
    private double bestFinished = Double.NaN;
    private double bestStopped = Double.NaN;
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
      Double reported = latest.remove(end.trialId());
      Double value = end.metrics().getOrDefault(objective.metric(), reported);
      if (end instanceof Event.Finished) {
        finished++;
        bestFinished = better(value, bestFinished);
      } else if (end instanceof Event.Stopped) {
        stopped++;
        bestStopped = better(value, bestStopped);
      } else if (end instanceof Event.Failed) {
        failures++;
      }
    }

    private double better(Double value, double best) {
      return value != null && objective.better(value, best) ? value : best;
    }

    OptionalDouble best() {
      double best = Double.isNaN(bestFinished) ? bestStopped : bestFinished;
      return Double.isNaN(best) ? OptionalDouble.empty() : OptionalDouble.of(best);
    }
  }
}
