package org.attune.jobs.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.layer.Training;
import org.attune.model.task.DataOpener;
import org.attune.model.train.TrialTrainer;

/**
 * The parts of a trial's time on one core, in seconds. The first steps of the trial measure them.
 *
 * @param around the time before the first step and after the last: data, network, validations
 * @param step the time of a training step
 * @param validation the time of a validation
 * @param took the time of the measurement
 * @param reported the values that the trial reports
 */
record TrialTiming(
    double around, double step, double validation, double took, ReportedValues reported) {

  private static final int STEPS = 40; // reported two by two
  private static final double PATIENCE = 0.5; // seconds of steps; slower ones need fewer

  /** The time of a whole trial. */
  double of(Configuration trial) {
    long steps = trial.integer(Training.STEPS);
    return around + steps * step + ReportedValues.validations(trial, steps) * validation;
  }

  /** Trains the first steps of a trial. */
  static TrialTiming measure(Configuration trial, DataOpener data)
      throws IOException, InterruptedException {
    Map<String, String> few = new HashMap<>(trial.values());
    int steps = Math.min(STEPS, trial.integer(Training.STEPS));
    few.put(Training.STEPS.key(), String.valueOf(steps));
    few.put(Training.EVALUATE_EVERY.key(), "0");
    List<double[]> reports = new ArrayList<>(); // step, seconds
    NavigableMap<Long, Integer> values = new TreeMap<>(); // by step
    long start = System.nanoTime();
    TrialTrainer.of(few, 0, data)
        .train(
            (step, metrics) -> {
              double at = seconds(start);
              reports.add(new double[] {step, at});
              values.merge(step, metrics.size(), Integer::sum);
              return at - reports.get(0)[1] < PATIENCE;
            });
    return of(reports, seconds(start), steps, reported(values, steps));
  }

  private static ReportedValues reported(NavigableMap<Long, Integer> values, long steps) {
    int first = values.firstEntry().getValue();
    return new ReportedValues(first, values.getOrDefault(steps, first + 1));
  }

  /**
   * The parts, from the reports of a training.
   *
   * @param reports step and time of each report; the first is the validation before step 1, and one
   *     at the last step follows the last validation
   * @param took when the training ended
   * @param steps that it was to take; it may have ended sooner
   */
  static TrialTiming of(List<double[]> reports, double took, int steps, ReportedValues reported) {
    double before = reports.get(0)[1];
    List<double[]> during = reports.stream().filter(report -> report[0] < steps).toList();
    double[] each = new double[Math.max(0, during.size() - 1)];
    for (int i = 0; i < each.length; i++) {
      double[] from = during.get(i);
      double[] to = during.get(i + 1);
      each[i] = (to[1] - from[1]) / (to[0] - from[0]);
    }
    if (each.length == 0) { // too few steps for a report between
      return new TrialTiming(took, 0, took / 2, took, reported);
    }
    double[] later = Arrays.copyOfRange(each, each.length / 2, each.length);
    double step = Arrays.stream(later).average().orElseThrow();
    double[] last = during.get(during.size() - 1);
    boolean ended = reports.get(reports.size() - 1)[0] >= steps;
    double after = ended ? Math.max(0, took - last[1] - (steps - last[0]) * step) : before;
    return new TrialTiming(before + after, step, Math.min(before, after / 2), took, reported);
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
