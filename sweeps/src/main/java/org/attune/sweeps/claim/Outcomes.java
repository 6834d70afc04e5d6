package org.attune.sweeps.claim;

import java.util.OptionalDouble;
import org.attune.sweeps.catalog.Configuration;

/** The results of a sweep, as claims ask for them. */
public interface Outcomes {

  /** How many of a cell's seeds have ended, in any way, from the first on without a gap. */
  int ended(Configuration cell);

  /** Whether one seed of a cell has ended, in any way. */
  default boolean ended(Configuration cell, int replicate) {
    return replicate < ended(cell);
  }

  /**
   * A final metric.
   *
   * @param replicate the seed's number, from 0
   * @return empty when the trial has no such number: it failed, diverged, or is not a number
   */
  OptionalDouble value(Configuration cell, int replicate, String metric);
}
