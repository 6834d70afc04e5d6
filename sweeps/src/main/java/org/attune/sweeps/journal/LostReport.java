package org.attune.sweeps.journal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.SweepState;

/**
 * A report of an attempt that no journal has.
 *
 * @param furthest the latest step that the attempt had reported with it
 */
record LostReport(Event.OfAttempt event, long furthest) {

  /** An attempt's lost reports in their order; the list is modifiable. */
  static List<LostReport> inOrder(List<Event.OfAttempt> reports) {
    List<Event.OfAttempt> numbered = new ArrayList<>(reports);
    numbered.sort(Comparator.comparingInt(LostReport::number).thenComparingLong(SweepFacts::step));
    List<LostReport> lost = new ArrayList<>();
    long furthest = Long.MIN_VALUE;
    for (Event.OfAttempt report : numbered) {
      long step = SweepFacts.step(report);
      furthest = number(report) > 0 ? Math.max(furthest, step) : step;
      lost.add(new LostReport(report, furthest));
    }
    lost.sort(Comparator.comparingLong(LostReport::furthest));
    return lost;
  }

  /** Whether it was reported before another event of its attempt. */
  boolean before(Event.OfAttempt other) {
    return number(event) > 0 && number(other) > 0
        ? number(event) < number(other)
        : furthest < SweepFacts.step(other);
  }

  boolean runsIn(SweepState state) {
    return state.runs(event.trialId(), event.attempt());
  }

  /** The number of a measurement; 0 for one without, and for other events. */
  private static int number(Event.OfAttempt event) {
    return event instanceof Event.Measured measured ? measured.report() : 0;
  }
}
