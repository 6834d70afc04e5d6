package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.attune.sweeps.spec.SweepSpec;

/**
 * What bounds a sweep without shaping its numbers: it may differ from one driver to the next.
 *
 * @param retries of a trial, for all causes that cost one
 * @param trials most trials that are suggested
 * @param wallTime since the sweep's first start after which no trial is started
 */
public record Limits(int retries, OptionalLong trials, Optional<Duration> wallTime) {

  /** Those of a spec. */
  public static Limits of(SweepSpec spec) {
    return new Limits(spec.execution().retries(), spec.budget().trials(), spec.budget().wallTime());
  }
}
