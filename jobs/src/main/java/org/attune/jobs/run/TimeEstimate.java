package org.attune.jobs.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.task.DataOpener;

/**
 * Estimates the time of a sweep's trials on cores like this machine's. Products of matrices take
 * most of a large model's time, so FLOPs tell it. In a small model everything else takes most: the
 * start of a trial, its validations, and each step's work outside products. So the first steps of
 * some small trials are run and timed, and trials between these are interpolated by their FLOPs.
 *
 * @param gflops this machine's speed at matrix products, in GFLOP/s a core
 * @param timer times a trial
 */
record TimeEstimate(double gflops, Timer timer) {

  /**
   * A training's speed over that of matrix products alone. Measured 0.4 to 0.9; small models have
   * the least.
   */
  static final double EFFICIENCY = 0.5;

  /** Trials with slower steps, in seconds, are not run: FLOPs tell their time. */
  private static final double SLOW_STEP = 0.05;

  private static final int MOST_TIMED = 4;

  /** Where the dearest trial costs less than this times the cheapest, these two are timed. */
  private static final double ALIKE = 2;

  private static final int ENDS = 2;

  private static final Comparator<Priced> BY_FLOPS = Comparator.comparingDouble(Priced::flops);

  /** Measures a trial. */
  interface Timer {
    TrialTiming time(Configuration trial) throws Exception;
  }

  /** A trial of the sweep with its cost. */
  record Priced(Configuration trial, double flops, long steps) {}

  /**
   * The seconds of all trials.
   *
   * @param each the mean of the given trials on one core
   * @param once what a JVM needs once, to load and compile
   * @param reported the mean of what the timed trials report; empty if none was timed
   */
  record Times(double each, double once, Optional<ReportedValues> reported) {}

  static TimeEstimate here(double gflops, DataOpener data) {
    return new TimeEstimate(gflops, trial -> TrialTiming.measure(trial, data));
  }

  /**
   * The times of trials.
   *
   * @param trials at least one
   */
  Times of(List<Priced> trials) {
    List<Priced> small =
        trials.stream().filter(priced -> step(priced) < SLOW_STEP).sorted(BY_FLOPS).toList();
    double once = 0;
    TreeMap<Double, List<Double>> timed = new TreeMap<>(); // FLOPs, seconds
    List<ReportedValues> reported = new ArrayList<>();
    try {
      for (Priced priced : sample(small)) {
        double cold = timed.isEmpty() ? timer.time(priced.trial()).took() : 0;
        TrialTiming timing = timer.time(priced.trial());
        once += timed.isEmpty() ? Math.max(0, cold - timing.took()) : 0;
        timed
            .computeIfAbsent(priced.flops(), flops -> new ArrayList<>())
            .add(timing.of(priced.trial()));
        reported.add(timing.reported());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception failing) {
      timed.clear(); // the run will say what is wrong with the trial
    }
    double sum = 0;
    for (Priced priced : trials) {
      sum +=
          timed.isEmpty() || step(priced) >= SLOW_STEP
              ? products(priced)
              : interpolated(timed, priced.flops());
    }
    return new Times(
        sum / trials.size(),
        once,
        reported.isEmpty() ? Optional.empty() : Optional.of(ReportedValues.mean(reported)));
  }

  /** Trials that differ, from the cheapest to the dearest, evenly. */
  private static List<Priced> sample(List<Priced> sorted) {
    List<Priced> different = new ArrayList<>();
    Set<Configuration> seen = new HashSet<>();
    sorted.stream().filter(priced -> seen.add(priced.trial())).forEach(different::add);
    int count = Math.min(MOST_TIMED, different.size());
    List<Priced> sample = new ArrayList<>();
    if (count > 0
        && different.get(different.size() - 1).flops() < ALIKE * different.get(0).flops()) {
      count = Math.min(ENDS, count);
    }
    for (int i = 0; i < count; i++) {
      sample.add(different.get(count == 1 ? 0 : i * (different.size() - 1) / (count - 1)));
    }
    return sample;
  }

  /** Seconds of a whole trial by its FLOPs alone. */
  private double products(Priced priced) {
    return priced.flops() / (gflops * 1e9 * EFFICIENCY);
  }

  private double step(Priced priced) {
    return products(priced) / Math.max(1, priced.steps());
  }

  /** Between two timed trials on a line; outside, as the nearest. */
  private static double interpolated(TreeMap<Double, List<Double>> timed, double flops) {
    Map.Entry<Double, List<Double>> low = timed.floorEntry(flops);
    Map.Entry<Double, List<Double>> high = timed.ceilingEntry(flops);
    if (low == null || high == null || low.getKey().equals(high.getKey())) {
      return mean((low == null ? high : low).getValue());
    }
    double share = (flops - low.getKey()) / (high.getKey() - low.getKey());
    return (1 - share) * mean(low.getValue()) + share * mean(high.getValue());
  }

  private static double mean(List<Double> seconds) {
    return seconds.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
