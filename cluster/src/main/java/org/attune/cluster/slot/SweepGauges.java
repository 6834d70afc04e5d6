package org.attune.cluster.slot;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.TrialStatus;

/** The driver's gauges of its sweep, which Spark's sinks publish: Prometheus, JMX and others. */
final class SweepGauges {

  private SweepGauges() {}

  /**
   * Adds the gauges. They are NaN while no sweep runs.
   *
   * @param sweep the sweep that runs now, or null
   */
  static void register(MetricRegistry registry, Supplier<SweepState> sweep) {
    add(registry, "trials.finished", sweep, state -> state.counts().finished());
    add(registry, "trials.stopped", sweep, state -> state.counts().stopped());
    add(registry, "trials.failed", sweep, state -> state.counts().failed());
    add(registry, "trials.running", sweep, state -> state.counts().running());
    add(registry, "trials.pending", sweep, state -> state.view().waiting());
    add(registry, "trials.total", sweep, state -> state.view().total());
    add(registry, "reports", sweep, state -> state.view().metrics().size());
    add(registry, "best", sweep, SweepGauges::best);
  }

  private static void add(
      MetricRegistry registry,
      String name,
      Supplier<SweepState> sweep,
      ToDoubleFunction<SweepState> value) {
    Gauge<Double> gauge =
        () -> Optional.ofNullable(sweep.get()).map(value::applyAsDouble).orElse(Double.NaN);
    registry.register("sweep." + name, gauge);
  }

  private static double best(SweepState state) {
    return state
        .view()
        .best()
        .map(TrialStatus::objective)
        .filter(objective -> objective.isPresent())
        .map(objective -> objective.getAsDouble())
        .orElse(Double.NaN);
  }
}
