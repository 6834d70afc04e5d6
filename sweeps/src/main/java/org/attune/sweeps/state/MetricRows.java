package org.attune.sweeps.state;

/** Some consecutive metrics of a sweep. */
sealed interface MetricRows permits WideRows, PackedRows {

  /** The metric in a row. */
  MetricPoint get(int row);
}
