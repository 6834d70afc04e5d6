package org.attune.sweeps.reuse;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.MetricPoint;
import org.attune.sweeps.state.TrialStatus;

/** The reports of a sweep's trials. */
final class TrialReports {

  private final List<MetricPoint> metrics;
  private final Map<String, List<Integer>> rows = new HashMap<>(); // by trial

  /** What a trial measured at one step. */
  record Report(long step, Map<String, Double> values) {}

  TrialReports(List<MetricPoint> metrics) {
    this.metrics = metrics;
    for (int row = 0; row < metrics.size(); row++) {
      rows.computeIfAbsent(metrics.get(row).trialId(), trial -> new ArrayList<>()).add(row);
    }
  }

  /**
   * The reports that led to the end of an attempt, in order: its own, and those of earlier attempts
   * up to the checkpoint that the next one started from.
   */
  List<Report> of(TrialStatus trial, Attempt attempt) {
    List<Attempt> attempts =
        trial.attempts().stream()
            .filter(before -> before.number() <= attempt.number())
            .sorted(Comparator.comparingInt(Attempt::number).reversed())
            .toList();
    List<Report> reports = new ArrayList<>();
    long until = Long.MAX_VALUE;
    for (Attempt part : attempts) {
      reports.addAll(0, of(trial.trial().id(), part.number(), until));
      until = Math.min(until, part.startStep());
      if (until == 0) {
        break;
      }
    }
    return reports;
  }

  private List<Report> of(String trial, int attempt, long until) {
    List<Report> reports = new ArrayList<>();
    int last = 0;
    for (int row : rows.getOrDefault(trial, List.of())) {
      MetricPoint metric = metrics.get(row);
      if (metric.attempt() != attempt || metric.step() > until) {
        continue;
      }
      if (reports.isEmpty() || metric.report() != last) {
        reports.add(new Report(metric.step(), new HashMap<>()));
        last = metric.report();
      }
      reports.get(reports.size() - 1).values().put(metric.name(), metric.value());
    }
    return reports;
  }
}
