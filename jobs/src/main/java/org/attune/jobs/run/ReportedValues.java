package org.attune.jobs.run;

import java.util.List;
import java.util.stream.LongStream;
import org.attune.api.catalog.Configuration;
import org.attune.model.layer.Training;

/**
 * How many values a trial reports. Each is a row of the table {@code metrics}.
 *
 * @param start by the validation before the first step
 * @param end after the last step: by the last validation, and by what else the task evaluates
 */
record ReportedValues(double start, double end) {

  /** A training reports its loss about so often, wherever it does not validate. */
  private static final int LOSSES = 20;

  /** The means of several trials; at least one. */
  static ReportedValues mean(List<ReportedValues> valueses) {
    return new ReportedValues(
        valueses.stream().mapToDouble(ReportedValues::start).average().orElseThrow(),
        valueses.stream().mapToDouble(ReportedValues::end).average().orElseThrow());
  }

  /** The rows of a whole trial. A validation after the start reports the training loss too. */
  double rows(Configuration trial, long steps) {
    long every = evaluateEvery(trial);
    long between = Math.max(1, steps / LOSSES);
    long losses =
        LongStream.iterate(between, step -> step < steps, step -> step + between)
            .filter(step -> every == 0 || step % every != 0)
            .count();
    return start + validations(trial, steps) * (start + 1) + losses + end;
  }

  /** The number of a trial's validations between the first and the last. */
  static long validations(Configuration trial, long steps) {
    long every = evaluateEvery(trial);
    return every > 0 ? Math.max(0, (steps - 1) / every) : 0;
  }

  /** The steps from one validation to the next; 0 for none in between. */
  private static long evaluateEvery(Configuration trial) {
    return trial.has(Training.EVALUATE_EVERY.key()) ? trial.integer(Training.EVALUATE_EVERY) : 0;
  }
}
