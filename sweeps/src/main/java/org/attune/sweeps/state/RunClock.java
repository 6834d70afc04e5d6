package org.attune.sweeps.state;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
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

  /** The time in which drivers have run the sweep, if the current one still runs now. */
  public Duration run(Instant now) {
    return earlier.plus(Duration.between(openedAt, now));
  }

  /** When drivers will have run the sweep for so long, if the current one goes on. */
  public Instant ranFor(Duration time) {
    return openedAt.plus(time).minus(earlier);
  }
}
