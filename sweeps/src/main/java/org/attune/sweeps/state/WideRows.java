package org.attune.sweeps.state;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Metrics in arrays that hold any value, and can still be written. */
final class WideRows implements MetricRows {

  private final String[] trialIds = new String[MetricLog.ROWS];
  private final int[] attempts = new int[MetricLog.ROWS];
  private final String[] names = new String[MetricLog.ROWS];
  private final long[] steps = new long[MetricLog.ROWS];
  private final int[] reports = new int[MetricLog.ROWS];
  private final long[] micros = new long[MetricLog.ROWS];
  private final double[] values = new double[MetricLog.ROWS];

  /**
   * Sets a row.
   *
   * @param name the metric's name, one copy for all rows
   */
  void set(int row, MetricPoint metric, String name) {
    trialIds[row] = metric.trialId();
    attempts[row] = metric.attempt();
    names[row] = name;
    steps[row] = metric.step();
    reports[row] = metric.report();
    micros[row] = ChronoUnit.MICROS.between(Instant.EPOCH, metric.time());
    values[row] = metric.value();
  }

  @Override
  public MetricPoint get(int row) {
    return new MetricPoint(
        trialIds[row],
        attempts[row],
        steps[row],
        reports[row],
        names[row],
        values[row],
        Instant.EPOCH.plus(micros[row], ChronoUnit.MICROS));
  }

  /** The same metrics in less memory; itself where they do not fit. No row may be set later. */
  MetricRows packed() {
    return PackedRows.of(trialIds, attempts, names, steps, reports, micros, values)
        .<MetricRows>map(packed -> packed)
        .orElse(this);
  }
}
