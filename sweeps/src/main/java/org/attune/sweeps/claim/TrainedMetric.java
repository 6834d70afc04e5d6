package org.attune.sweeps.claim;

import org.attune.api.catalog.Configuration;
import org.attune.sweeps.statistics.Rounding;

/**
 * The arithmetic behind a cell's metrics. Attune's own networks compute in float32. A program of
 * the user reports numbers as text, and Attune takes them literally.
 */
public final class TrainedMetric {

  /** Every network of Attune has it, in journals of all versions. */
  private static final String NETWORK = "model.kind";

  private static final String TASK = "task";
  private static final String PROGRAM = "command";

  private TrainedMetric() {}

  /** The rounding of metrics that a cell's trials report. */
  public static Rounding rounding(Configuration cell) {
    boolean program = cell.has(TASK) && cell.text(TASK).equals(PROGRAM);
    return cell.has(NETWORK) && !program ? Rounding.FLOAT32 : Rounding.FLOAT64;
  }
}
