package org.attune.sweeps.state;

import java.time.Duration;
import java.util.Optional;

/** The mean of durations that are added one by one. */
final class MeanTime {

  private Duration sum = Duration.ZERO;
  private long count;

  void add(Duration time) {
    sum = sum.plus(time);
    count++;
  }

  /** The mean; empty before the first. */
  Optional<Duration> mean() {
    return count == 0 ? Optional.empty() : Optional.of(sum.dividedBy(count));
  }
}
