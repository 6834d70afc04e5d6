package org.attune.sweeps.scheduler;

import org.attune.sweeps.spec.Budget;
import org.attune.sweeps.spec.SweepSpec;

/**
 * Limits of a sweep that do not affect its numbers; they may differ between drivers.
 *
 * @param retries of a trial, counting all causes that use one up
 * @param budget the most trials suggested, and the times after which no trial starts
 */
public record Limits(int retries, Budget budget) {

  /** The limits of a spec. */
  public static Limits of(SweepSpec spec) {
    return new Limits(spec.execution().retries(), spec.budget());
  }
}
