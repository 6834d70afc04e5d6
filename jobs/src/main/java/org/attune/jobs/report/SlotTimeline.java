package org.attune.jobs.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/** What each slot ran, and when. */
record SlotTimeline(SweepView sweep) {

  /** A row for each attempt: trial, number, slot, start, end (null while it runs) and state. */
  List<Object[]> rows() {
    Map<Integer, Instant> heard = heard();
    List<Object[]> rows = new ArrayList<>();
    for (TrialStatus status : sweep.trials()) {
      for (Attempt attempt : status.attempts()) {
        Optional<Instant> end =
            orphaned(attempt) ? Optional.of(heard.get(attempt.epoch())) : attempt.endedAt();
        rows.add(
            new Object[] {
              status.trial().id(),
              attempt.number(),
              attempt.host() + " " + attempt.slot(),
              attempt.startedAt().toEpochMilli(),
              end.map(Instant::toEpochMilli).orElse(null),
              attempt.state().label()
            });
      }
    }
    return rows;
  }

  /**
   * When each driver last started or ended an attempt: those that died with it have no later trace.
   */
  private Map<Integer, Instant> heard() {
    Map<Integer, Instant> heard = new HashMap<>();
    for (TrialStatus status : sweep.trials()) {
      for (Attempt attempt : status.attempts()) {
        Instant last =
            orphaned(attempt) ? attempt.startedAt() : attempt.endedAt().orElse(attempt.startedAt());
        heard.merge(attempt.epoch(), last, (a, b) -> a.isAfter(b) ? a : b);
      }
    }
    return heard;
  }

  /** The next driver abandons such an attempt, perhaps after a night. */
  private static boolean orphaned(Attempt attempt) {
    return attempt.message().equals(Event.Abandoned.DRIVER_DIED);
  }
}
