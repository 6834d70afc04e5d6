package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.attune.sweeps.spec.SweepSpec;

/**
 * Limits of a sweep that do not affect its numbers; they may differ between drivers.
 *
 * @param retries of a trial, counting all causes that use one up
 * @param trials the most trials suggested
 * @param wallTime no trial starts after this time since the sweep's first start
 */
public record Limits(int retries, OptionalLong trials, Optional<Duration> wallTime) {

  /** The limits of a spec. */
  public static Limits of(SweepSpec spec) {
    return new Limits(spec.execution().retries(), spec.budget().trials(), spec.budget().wallTime());
  }
}
