package org.attune.jobs.run;

import java.util.List;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.identity.SpecExtension;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.state.SweepView;

/** An extension that changes what trials have, and runs none. */
final class IdleExtension {

  private IdleExtension() {}

  /**
   * Refuses it: the sweep's trials would stand under settings that none of them has.
   *
   * @param replayed the extended sweep's scheduler, which has seen the sweep's events
   */
  static void refuse(SweepView sweep, SweepHeader extended, Scheduler replayed) {
    List<String> changed = SpecExtension.changed(sweep.header().specText(), extended.specText());
    if (changed.isEmpty()) {
      return;
    }
    replayed
        .limit(SteadyClock.ofProcess().instant())
        .ifPresent(
            limit -> {
              throw new InputException(
                  "Cannot extend %s by %s: %s allows no more than its %s, so no trial would run with the new values; raise %s too, or run a new sweep, with another name or --out."
                      .formatted(
                          sweep.header().name(),
                          String.join(", ", changed),
                          limit,
                          Counted.of(sweep.counts().total(), "trial"),
                          limit));
            });
  }
}
