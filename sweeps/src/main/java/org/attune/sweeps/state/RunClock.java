package org.attune.sweeps.state;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.sweeps.event.Event;

/**
 * When a sweep first started, and how long drivers have run it. A driver runs from its start to the
 * last event of its epoch, so breaks between drivers do not count. Other commands that write into a
 * break, such as a retry, open an epoch as well.
 */
public final class RunClock {

  private Optional<Instant> startedAt = Optional.empty();
  private Instant openedAt = Instant.EPOCH; // by the current driver
  private Instant last = Instant.EPOCH;
  private Duration earlier = Duration.ZERO; // in which earlier drivers ran

  /** Takes the time of the sweep's next event. */
  public void apply(Event event) {
    if (event instanceof Event.Opened) {
      earlier = earlier.plus(Duration.between(openedAt, last));
      openedAt = event.time();
      last = event.time();
      startedAt = startedAt.or(() -> Optional.of(event.time()));
    } else if (event.time().isAfter(last)) {
      last = event.time();
    }
  }

  /** When the sweep first started; empty before its first event. */
  public Optional<Instant> startedAt() {
    return startedAt;
  }

  /** How long drivers have run the sweep. */
  RanFor ran() {
    return new RanFor(earlier, openedAt, last);
  }

  /** When drivers will have run the sweep for so long, if the current one goes on. */
  public Instant ranFor(Duration time) {
    return openedAt.plus(time).minus(earlier);
  }

  /**
   * When the first of two times is over, if the current driver goes on; empty without either, and
   * before the sweep's first event.
   *
   * @param sinceStart counted from the sweep's first start
   * @param run in which drivers run the sweep
   */
  public Optional<Instant> deadline(Optional<Duration> sinceStart, Optional<Duration> run) {
    return startedAt.flatMap(
        start ->
            Stream.concat(sinceStart.map(start::plus).stream(), run.map(this::ranFor).stream())
                .min(Comparator.naturalOrder()));
  }
}
