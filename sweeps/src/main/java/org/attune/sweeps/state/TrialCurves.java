package org.attune.sweeps.state;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What trials measured step by step: by metric, by trial and by step, the latest finite value of
 * each step.
 */
public final class TrialCurves {

  private TrialCurves() {}

  /**
   * The curves of some trials and metrics.
   *
   * @param trials whether a trial is wanted
   * @param metrics whether a metric is wanted, by name
   */
  public static SortedMap<String, Map<String, SortedMap<Long, Double>>> of(
      SweepView sweep, Predicate<TrialStatus> trials, Predicate<String> metrics) {
    Map<String, TreeMap<Integer, Long>> begins = new HashMap<>(); // first steps by attempt
    for (TrialStatus status : sweep.trials()) {
      if (status.attempt().isPresent() && trials.test(status)) {
        begins.put(
            status.trial().id(),
            new TreeMap<>(Map.of(status.attempt().get().number(), Long.MAX_VALUE)));
      }
    }
    for (MetricPoint metric : sweep.metrics()) {
      TreeMap<Integer, Long> attempts = begins.get(metric.trialId());
      if (attempts != null && metric.attempt() <= attempts.lastKey()) {
        attempts.merge(metric.attempt(), metric.step(), Math::min);
      }
    }
    SortedMap<String, Map<String, SortedMap<Long, Double>>> byMetric = new TreeMap<>();
    for (MetricPoint metric : sweep.metrics()) {
      TreeMap<Integer, Long> attempts = begins.get(metric.trialId());
      if (attempts != null && metrics.test(metric.name()) && counts(metric, attempts)) {
        byMetric
            .computeIfAbsent(metric.name(), name -> new LinkedHashMap<>())
            .computeIfAbsent(metric.trialId(), trial -> new TreeMap<>())
            .put(metric.step(), metric.value());
      }
    }
    for (Map<String, SortedMap<Long, Double>> curves : byMetric.values()) {
      curves.values().forEach(curve -> curve.values().removeIf(value -> !Double.isFinite(value)));
      curves.values().removeIf(Map::isEmpty);
    }
    byMetric.values().removeIf(Map::isEmpty);
    return byMetric;
  }

  /**
   * Whether a measurement is part of its trial's curve: no later attempt began at or before its
   * step. An attempt that resumes from a state of the user's program continues the curve of the
   * attempt before; an attempt that begins anew replaces it.
   *
   * @param begins the first step of each attempt, up to the one with the trial's result
   */
  private static boolean counts(MetricPoint metric, TreeMap<Integer, Long> begins) {
    return begins.containsKey(metric.attempt())
        && begins.tailMap(metric.attempt(), false).values().stream()
            .allMatch(first -> first > metric.step());
  }
}
