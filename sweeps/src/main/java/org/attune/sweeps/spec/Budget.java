package org.attune.sweeps.spec;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.attune.api.search.Search;

/**
 * When a sweep ends early: trials beyond the budget are not started.
 *
 * @param trials most trials, replicates counted
 * @param wallTime most time since the sweep's first start, breaks between runs included
 * @param runTime most time in which a driver runs the sweep, breaks excluded
 */
public record Budget(OptionalLong trials, Optional<Duration> wallTime, Optional<Duration> runTime) {

  /** A budget without limits. */
  public static Budget unlimited() {
    return new Budget(OptionalLong.empty(), Optional.empty(), Optional.empty());
  }

  /** The number of trials to run out of those that a search would propose. */
  public long trialsOf(Search search) {
    return Math.min(search.trials(), trials.orElse(Long.MAX_VALUE));
  }
}
