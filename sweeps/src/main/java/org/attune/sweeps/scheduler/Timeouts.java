package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Ends attempts that take too long: at their next report, or else by force. */
final class Timeouts {

  /** The longest time that a stopping attempt may take to reach its next report. */
  private static final Duration LONGEST_GRACE = Duration.ofSeconds(20);

  private final Optional<Duration> limit;
  private final Slots slots;
  private final Map<Long, Serving> stopped = new HashMap<>();

  Timeouts(Optional<Duration> limit, Slots slots) {
    this.limit = limit;
    this.slots = slots;
  }

  void enforce(Map<Long, Serving> serving, long nanos) {
    if (limit.isEmpty()) {
      return;
    }
    stopped.entrySet().removeIf(entry -> serving.get(entry.getKey()) != entry.getValue());
    long most = limit.get().toNanos();
    long grace = Math.min(most, LONGEST_GRACE.toNanos());
    serving.forEach(
        (slot, at) -> {
          long taken = nanos - at.sinceNanos();
          if (taken > most && stopped.put(slot, at) == null) {
            slots.stop(slot, stop());
          }
          if (taken > most + grace) {
            slots.kill(slot, "trial " + at.trial().id() + " does not stop");
          }
        });
  }

  /** Why an attempt on a lost slot was due to end, if it was. */
  Optional<Slots.Stop> of(Serving was) {
    return stopped.containsValue(was) ? Optional.of(stop()) : Optional.empty();
  }

  private Slots.Stop stop() {
    return new Slots.Stop(
        "took longer than the trial-timeout of " + limit.orElseThrow().toSeconds() + " s",
        Slots.Stop.Kind.TIMEOUT);
  }
}
