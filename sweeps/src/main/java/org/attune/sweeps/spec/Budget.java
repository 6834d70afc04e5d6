package org.attune.sweeps.spec;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where a sweep ends early; what is over is not started.
 *
 * @param trials most trials, replicates counted
 * @param wallTime most time since the sweep's first start, resumed runs included
 */
public record Budget(OptionalLong trials, Optional<Duration> wallTime) {

  /** No limit. */
  public static Budget unlimited() {
    return new Budget(OptionalLong.empty(), Optional.empty());
  }
}
