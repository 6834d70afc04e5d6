package org.attune.sweeps.claim;

import java.util.OptionalDouble;
import org.attune.api.catalog.Configuration;

/** A sweep's results, in the form that claims query. */
public interface Outcomes {

  /**
   * The number of a cell's seeds that have ended in any way, counted from the first without gaps.
   */
  int ended(Configuration cell);

  /** Whether one seed of a cell has ended in any way. */
  default boolean ended(Configuration cell, int replicate) {
    return replicate < ended(cell);
  }

  /**
   * A final metric.
   *
   * @param replicate the seed's number, from 0
   * @return empty if the trial has no such number: it failed or diverged, or the value is NaN
   */
  OptionalDouble value(Configuration cell, int replicate, String metric);

  /**
   * Whether a cell's trials report a metric: some finished one has it, as a number or NaN, or none
   * has finished. A finished trial of an earlier version may lack a metric; that is not a failure.
   */
  default boolean reports(Configuration cell, String metric) {
    return true;
  }

  /** A trial's metric on the sealed split; empty if the trial was not scored there. */
  default OptionalDouble sealed(Configuration cell, int replicate, String metric) {
    return OptionalDouble.empty();
  }

  /** The values of final metrics. */
  @FunctionalInterface
  interface FinalMetrics {
    /** A final metric, as of {@link Outcomes#value}. */
    OptionalDouble of(Configuration cell, int replicate, String metric);
  }

  /** Results where all seeds of every cell have ended, tuning seeds too. */
  static Outcomes ended(int seeds, FinalMetrics values) {
    return new Outcomes() {
      @Override
      public int ended(Configuration cell) {
        return seeds;
      }

      @Override
      public boolean ended(Configuration cell, int replicate) {
        return true;
      }

      @Override
      public OptionalDouble value(Configuration cell, int replicate, String metric) {
        return values.of(cell, replicate, metric);
      }
    };
  }
}
