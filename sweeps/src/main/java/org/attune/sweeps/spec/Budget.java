package org.attune.sweeps.spec;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.attune.sweeps.search.Search;

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

  /** How many trials are run of those that a search would propose. */
  public long trialsOf(Search search) {
    return Math.min(search.trials(), trials.orElse(Long.MAX_VALUE));
  }
}
