package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.attune.sweeps.analysis.CellPair;
import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.MeanTest.Interval;

/** What few seeds do to the intervals of a table: see {@link MeanTest#intervalOfPairs}. */
final class IntervalNotes {

  private IntervalNotes() {}

  /** A sentence each, where some interval needs it; of rows that Student's t judges. */
  static List<String> of(List<Interval> intervals) {
    List<String> notes = new ArrayList<>();
    if (intervals.stream().anyMatch(IntervalNotes::endsAtZero)) {
      notes.add("The interval is widened to 0: so few seeds cannot exclude 0.");
    }
    if (intervals.stream().anyMatch(at -> Double.isNaN(at.low()))) {
      notes.add(
          "A row whose differences are equal at all seeds has no interval: the seeds are too few.");
    }
    return notes;
  }

  /** The intervals of those pairs that Student's t judges. */
  static List<Interval> students(Stream<CellPair> pairs) {
    return pairs
        .filter(pair -> !pair.ranks() && !Double.isNaN(pair.adjusted()))
        .map(CellPair::interval)
        .toList();
  }

  /** Whether an interval says anything. */
  static boolean hasEnd(Interval interval) {
    return Double.isFinite(interval.low()) || Double.isFinite(interval.high());
  }

  private static boolean endsAtZero(Interval at) {
    return at.low() == 0 && at.high() > 0 || at.high() == 0 && at.low() < 0;
  }
}
