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
import org.attune.sweeps.event.EventHandlers;
import org.attune.sweeps.scheduler.LoopObserver;
import org.attune.sweeps.scheduler.LoopSetup;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.SweepLoop;
import org.attune.sweeps.scheduler.VirtualTime;
import org.attune.sweeps.spec.SpecHeader;
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
   * @param wall virtual time from the sweep's start to the last end of an attempt
   * @param compute virtual time of all attempts, summed over the workers
   * @param trials numbers of trials
   * @param best the objective of the best finished trial, or of the best stopped one if none
   *     finished with a value; empty if there is none
   * @param messages number of messages from workers: reports and ends
   * @param real time that the simulation itself took
   */
  public record SimulationResult(
      Duration wall,
      Duration compute,
      Trials trials,
      OptionalDouble best,
      long messages,
      Duration real) {}

  /**
   * The number of trials, by kind of end, and of failed attempts.
   *
   * @param all trials that the search proposed
   * @param finished trials that took all their steps
   * @param stopped trials that a stopping rule ended
   * @param failures failed attempts; one trial may have several
   */
  public record Trials(int all, int finished, int stopped, int failures) {}

  /**
   * @param spec of the sweep
   * @param catalog of the parameters that its axes set
   * @param curves what each trial reports, and when
   * @param failures the share of attempts whose machine fails before their end, 0 to 1
   */
  public Simulation(SweepSpec spec, AxisCatalog catalog, Curves curves, double failures) {
    this.spec = spec;
    this.catalog = catalog;
    this.curves = curves;
    this.failures = failures;
  }

  /** Runs the simulation on this many workers, at least one. */
  public SimulationResult run(int workers) throws IOException, InterruptedException {
    long since = System.nanoTime();
    VirtualTime time = new VirtualTime(START);
    Search search = spec.newSearch(catalog);
    Scheduler scheduler = new Scheduler(spec, search);
    scheduler.apply(
        new Event.Opened(SpecHeader.of(spec, scheduler.trials(), 1, Map.of()), 1, time.now()));
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
            setup(search, workers),
            new LoopObserver() {})
        .run();
    return new SimulationResult(
        Duration.between(START, tally.last),
        Duration.ofMillis((long) (slots.busySeconds() * 1e3)),
        new Trials(tally.proposed, tally.finished, tally.stopped, tally.failures),
        tally.best(),
        tally.messages,
        Duration.ofNanos(System.nanoTime() - since));
  }

  private LoopSetup setup(Search search, int workers) {
    return LoopSetup.of(
        spec.execution(), workers, 1, spec.execution().checkpoints().plan(search.carriesOn()));
  }

  /** The curves, cut into the parts in which the search runs its trials, if it does. */
  private Curves curvesFor(Search search) {
    return search
        .cutBy()
        .<Curves>map(steps -> new PartCurves(curves, steps, spec.base().integer(steps)))
        .orElse(curves);
  }

  /** Counts events. It keeps only the latest of a trial's values, while the trial runs. */
  private static final class Tally {
    private static final EventHandlers<Tally> HANDLERS =
        EventHandlers.of(Tally.class)
            .on(Event.Suggested.class, (tally, event) -> tally.proposed++)
            .on(Event.Measured.class, Tally::measured)
            .on(Event.Finished.class, Tally::finished)
            .on(Event.Stopped.class, Tally::stopped)
            .on(Event.Failed.class, Tally::failed)
            .on(Event.Paused.class, Tally::ended)
            .on(Event.Abandoned.class, Tally::ended)
            .ignore(
                Event.Opened.class,
                Event.Started.class,
                Event.Noted.class,
                Event.Decided.class,
                Event.Checkpointed.class,
                Event.Retried.class,
                Event.Suspended.class,
                Event.Rested.class,
                Event.Stated.class,
                Event.Unsealed.class,
                Event.Prioritised.class,
                Event.Reused.class,
                Event.Completed.class)
            .build();

    private final Objective objective;
    private final Map<String, Double> latest = new HashMap<>(); // objective, by trial
    private Instant last = START; // end of an attempt
    private double bestFinished = Double.NaN;
    private double bestStopped = Double.NaN;
    private int proposed;
    private int finished;
    private int stopped;
    private int failures;
    private long messages;

    Tally(Objective objective) {
      this.objective = objective;
    }

    void take(Event event) {
      HANDLERS.handle(this, event);
    }

    private void measured(Event.Measured event) {
      messages++;
      Double value = event.values().get(objective.metric());
      if (value != null) {
        latest.put(event.trialId(), value);
      }
    }

    private void finished(Event.Finished event) {
      finished++;
      bestFinished = betterOf(ended(event), bestFinished);
    }

    private void stopped(Event.Stopped event) {
      stopped++;
      bestStopped = betterOf(ended(event), bestStopped);
    }

    private void failed(Event.Failed event) {
      failures++;
      ended(event);
    }

    /** Counts an end; returns the trial's last value, or null if it has none. */
    private Double ended(Event.Terminal event) {
      messages++;
      last = event.time();
      Double reported = latest.remove(event.trialId());
      return event.metrics().getOrDefault(objective.metric(), reported);
    }

    private double betterOf(Double value, double best) {
      return value != null && objective.better(value, best) ? value : best;
    }

    OptionalDouble best() {
      double best = Double.isNaN(bestFinished) ? bestStopped : bestFinished;
      return Double.isNaN(best) ? OptionalDouble.empty() : OptionalDouble.of(best);
    }
  }
}
