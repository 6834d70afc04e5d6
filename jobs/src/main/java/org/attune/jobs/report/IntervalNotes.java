package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.sweeps.analysis.CellPair;
import org.attune.sweeps.statistics.Arm;
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

  /** Which cells have two modes, and how intervals beside them come about; for cells in pairs. */
  static List<String> modes(List<CellPair> pairs) {
    Stream<Interval> beside =
        pairs.stream().filter(pair -> !pair.twoModes().isEmpty()).map(CellPair::interval);
    return Stream.concat(cells(pairs).stream(), intervals(beside).stream()).toList();
  }

  /** Which cells of pairs have two modes; nothing where none has. */
  static List<String> cells(List<CellPair> pairs) {
    return cells(
        pairs.stream()
            .flatMap(
                pair ->
                    pair.twoModes().stream()
                        .sorted()
                        .map(arm -> arm == Arm.CELL ? pair.cell() : pair.control())));
  }

  /** Which cells have two modes; nothing without a name. */
  static List<String> cells(Stream<String> names) {
    String all = names.distinct().collect(Collectors.joining("; "));
    return all.isEmpty()
        ? List.of()
        : List.of("Values with two modes: those of %s.".formatted(all));
  }

  /** How intervals of pairs with two modes come about; nothing where none has an end. */
  static List<String> intervals(Stream<Interval> ofTwoModes) {
    return ofTwoModes.anyMatch(IntervalNotes::hasEnd)
        ? List.of(
            "two modes: the interval holds every difference that the seeds do not exclude, by ranks"
                + " near those found, and by t once it is further from all of them than they are"
                + " from each other.")
        : List.of();
  }

  /** The intervals of those pairs that Student's t judges. */
  static List<Interval> students(Stream<CellPair> pairs) {
    return pairs
        .filter(pair -> !pair.ranks() && !Double.isNaN(pair.adjusted()))
        .filter(pair -> pair.verdict() != CellPair.PairVerdict.ROUNDING)
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
